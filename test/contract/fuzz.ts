// Schemathesis against the real server and the contract: valid and invalid data, every phase, and walks along its links until each was followed. On
// SQLite it goes by a fixed seed and on PostgreSQL by that of the day; `npm test` takes one of them today and the other tomorrow, `npm run test:long`
// both. It counts one test per operation and database and one failure per distinct fault. FUZZ_SEED repeats a run, on both: the same seed draws the same
// requests. FUZZ_EXAMPLES sets how many.
import '../../src/node-version.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { currentContract } from '../../scripts/contract-changes.ts';
import { exactContract } from '../../scripts/generate/exact.ts';
import { schemathesisCommand } from '../../scripts/setup/schemathesis.mjs';
import type { Dialect } from '../support/databases/database.ts';
import { findFreePort, startPostgres } from '../support/databases/postgres-server.ts';
import { drawnDialects } from '../support/runs/drawn.ts';
import { drawnSeeds, seeds } from '../support/runs/seeds.ts';
import { RESULTS, runSchemathesis, type Counts, type Equipment } from './schemathesis.ts';
import { seed } from './seed.ts';
import { judgeSignInAnswers } from './sign-in-answers.ts';
import { followedLinks, linksOf } from './walks.ts';

interface Target {
  readonly dialect: Dialect;
  readonly databaseUrl: string;
  readonly seed: number;
  /** Of this run alone. */
  readonly folder: string;
}

interface Fuzzed {
  readonly target: Target;
  readonly equipment: Equipment;
  readonly apiUrl: string;
  readonly siteUrl: string;
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const START_TIMEOUT_MILLISECONDS = 30_000;
/** More than any seed has needed. */
const WALKS_MAX = 10;
const EVERYWHERE = 'examples,coverage,fuzzing';
/** The contract's example of each, so that its examples are requests that succeed. A customer is meant in forms only: by a path, one is erased. */
const EXAMPLES: Readonly<Record<string, string>> = {
  app_4Jx2mQ: 'FUZZ_CLIENT_ID',
  'customer_id: cus_01hv3k8m2q4r6s8t0v2w4x6y8z': 'FUZZ_CUSTOMER_ID',
  plan_01hv3k8m2q4r6s8t0v2w4x6y8z: 'FUZZ_PLAN_ID',
  price_01hv3k8m2q4r6s8t0v2w4x6y8z: 'FUZZ_PRICE_ID',
};

/** What Schemathesis reads, with the identifiers and secrets of this run. */
async function equip(folder: string, environment: Record<string, string>): Promise<Equipment> {
  const template = await readFile(join(PROJECT, 'test/contract/schemathesis.toml'), 'utf8');
  // Schemathesis knows the exact contract, and so which data is valid.
  const contract = stringify(exactContract(currentContract()), { version: '1.1' });
  await writeFile(
    join(folder, 'schemathesis.toml'),
    template.replaceAll(/\$\{(FUZZ_[A-Z_]+)\}/g, (whole, name: string) => environment[name] ?? whole),
  );
  const withIds = Object.entries(EXAMPLES).reduce(
    (text, [example, name]) => text.replaceAll(example, example.replace(/\S+$/, environment[name] ?? '')),
    contract,
  );
  await writeFile(join(folder, 'openapi.yaml'), withIds);
  await copyFile(join(PROJECT, 'test', 'contract', 'schemathesis_hooks.py'), join(folder, 'schemathesis_hooks.py'));
  return { folder, environment };
}

/** Every operation of the sign-in provider. None links to another: what connects them is the customer's browser. */
async function fuzzSignIn({ target, equipment, siteUrl }: Fuzzed): Promise<Counts> {
  const record = join(target.folder, 'sign-in.ndjson');
  const { passed, failed } = await runSchemathesis(
    { name: `${target.dialect}-sign-in`, tag: 'sign-in', url: siteUrl, phases: EVERYWHERE, seed: target.seed, record },
    equipment,
  );
  const faults = await judgeSignInAnswers(record);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  return { passed, failed: failed + faults.length };
}

function fuzzDataApi({ target, equipment, apiUrl }: Fuzzed): Promise<Counts> {
  const record = join(target.folder, 'data-api.ndjson');
  return runSchemathesis(
    { name: `${target.dialect}-data-api`, tag: 'data-api', url: apiUrl, phases: EVERYWHERE, seed: target.seed, record },
    equipment,
  );
}

/** One walk, by the seed and how many there were before. Takes the links that it followed from those that are left. */
async function walk({ target, equipment, apiUrl }: Fuzzed, left: Set<string>, walksBefore: number): Promise<number> {
  const record = join(target.folder, 'walk.ndjson');
  const { failed } = await runSchemathesis(
    {
      name: `${target.dialect}-walk`,
      tag: 'data-api',
      url: apiUrl,
      phases: 'stateful',
      seed: target.seed + walksBefore,
      record,
    },
    equipment,
  );
  for (const link of await followedLinks(record)) left.delete(link);
  process.stdout.write(`  ${left.size} links are left\n`);
  return failed;
}

/** The server as an operator starts it; its log goes to a file beside the results. */
async function startServer(environment: Record<string, string>, url: string, logFile: string): Promise<ChildProcess> {
  const log = await open(logFile, 'w');
  const server = spawn(process.execPath, ['src/main.ts'], {
    cwd: PROJECT,
    stdio: ['ignore', log.fd, log.fd],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: '.cache/node', ...environment },
  });
  process.once('exit', () => server.kill('SIGKILL'));
  const deadline = performance.now() + START_TIMEOUT_MILLISECONDS;
  while (!(await answers(url))) {
    if (server.exitCode !== null || performance.now() > deadline)
      throw new Error(`the server does not start\n${await readFile(logFile, 'utf8')}`);
    await sleep(100);
  }
  await log.close();
  return server;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { redirect: 'manual' }).then(
    () => true,
    () => false,
  );
}

