// `npm test`: every part, also after one failed; the last line counts them all. What runs beside another part is shown once it has ended.
// Selected parts: npm test -- --only unit,sqlite; selected files of theirs: npm test -- --only sqlite test/api/customers
import '../src/node-version.ts';
import { parseArgs } from 'node:util';
import { preparedChromium } from './setup/chromium.mjs';
import { cannotRun, runCommand, runCounting, runVitest, type Outcome, type Run } from './test/outcome.ts';

interface Part {
  readonly name: string;
  readonly what: string;
  run(run: Run): Promise<Outcome>;
}

interface Result extends Outcome {
  readonly name: string;
  readonly seconds: number;
}

const TYPES: Part = { name: 'types', what: 'the type checker', run: (run) => runCommand(run, ['node_modules/typescript/bin/tsc', '--noEmit']) };
const LINT: Part = { name: 'lint', what: 'sources and contract against the rules', run: (run) => runCommand(run, ['scripts/lint.ts']) };
const GENERATED: Part = { name: 'generated', what: 'generated files are those of the contract', run: (run) => runCommand(run, ['scripts/generate.ts', '--check']) };
const UNIT: Part = { name: 'unit', what: 'tests without a database', run: (run) => runVitest(run, 'unit') };
const SQLITE: Part = { name: 'sqlite', what: 'tests on SQLite', run: (run) => runVitest(run, 'sqlite') };
const POSTGRES: Part = { name: 'postgres', what: 'the same tests on PostgreSQL', run: (run) => runVitest(run, 'postgres') };
const FUZZ: Part = { name: 'fuzz', what: 'Schemathesis against the contract', run: (run) => runCounting(run, 'fuzz', ['test/contract/fuzz.ts']) };
const CLIENTS: Part = { name: 'clients', what: 'other people’s clients sign readers in', run: (run) => runVitest(run, 'clients') };
const SDK: Part = { name: 'sdk', what: 'the clients of the data API in four languages', run: (run) => runVitest(run, 'sdk') };
const BROWSER: Part = { name: 'browser', what: 'journeys in Chromium', run: runBrowser };
const FAULTS: Part = { name: 'faults', what: 'kill -9 in the middle of work', run: (run) => runVitest(run, 'faults') };

/** One after the other, the quick ones first. Within a stage lanes run beside each other, where a part alone would leave a core idle. */
const STAGES: readonly (readonly (readonly Part[])[])[] = [
  [[TYPES], [LINT, GENERATED]],
  [[UNIT]],
  [[SQLITE]],
  [[POSTGRES]],
  [[FUZZ, CLIENTS], [SDK]],
  [[BROWSER]],
  [[FAULTS]],
];
const PARTS = STAGES.flat(2);

async function runBrowser(run: Run): Promise<Outcome> {
  const path = preparedChromium();
  if (path === undefined) return cannotRun(run, 'there is no Chromium; the set-up said why, and says it again with: node scripts/setup.mjs --tests');
  return await runVitest(run, 'browser', { CHROMIUM_PATH: path });
}

function selectedParts(only: string | undefined): readonly Part[] {
  if (only === undefined) return PARTS;
  const names = only.split(',');
  const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}; there are ${PARTS.map(({ name }) => name).join(', ')}`);
  return PARTS.filter(({ name }) => names.includes(name));
}

async function runPart(part: Part, filters: readonly string[], isAlone: boolean): Promise<Result> {
  const title = `=== ${part.name}: ${part.what}`;
  process.stdout.write(isAlone ? `\n${title}\n` : `... ${part.name} begins\n`);
  const start = performance.now();
  let printed = '';
  const keep = (text: string): void => void (printed += text);
  const run: Run = { filters, print: isAlone ? (text) => process.stdout.write(text) : keep };
  const outcome = await part.run(run).catch((error: unknown) => cannotRun(run, String(error)));
  const seconds = (performance.now() - start) / 1000;
  if (!isAlone) process.stdout.write(`\n${title}\n${printed}`);
  process.stdout.write(`=== ${part.name}: ${outcome.failed === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s\n`);
  return { ...outcome, name: part.name, seconds };
}

async function runLane(parts: readonly Part[], filters: readonly string[], isAlone: boolean): Promise<Result[]> {
  const results: Result[] = [];
  for (const part of parts) results.push(await runPart(part, filters, isAlone));
  return results;
}

function table(results: readonly Result[]): string {
  const rows = results.map(({ name, failed, passed, seconds }) => [name, failed === 0 ? 'ok' : 'FAILED', String(passed), String(failed), seconds.toFixed(1)]);
  const format = ([name = '', result = '', ...numbers]: readonly string[]) => `${name.padEnd(12)}${result.padEnd(8)}${numbers.map((text) => text.padStart(9)).join('')}`;
  return [['part', 'result', 'passed', 'failed', 'seconds'], ...rows].map(format).join('\n');
}

/** The process's exit status. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  const selected = selectedParts(values.only);
  const results: Result[] = [];
  for (const stage of STAGES) {
    const lanes = stage.map((lane) => lane.filter((part) => selected.includes(part))).filter((lane) => lane.length > 0);
    results.push(...(await Promise.all(lanes.map((parts) => runLane(parts, positionals, lanes.length === 1)))).flat());
  }
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
