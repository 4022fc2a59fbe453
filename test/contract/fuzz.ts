// Schemathesis against the real server and the contract: valid and invalid data, every phase, and walks along its links until each was followed. It
// counts one test per operation and one failure per distinct fault. FUZZ_SEED and FUZZ_EXAMPLES vary the run; the seed is printed, and the same seed
// gives the same requests.
import '../../src/node-version.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { KEEP_COMPILED } from '../../scripts/setup/python.mjs';
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
const SEED = Number(process.env['FUZZ_SEED'] ?? '20230411');
/** More than any seed has needed. */
const WALKS_MAX = 10;
/** A walk erases customers whom it has made, by a POST, which this check does not take for an end: that they are gone then is right. */
const MISTAKEN = 'ensure_resource_availability';
const EXAMPLES = process.env['FUZZ_EXAMPLES'] ?? '30';

interface Run {
  readonly tag: string;
  readonly url: string;
  readonly phases: string;
  readonly seed: number;
  /** Every request of the run, one scenario a line. */
  readonly scenarios?: string;
}

/** What is read of a line of Schemathesis' NDJSON report. */
interface Line {
  readonly ScenarioFinished?: { readonly recorder: { readonly cases: Readonly<Record<string, { readonly transition?: { readonly id: string }; readonly is_transition_applied: boolean }>> } };
}

type LinkedPaths = Readonly<Record<string, Readonly<Record<string, { readonly tags?: readonly string[]; readonly responses?: Readonly<Record<string, { readonly links?: object }>> }>>>>;

async function fuzz({ tag, url, phases, seed: runSeed, scenarios }: Run, configuration: string): Promise<Counts> {
  const report = join(RESULTS, `fuzz-${tag}-report.json`);
  await rm(report, { force: true });
  process.stdout.write(`Schemathesis: ${tag}, ${phases}, seed ${runSeed}, ${EXAMPLES} examples: `);
  const selection = [`--include-tag=${tag}`, `--url=${url}`, '--checks=all', `--exclude-checks=${MISTAKEN}`, `--phases=${phases}`];
  const size = [`--max-examples=${EXAMPLES}`, `--seed=${runSeed}`];
  const lines = scenarios === undefined ? [] : ['--report=ndjson', `--report-ndjson-path=${scenarios}`];
  const output = ['--no-color', '--report=json', `--report-json-path=${report}`, ...lines];
  const args = [`--config-file=${configuration}`, 'run', 'openapi.yaml', ...selection, ...size, ...output];
  // A proxy of the machine is not for loopback addresses.
  const env = { ...process.env, NO_PROXY: '*', no_proxy: '*', ...KEEP_COMPILED };
  const fuzzer = spawn(schemathesisCommand, args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'], env });
  let words = '';
  for (const stream of [fuzzer.stdout, fuzzer.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (words += chunk));
  const [status] = await once(fuzzer, 'close');
  if (!existsSync(report)) throw new Error(`Schemathesis ended with status ${String(status)} and without a report\n${words}`);
  const counts = count(JSON.parse(await readFile(report, 'utf8')), phases.split(','));
  if (counts.failed > 0) process.stdout.write(words);
  return counts;
}

/**
 * Walks along the links of the contract. Schemathesis ends a walk when its repetition is answered otherwise, as it is where the server makes ids; so
 * another follows by the next seed, until each link was followed. Returns how much failed, a link that no walk followed included.
 */
async function walk(url: string, configuration: string): Promise<number> {
  const left = linksOf('data-api');
  const scenarios = join(RESULTS, 'fuzz-walk.ndjson');
  let failed = 0;
  for (let walks = 0; walks < WALKS_MAX && left.size > 0 && failed === 0; walks += 1) {
    failed += (await fuzz({ tag: 'data-api', url, phases: 'stateful', seed: SEED + walks, scenarios }, configuration)).failed;
    for (const link of await followedLinks(scenarios)) left.delete(link);
    process.stdout.write(`${left.size} links are left\n`);
  }
  await rm(scenarios, { force: true });
  if (failed === 0) for (const link of left) process.stdout.write(`no walk followed ${link}\n`);
  return failed + left.size;
}

/** As Schemathesis names them: POST /customers -> [200] getCustomer */
function linksOf(tag: string): Set<string> {
  const { paths } = JSON.parse(readFileSync(join(PROJECT, 'generated', 'openapi.json'), 'utf8')) as { paths: LinkedPaths };
  const names = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { tags = [], responses = {} }]) =>
      tags.includes(tag) ? Object.entries(responses).flatMap(([status, { links = {} }]) => Object.keys(links).map((name) => `${method.toUpperCase()} ${path} -> [${status}] ${name}`)) : [],
    ),
  );
  return new Set(names);
}

/** Those whose values went into a request. */
async function followedLinks(scenarios: string): Promise<Set<string>> {
  const followed = new Set<string>();
  for await (const line of createInterface({ input: createReadStream(scenarios) })) {
    const { ScenarioFinished: finished } = JSON.parse(line) as Line;
    for (const { transition, is_transition_applied: isApplied } of Object.values(finished?.recorder.cases ?? {})) {
      if (transition !== undefined && isApplied) followed.add(transition.id.slice(0, transition.id.lastIndexOf(' -> ')));
    }
  }
  return followed;
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
  // Walks go where links lead; the other phases go everywhere.
  const isEverywhere = operations.tested === operations.selected || wanted.every((phase) => phase === 'stateful');
  const isWhole = complete && status === 0 && isEverywhere && wanted.every((phase) => phases[phase]?.status === 'success');
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
  const signIn = await fuzz({ tag: 'sign-in', url: siteUrl, phases: 'examples,coverage,fuzzing', seed: SEED }, configuration);
  const api = await fuzz({ tag: 'data-api', url: apiUrl, phases: 'examples,coverage,fuzzing', seed: SEED }, configuration);
  const walkFailed = await walk(apiUrl, configuration);
  await stopServer(server);
  return { passed: api.passed + signIn.passed, failed: api.failed + signIn.failed + walkFailed };
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