async function stopServer(server: ChildProcess, logFile: string): Promise<void> {
  if (server.exitCode !== null) throw new Error(`the server ended during the run; see ${logFile}`);
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  const [status] = await exited;
  if (status !== 0) throw new Error(`the server ended with status ${String(status)} when asked to stop`);
}

/** @param left the links that no walk has followed yet. Each database is walked on; on the last one, until there are none. */
async function fuzzOn(target: Target, left: Set<string>, isLast: boolean): Promise<Counts> {
  const port = await findFreePort();
  const [apiUrl, siteUrl] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const { folder, databaseUrl, dialect } = target;
  const keys = { API_RATE_LIMIT: '0', MAX_WAIT_MILLISECONDS: '0', SECRET_KEY: randomBytes(32).toString('hex') };
  const environment = {
    ENVIRONMENT: 'test',
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    API_URL: apiUrl,
    ...keys,
  };
  const equipment = await equip(folder, await seed(environment, siteUrl));
  const logFile = join(RESULTS, `fuzz-${dialect}-server.log`);
  const server = await startServer(environment, apiUrl, logFile);
  const fuzzed = { target, equipment, apiUrl, siteUrl };
  // The sign-in provider is first, as the data API erases the reader.
  const counts = [await fuzzSignIn(fuzzed), await fuzzDataApi(fuzzed)];
  let walkFailed = 0;
  const walksMax = isLast ? WALKS_MAX : 1;
  for (let walks = 0; walks < walksMax && (walks === 0 || (left.size > 0 && walkFailed === 0)); walks += 1)
    walkFailed += await walk(fuzzed, left, walks);
  await stopServer(server, logFile);
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, walkFailed),
  };
}

/** Both, where a run is repeated. */
const DIALECTS: readonly Dialect[] =
  process.env['FUZZ_SEED'] === undefined ? drawnDialects(14) : ['sqlite', 'postgres'];

/** A link that no walk followed has failed. */
async function main(folder: string): Promise<Counts> {
  const left = linksOf('data-api');
  const counts: Counts[] = [];
  for (const [nth, dialect] of DIALECTS.entries()) {
    const own = join(folder, dialect);
    await mkdir(own);
    const isLast = nth === DIALECTS.length - 1;
    counts.push(dialect === 'sqlite' ? await fuzzOnSqlite(own, left, isLast) : await fuzzOnPostgres(own, left, isLast));
  }
  for (const link of left) process.stdout.write(`no walk followed ${link}\n`);
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, left.size),
  };
}

function fuzzOnSqlite(folder: string, left: Set<string>, isLast: boolean): Promise<Counts> {
  const databaseUrl = `sqlite:${join(folder, 'fuzz.sqlite')}`;
  return fuzzOn({ dialect: 'sqlite', databaseUrl, seed: seeds.fixed, folder }, left, isLast);
}

async function fuzzOnPostgres(folder: string, left: Set<string>, isLast: boolean): Promise<Counts> {
  const server = await startPostgres();
  const target = { dialect: 'postgres', databaseUrl: server.url, seed: seeds.ofTheDay, folder } as const;
  return await fuzzOn(target, left, isLast).finally(() => server.stop());
}

/** The process's exit status. */
async function run(): Promise<number> {
  if (!existsSync(schemathesisCommand))
    throw new Error('Schemathesis is not installed; the set-up says why: node scripts/setup.mjs --tests');
  await mkdir(RESULTS, { recursive: true });
  const seedOf = { sqlite: `${seeds.fixed} on SQLite`, postgres: `${seeds.ofTheDay} (of the day) on PostgreSQL` };
  process.stdout.write(`Seeds: ${DIALECTS.map((dialect) => seedOf[dialect]).join(', ')}\n`);
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
const repeated = drawnSeeds.map((number) => `FUZZ_SEED=${number} npm test -- --only fuzz`);
if (status !== 0) process.stdout.write(`To repeat it on both databases: ${repeated.join(', or ')}\n`);
// The server of a failed run is still there, and would keep this process alive.
process.exit(status);
