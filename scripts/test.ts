// `npm test`: runs every part, also after a failure; the last line counts all tests.
// Selected parts: npm test -- --only unit,sqlite; selected files of theirs: npm test -- --only sqlite test/api/customers
import '../src/node-version.ts';
import { parseArgs } from 'node:util';
import { preparedChromium } from './setup/chromium.mjs';
import { cannotRun, runCommand, runCounting, runVitest, type Outcome, type Run } from './test/outcome.ts';
import { Turns, type Turn } from './test/turns.ts';

interface Part {
  readonly name: string;
  readonly what: string;
  run(run: Run): Promise<Outcome>;
}

interface Result extends Outcome {
  readonly name: string;
  readonly seconds: number;
}

const TYPES: Part = {
  name: 'types',
  what: 'the type checker',
  run: (run) => runCommand(run, ['node_modules/typescript-7/bin/tsc', '--noEmit']),
};
const LINT: Part = {
  name: 'lint',
  what: 'sources and contract against the rules',
  run: (run) => runCommand(run, ['scripts/lint.ts']),
};
const GENERATED: Part = {
  name: 'generated',
  what: 'generated files are those of the contract',
  run: (run) => runCommand(run, ['scripts/generate.ts', '--check']),
};
const UNIT: Part = { name: 'unit', what: 'tests without a database', run: (run) => runVitest(run, 'unit') };
const SQLITE: Part = { name: 'sqlite', what: 'tests on SQLite', run: (run) => runVitest(run, 'sqlite') };
const POSTGRES: Part = {
  name: 'postgres',
  what: 'the same tests on PostgreSQL',
  run: (run) => runVitest(run, 'postgres'),
};
const FUZZ: Part = {
  name: 'fuzz',
  what: 'Schemathesis against the contract',
  run: (run) => runCounting(run, 'fuzz', ['test/contract/fuzz.ts']),
};
const CLIENTS: Part = {
  name: 'clients',
  what: 'other people’s clients sign readers in',
  run: (run) => runVitest(run, 'clients'),
};
const SDK: Part = {
  name: 'sdk',
  what: 'the clients of the data API in four languages',
  run: (run) => runVitest(run, 'sdk'),
};
const BROWSER: Part = { name: 'browser', what: 'journeys in Chromium', run: runBrowser };
const FAULTS: Part = { name: 'faults', what: 'kill -9 in the middle of work', run: (run) => runVitest(run, 'faults') };

/** In the order of their starts: the longest first, beside those with the quickest result. */
const PARTS: readonly Part[] = [POSTGRES, TYPES, LINT, GENERATED, UNIT, SQLITE, FAULTS, BROWSER, SDK, FUZZ, CLIENTS];
/** Two, since any part alone leaves cores idle. */
const PARTS_AT_ONCE = 2;

async function runBrowser(run: Run): Promise<Outcome> {
  const path = preparedChromium();
  if (path === undefined)
    return cannotRun(
      run,
      'there is no Chromium; the set-up said why, and says it again with: node scripts/setup.mjs --tests',
    );
  return await runVitest(run, 'browser', { CHROMIUM_PATH: path });
}

function selectedParts(only: string | undefined): readonly Part[] {
  if (only === undefined) return PARTS;
  const names = only.split(',');
  const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0)
    throw new Error(`no such part: ${unknown.join(', ')}; there are ${PARTS.map(({ name }) => name).join(', ')}`);
  return PARTS.filter(({ name }) => names.includes(name));
}

async function runPart(part: Part, filters: readonly string[], { print, end }: Turn): Promise<Result> {
  print(`\n=== ${part.name}: ${part.what}\n`);
  const start = performance.now();
  const run: Run = { filters, print };
  const outcome = await part.run(run).catch((error: unknown) => cannotRun(run, String(error)));
  const seconds = (performance.now() - start) / 1000;
  print(`=== ${part.name}: ${outcome.failed === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s\n`);
  end();
  return { ...outcome, name: part.name, seconds };
}

/** Runs PARTS_AT_ONCE parts at a time; when one ends, the next starts. */
async function runParts(parts: readonly Part[], filters: readonly string[]): Promise<Result[]> {
  const turns = new Turns((text) => process.stdout.write(text));
  const [results, waiting]: [Result[], Part[]] = [[], [...parts]];
  const runNext = async (): Promise<void> => {
    const part = waiting.shift();
    if (part === undefined) return;
    results.push(await runPart(part, filters, turns.begin()));
    await runNext();
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, runNext));
  return parts.flatMap(({ name }) => results.filter((result) => result.name === name));
}

function table(results: readonly Result[]): string {
  const rows = results.map(({ name, failed, passed, seconds }) => [
    name,
    failed === 0 ? 'ok' : 'FAILED',
    String(passed),
    String(failed),
    seconds.toFixed(1),
  ]);
  const format = ([name = '', result = '', ...numbers]: readonly string[]) =>
    `${name.padEnd(12)}${result.padEnd(8)}${numbers.map((text) => text.padStart(9)).join('')}`;
  return [['part', 'result', 'passed', 'failed', 'seconds'], ...rows].map(format).join('\n');
}

/** The process's exit status. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  const selected = selectedParts(values.only);
  const results = await runParts(selected, positionals);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  process.stdout.write(`\n${table(results)}\n\ntests: ${passed} passed, ${failed} failed\n`);
  return passed > 0 && failed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\ntests: 0 passed, 1 failed\n`);
  process.exitCode = 1;
}
