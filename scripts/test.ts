// `npm test`: every part one after the other, also after one failed; the last line counts them all.
// Selected parts: npm test -- --only unit,sqlite; selected files of theirs: npm test -- --only sqlite test/api/customers
import '../src/node-version.ts';
import { parseArgs } from 'node:util';
import { preparedChromium } from './setup/chromium.mjs';
import { cannotRun, runCommand, runCounting, runVitest, type Outcome } from './test/outcome.ts';

interface Part {
  readonly name: string;
  readonly what: string;
  run(filters: readonly string[]): Promise<Outcome>;
}

interface Result extends Outcome {
  readonly name: string;
  readonly seconds: number;
}

// The quick ones first.
const PARTS: readonly Part[] = [
  { name: 'types', what: 'the type checker', run: () => runCommand(['node_modules/typescript/bin/tsc', '--noEmit']) },
  { name: 'lint', what: 'sources and contract against the rules', run: () => runCommand(['scripts/lint.ts']) },
  { name: 'generated', what: 'generated files are those of the contract', run: () => runCommand(['scripts/generate.ts', '--check']) },
  { name: 'unit', what: 'tests without a database', run: (filters) => runVitest('unit', filters) },
  { name: 'sqlite', what: 'tests on SQLite', run: (filters) => runVitest('sqlite', filters) },
  { name: 'postgres', what: 'the same tests on PostgreSQL', run: (filters) => runVitest('postgres', filters) },
  { name: 'fuzz', what: 'Schemathesis against the contract', run: () => runCounting('fuzz', ['test/contract/fuzz.ts']) },
  { name: 'clients', what: 'other people’s clients sign readers in', run: (filters) => runVitest('clients', filters) },
  { name: 'sdk', what: 'the clients of the data API in four languages', run: (filters) => runVitest('sdk', filters) },
  { name: 'browser', what: 'journeys in Chromium', run: runBrowser },
  { name: 'faults', what: 'kill -9 in the middle of work', run: (filters) => runVitest('faults', filters) },
];

async function runBrowser(filters: readonly string[]): Promise<Outcome> {
  const path = preparedChromium();
  if (path === undefined) return cannotRun('there is no Chromium; the set-up said why, and says it again with: node scripts/setup.mjs --tests');
  return await runVitest('browser', filters, { CHROMIUM_PATH: path });
}

function selectedParts(only: string | undefined): readonly Part[] {
  if (only === undefined) return PARTS;
  const names = only.split(',');
  const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}; there are ${PARTS.map(({ name }) => name).join(', ')}`);
  return PARTS.filter(({ name }) => names.includes(name));
}

async function runPart(part: Part, filters: readonly string[]): Promise<Result> {
  process.stdout.write(`\n=== ${part.name}: ${part.what}\n`);
  const start = performance.now();
  const outcome = await part.run(filters).catch((error: unknown) => cannotRun(String(error)));
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(`=== ${part.name}: ${outcome.failed === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s\n`);
  return { ...outcome, name: part.name, seconds };
}

function table(results: readonly Result[]): string {
  const rows = results.map(({ name, failed, passed, seconds }) => [name, failed === 0 ? 'ok' : 'FAILED', String(passed), String(failed), seconds.toFixed(1)]);
  const format = ([name = '', result = '', ...numbers]: readonly string[]) => `${name.padEnd(12)}${result.padEnd(8)}${numbers.map((text) => text.padStart(9)).join('')}`;
  return [['part', 'result', 'passed', 'failed', 'seconds'], ...rows].map(format).join('\n');
}

/** The process's exit status. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  const results: Result[] = [];
  for (const part of selectedParts(values.only)) results.push(await runPart(part, positionals));
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
