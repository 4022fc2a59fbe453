// Runs a part of the test suite and counts its tests. A part that cannot run, runs nothing or skips a test has failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

/** One part as it runs. */
export interface Run {
  /** Runs only files whose path contains one of them; empty for all. */
  readonly filters: readonly string[];
  /** Prints the part's output. */
  readonly print: (text: string) => void;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const FAILED: Outcome = { passed: 0, failed: 1 };

/** Prints why a part cannot run, and counts it as failed. */
export function cannotRun({ print }: Run, reason: string): Outcome {
  print(`CANNOT RUN: ${reason}\n`);
  return FAILED;
}

/** Runs a command that counts as one test: its exit status is the result. */
export async function runCommand(run: Run, args: readonly string[]): Promise<Outcome> {
  return (await node(run, args)) ? { passed: 1, failed: 0 } : FAILED;
}

/** Runs a script that writes its counts to `.cache/test/<name>.json`. */
export async function runCounting(run: Run, name: string, args: readonly string[]): Promise<Outcome> {
  const file = resultFile(name);
  const succeeded = await node(run, args);
  return consistent(run, succeeded, readJson<Outcome>(file));
}

/** Runs a project of test/vitest.config.ts. */
export async function runVitest(run: Run, project: string, environment: Record<string, string> = {}): Promise<Outcome> {
  const file = resultFile(project);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const options = ['--config=test/vitest.config.ts', `--project=${project}`, ...reporters];
  const succeeded = await node(run, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...run.filters], environment);
  const report = readJson<VitestReport>(file);
  return consistent(run, succeeded, report === undefined ? undefined : count(run, report));
}

function count({ print }: Run, report: VitestReport): Outcome {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const skipped = report.numPendingTests + report.numTodoTests;
  if (skipped > 0) print(`${skipped} tests were skipped, which counts as failed\n`);
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length + skipped };
}

/** Compares exit status and counts; where they disagree, something failed outside of the tests. */
function consistent(run: Run, succeeded: boolean, outcome: Outcome | undefined): Outcome {
  if (outcome === undefined) return cannotRun(run, 'it ended without a result');
  if (outcome.failed > 0) return outcome;
  if (succeeded && outcome.passed > 0) return outcome;
  run.print(outcome.passed === 0 ? 'NO TESTS RAN\n' : 'FAILED outside of its tests\n');
  return { ...outcome, failed: 1 };
}

/** Runs Node with a temporary folder of its own, in which it must leave nothing. */
async function node(
  { print }: Run,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-run-'));
  // Writable like /tmp: as root, we run PostgreSQL as another user, who deletes its files there.
  chmodSync(folder, 0o1777);
  const env = { ...process.env, NODE_COMPILE_CACHE: join(PROJECT, '.cache', 'node'), TMPDIR: folder, ...environment };
  try {
    const child = spawn(process.execPath, args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'], env });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print);
    const [status] = await once(child, 'close');
    const left = readdirSync(folder);
    if (left.length > 0) print(`LEFT BEHIND in the temporary folder: ${left.join(', ')}\n`);
    return status === 0 && left.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The path of a result; deletes the old one, which must not count for a run that writes none. */
function resultFile(name: string): string {
  const file = join(PROJECT, '.cache', 'test', `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
