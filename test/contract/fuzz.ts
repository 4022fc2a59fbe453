// Schemathesis against the real server and the contract: valid and invalid data, every phase, links included. It counts one test per operation
// and one failure per distinct fault. FUZZ_SEED and FUZZ_EXAMPLES vary the run; the seed is printed, and the same seed gives the same requests.
import '../../src/node-version.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { schemathesisCommand } from '../../scripts/setup/schemathesis.mjs';
import { findFreePort } from '../support/postgres-server.ts';
import { seed } from './seed.ts';

/** The parts of Schemathesis' own JSON report that are counted. */
interface Report {
  readonly complete: boolean;
  readonly exit_code: number;
  readonly operations: { readonly selected: number; readonly tested: number };
  readonly phases: Record<string, { readonly status: string }>;
  readonly test_cases: { readonly generated: number; readonly unique_failures: number; readonly errored: number };
  readonly failures: readonly { readonly operations: readonly unknown[] }[];
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = join(PROJECT, '.cache', 'test');
const START_TIMEOUT_MILLISECONDS = 30_000;
const SEED = process.env['FUZZ_SEED'] ?? '20230411';
/** A walk erases customers whom it has made, by a POST, which this check does not take for an end: that they are gone then is right. */
const MISTAKEN = 'ensure_resource_availability';
const EXAMPLES = process.env['FUZZ_EXAMPLES'] ?? '30';

interface Run {
  readonly tag: string;
  readonly url: string;
  readonly phases: string;
}

async function fuzz({ tag, url, phases }: Run, configuration: string): Promise<Counts> {
  const report = join(RESULTS, `fuzz-${tag}-report.json`);
  await rm(report, { force: true });
  process.stdout.write(`Schemathesis: ${tag}, seed ${SEED}, ${EXAMPLES} examples\n`);
  const selection = [`--include-tag=${tag}`, `--url=${url}`, '--checks=all', `--exclude-checks=${MISTAKEN}`, `--phases=${phases}`];
  const size = [`--max-examples=${EXAMPLES}`, `--seed=${SEED}`];
  const output = ['--no-color', '--report=json', `--report-json-path=${report}`];
  const args = [`--config-file=${configuration}`, 'run', 'openapi.yaml', ...selection, ...size, ...output];
  // A proxy of the machine is not for loopback addresses.
  const env = { ...process.env, NO_PROXY: '*', no_proxy: '*' };
  const fuzzer = spawn(schemathesisCommand, args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'inherit'], env });
  let printed = '';
  fuzzer.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    printed += chunk.toString();
  });
  const [status] = await once(fuzzer, 'close');
  if (!existsSync(report)) throw new Error(`Schemathesis ended with status ${String(status)} and without a report`);
  const counts = count(JSON.parse(await readFile(report, 'utf8')), phases.split(','));
  return { ...counts, failed: counts.failed + linksLeftOut(printed) };
}

/** The links of the contract that no walk followed; only the summary counts them. */
function linksLeftOut(printed: string): number {
  const [, covered, selected] = /API Links: +(\d+) covered \/ (\d+) selected/.exec(printed) ?? [];
  const left = Number(selected ?? 0) - Number(covered ?? 0);
  if (left > 0) process.stdout.write(`${left} links were not followed: give the walks more steps in schemathesis.toml\n`);
  return left;
}

/** schemathesis.toml with the identifiers and secrets of this run. */
async function writeConfiguration(folder: string, values: Record<string, string>): Promise<string> {
  const template = await readFile(join(PROJECT, 'test', 'contract', 'schemathesis.toml'), 'utf8');
  const path = join(folder, 'schemathesis.toml');
  await writeFile(path, template.replaceAll(/\$\{(FUZZ_[A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole));
  return path;
}

/** A run that left something out has failed as well. */
function count({ complete, exit_code: status, operations, phases, test_cases: cases, failures }: Report, wanted: readonly string[]): Counts {
  const failing = new Set(failures.flatMap((failure) => failure.operations.map((operation) => JSON.stringify(operation))));
  const failed = cases.unique_failures + cases.errored;
  const isWhole = complete && status === 0 && operations.tested === operations.selected && wanted.every((phase) => phases[phase]?.status === 'success');
  process.stdout.write(`${cases.generated} requests to ${operations.tested} of ${operations.selected} operations\n`);
  return { passed: Math.max(0, operations.tested - failing.size), failed: failed > 0 || isWhole ? failed : 1 };
}

/** The server as an operator starts it; its log goes to a file beside the results. */
async function startServer(environment: Record<string, string>, url: string): Promise<ChildProcess> {
  const log = await open(join(RESULTS, 'fuzz-server.log'), 'w');
  const server = spawn(process.execPath, ['src/main.ts'], { cwd: PROJECT, stdio: ['ignore', log.fd, log.fd], env: { PATH: process.env['PATH'], ...environment } });
  process.once('exit', () => server.kill('SIGKILL'));
  const deadline = performance.now() + START_TIMEOUT_MILLISECONDS;
  while (!(await answers(url))) {
    if (server.exitCode !== null || performance.now() > deadline) throw new Error(`the server does not start\n${await readFile(join(RESULTS, 'fuzz-server.log'), 'utf8')}`);
    await sleep(100);
  }
  await log.close();
  return server;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { redirect: 'manual' }).then(() => true, () => false);
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) throw new Error('the server ended during the run; see .cache/test/fuzz-server.log');
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  const [status] = await exited;
  if (status !== 0) throw new Error(`the server ended with status ${String(status)} when asked to stop`);
}

async function main(folder: string): Promise<Counts> {
  const port = await findFreePort();
  const apiUrl = `http://127.0.0.1:${port}`;
  const siteUrl = `http://localhost:${port}`;
  const environment = {
    ENVIRONMENT: 'test',
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, 'fuzz.sqlite')}`,
    API_URL: apiUrl,
    API_RATE_LIMIT: '0',
    SECRET_KEY: randomBytes(32).toString('hex'),
  };
  const configuration = await writeConfiguration(folder, await seed(environment, siteUrl));
  const server = await startServer(environment, apiUrl);
  // No operation of the provider links to another: what connects them is the customer's browser. It is first, as the data API erases the reader.
  const signIn = await fuzz({ tag: 'sign-in', url: siteUrl, phases: 'examples,coverage,fuzzing' }, configuration);
  const api = await fuzz({ tag: 'data-api', url: apiUrl, phases: 'examples,coverage,fuzzing,stateful' }, configuration);
  await stopServer(server);
  return { passed: api.passed + signIn.passed, failed: api.failed + signIn.failed };
}

/** The process's exit status. */
async function run(): Promise<number> {
  if (!existsSync(schemathesisCommand)) throw new Error('Schemathesis is not installed; the set-up says why: node scripts/setup.mjs --tests');
  await mkdir(RESULTS, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'masthead-fuzz-'));
  try {
    const counts = await main(folder);
    await writeFile(join(RESULTS, 'fuzz.json'), JSON.stringify(counts));
    return counts.failed === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const status = await run().catch((error: unknown) => {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
// The server of a failed run is still there, and would keep this process alive.
process.exit(status);
