// The service as the bench runs it, from this tree or another one: started as `npm run serve` does, with LOG_LEVEL=warn and
// without a rate limit, which would be measured instead.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startServerProcess, type ServerProcess } from '../../test/support/processes/server-process.ts';
import type { FilledDatabase } from './filled-database.ts';
import type { HttpLoad } from './load.ts';
import type { Subject } from './measure.ts';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
export const API = '/2023-04-11';
/** The site of the publication that filled-database.ts makes. */
export const SITE_URL = 'http://bench.localhost';
const SETTINGS = { LOG_LEVEL: 'warn', API_RATE_LIMIT: '0' };

/** @param settings that differ from those of the bench */
export function startService(
  { tree, url }: FilledDatabase,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const environment = {
    ...SETTINGS,
    ...settings,
    NODE_COMPILE_CACHE: '.cache/node',
    MALLOC_ARENA_MAX: '2',
    DATABASE_URL: url,
  };
  return startServerProcess(environment, ['--max-semi-space-size=4', join(tree, 'src/main.ts')]);
}

/** Runs a command of the tree's own command line and returns its output. */
export async function masthead(tree: string, url: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['src/cli/main.ts', ...args], {
    cwd: tree,
    env: { ...SETTINGS, ENVIRONMENT: 'test', DATABASE_URL: url },
  });
  return stdout;
}

/** @param args of reference-server.ts. */
export function startReference(args: readonly string[]): Promise<ServerProcess> {
  return startServerProcess({}, ['scripts/bench/reference-server.ts', ...args]);
}

export function rawServer(kind: 'raw' | 'created' | 'created-unlogged', database: FilledDatabase) {
  return () => startReference([kind, database.url, database.publicationId]);
}

/** The start of a subject whose load may depend on the turn only. */
export function toLoads(loadOf: (turn: number) => Omit<HttpLoad, 'kind' | 'url'>): Subject['prepare'] {
  return ({ url }) =>
    (turn) => ({ kind: 'http', url, ...loadOf(turn) });
}

export function keyHeaders({ apiKey }: FilledDatabase): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` };
}
