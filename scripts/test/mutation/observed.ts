// Runs Vitest in a copy of the project with a mutant and judges the result. A mutant is noticed when a test fails; a file that cannot be loaded, or a
// run without tests, means that the mutant is written wrongly.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from '../../../test/mutation/mutant.ts';

export type Verdict = {
  readonly result: 'killed' | 'survived' | 'broken';
  /** The test that noticed, or what is wrong. */ readonly because: string;
};

export interface Observation {
  readonly part: Mutant['part'];
  readonly tests: readonly string[];
  /** Stops at the first test that fails. */
  readonly bail?: boolean;
}

interface Test {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[] | null;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly Test[];
  }[];
}

/** Three times the usual time; a run that never ends must not hold up the others. */
const LIMIT_MINUTES = { ofMutant: 15, ofAll: 60 };
/** Errors of how the mutant is written, wherever they surface. */
const WRITTEN_WRONGLY = /^(?:SyntaxError|ReferenceError|TransformError)\b/;

const running = new Set<ChildProcess>();

/** Kills the run with all its processes. */
export function endRuns(): void {
  for (const child of running) endGroup(child);
}

export async function observe(
  folder: string,
  { part, tests, bail = false }: Observation,
  environment: Readonly<Record<string, string>>,
): Promise<Verdict> {
  const file = join(folder, '.cache', `mutation-${part}.json`);
  rmSync(file, { force: true });
  // One worker: two copies run at once.
  const options = [
    '--config=test/vitest.config.ts',
    `--project=${part}`,
    '--maxWorkers=1',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(bail ? ['--bail=1'] : []),
  ];
  const minutes = bail ? LIMIT_MINUTES.ofMutant : LIMIT_MINUTES.ofAll;
  const output = await runNode(folder, {
    args: ['node_modules/vitest/vitest.mjs', 'run', ...options, ...tests],
    environment,
    minutes,
  });
  return output === undefined
    ? { result: 'broken', because: `its tests did not end within ${minutes} minutes` }
    : judge(readReport(file), tests, output);
}

/** Judges a report; a pure function, for its test. */
export function judge(report: Report | undefined, tests: readonly string[], output = ''): Verdict {
  if (report === undefined) return { result: 'broken', because: `no report: ${lastLine(output)}` };
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.filter(({ status }) => status === 'failed');
  const noticed = failed.find(({ failureMessages }) => !WRITTEN_WRONGLY.test(failureMessages?.[0] ?? ''));
  if (noticed !== undefined) return { result: 'killed', because: noticed.fullName };
  const [wrong] = failed;
  if (wrong !== undefined)
    return { result: 'broken', because: firstLine(wrong.failureMessages?.[0] ?? wrong.fullName) };
  const unloaded = report.testResults.find(({ status }) => status === 'failed');
  if (unloaded !== undefined)
    return { result: 'broken', because: firstLine(unloaded.message) || `${unloaded.name} cannot run` };
  const missing = tests.find(
    (file) =>
      !report.testResults.some(
        ({ name, assertionResults }) =>
          name.endsWith(`/${file}`) && assertionResults.some(({ status }) => status === 'passed'),
      ),
  );
  if (missing !== undefined) return { result: 'broken', because: `${missing} ran no test` };
  return { result: 'survived', because: '' };
}

/** Resolves with the output, undefined when the run had to be killed. */
async function runNode(
  folder: string,
  {
    args,
    environment,
    minutes,
  }: { args: readonly string[]; environment: Readonly<Record<string, string>>; minutes: number },
): Promise<string | undefined> {
  // A group of its own, so that the processes that tests started end with it.
  const child = spawn(process.execPath, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  running.add(child);
  let [output, isLate] = ['', false];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)));
  const timeout = setTimeout(() => {
    isLate = true;
    endGroup(child);
  }, minutes * 60_000);
  await once(child, 'close');
  clearTimeout(timeout);
  running.delete(child);
  return isLate ? undefined : output;
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';
const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
