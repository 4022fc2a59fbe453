// One run of Schemathesis over the operations of a tag, and what it counted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEEP_COMPILED } from '../../scripts/setup/python.mjs';
import { schemathesisCommand } from '../../scripts/setup/schemathesis.mjs';

/** The parts of Schemathesis' own JSON report that are counted. */
interface Report {
  readonly complete: boolean;
  readonly exit_code: number;
  readonly operations: { readonly selected: number; readonly tested: number };
  readonly phases: Record<string, { readonly status: string }>;
  readonly test_cases: { readonly generated: number; readonly unique_failures: number; readonly errored: number };
  readonly failures: readonly { readonly operations: readonly unknown[] }[];
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** What Schemathesis is given: contract, configuration and hooks in one folder, and what the hooks read of the environment. */
export interface Equipment {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Run {
  /** Names its report. */
  readonly name: string;
  readonly tag: string;
  readonly url: string;
  readonly phases: string;
  readonly seed: number;
  /** Every request of the run, one scenario a line. */
  readonly record: string;
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
export const RESULTS = join(PROJECT, '.cache', 'test');
const EXAMPLES = process.env['FUZZ_EXAMPLES'] ?? '15';

export async function runSchemathesis(
  { name, tag, url, phases, seed, record }: Run,
  { folder, environment }: Equipment,
): Promise<Counts> {
  const report = join(RESULTS, `fuzz-${name}-report.json`);
  await rm(report, { force: true });
  process.stdout.write(`Schemathesis: ${name}, ${phases}, seed ${seed}, ${EXAMPLES} examples: `);
  const selection = [`--include-tag=${tag}`, `--url=${url}`, '--checks=all', `--phases=${phases}`];
  const size = [`--max-examples=${EXAMPLES}`, `--seed=${seed}`];
  const output = [
    '--no-color',
    '--report=json,ndjson',
    `--report-json-path=${report}`,
    `--report-ndjson-path=${record}`,
  ];
  const args = [
    `--config-file=${join(folder, 'schemathesis.toml')}`,
    'run',
    join(folder, 'openapi.yaml'),
    ...selection,
    ...size,
    ...output,
  ];
  // A proxy of the machine is not for loopback addresses.
  const env = { ...process.env, NO_PROXY: '*', no_proxy: '*', ...KEEP_COMPILED, PYTHONPATH: folder, ...environment };
  const fuzzer = spawn(schemathesisCommand, args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'], env });
  let words = '';
  for (const stream of [fuzzer.stdout, fuzzer.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (words += chunk));
  const [status] = await once(fuzzer, 'close');
  if (!existsSync(report))
    throw new Error(`Schemathesis ended with status ${String(status)} and without a report\n${words}`);
  const counts = count(JSON.parse(await readFile(report, 'utf8')), phases.split(','));
  if (counts.failed > 0) process.stdout.write(words);
  return counts;
}

/** A run that left something out has failed as well. */
function count(
  { complete, exit_code: status, operations, phases, test_cases: cases, failures }: Report,
  wanted: readonly string[],
): Counts {
  const failing = new Set(
    failures.flatMap((failure) => failure.operations.map((operation) => JSON.stringify(operation))),
  );
  const failed = cases.unique_failures + cases.errored;
  // Walks go where links lead; the other phases go everywhere.
  const isEverywhere = operations.tested === operations.selected || wanted.every((phase) => phase === 'stateful');
  const isWhole =
    complete && status === 0 && isEverywhere && wanted.every((phase) => phases[phase]?.status === 'success');
  process.stdout.write(`${cases.generated} requests to ${operations.tested} of ${operations.selected} operations\n`);
  return { passed: Math.max(0, operations.tested - failing.size), failed: failed > 0 || isWhole ? failed : 1 };
}
