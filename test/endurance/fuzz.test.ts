// R-B1: Schemathesis by four seeds, two of them on each database, with 200 examples for each operation; `npm test` sends 15 by two.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seeds } from '../support/runs/seeds.ts';

const PROJECT = join(import.meta.dirname, '../..');
const EXAMPLES = '200';
/** A run takes one seed for SQLite and one for PostgreSQL. */
const RUNS = [
  [seeds.fixed, seeds.ofTheDay],
  [seeds.fixed + 1, seeds.ofTheDay + 1],
] as const;

test.each(RUNS)('R-B1 Schemathesis finds nothing by the seeds %i and %i', async (onSqlite, onPostgres) => {
  const env = { ...process.env, FUZZ_SEED: `${onSqlite},${onPostgres}`, FUZZ_EXAMPLES: EXAMPLES };
  const fuzz = spawn(process.execPath, ['test/contract/fuzz.ts'], {
    cwd: PROJECT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [fuzz.stdout, fuzz.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (words += chunk));
  const [status] = await once(fuzz, 'close');
  expect([status, words]).toEqual([0, expect.stringContaining(`${EXAMPLES} examples`)]);
});
