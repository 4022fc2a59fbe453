// `npm run test:long`, for releases and big changes: the recipes of docs/clients.md against the programs that they are for, then mutation testing. Each
// mutant, a small deliberate fault, is put alone into a copy of the sources, and the tests that should notice it have to fail. The recipes alone:
// npm run test:long -- --recipes. Some of the mutants: npm run test:long -- --only 'tenant', npm run test:long -- --parts sqlite,unit
import '../src/node-version.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Mutant } from '../test/mutation/mutant.ts';
import { faultOf, registeredMutants } from '../test/mutation/registered.ts';
import { endRuns } from './test/mutation/observed.ts';
import { runMutants, type Judged } from './test/mutation/run.ts';
import type { Outcome } from './test/outcome.ts';
import { runRecipes } from './test/recipes.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function selectedMutants(only: string | undefined, parts: readonly string[] | undefined): Promise<Mutant[]> {
  const all = await registeredMutants();
  const faults = all.flatMap((mutant) => faultOf(mutant, readFileSync(PROJECT + mutant.file, 'utf8')) ?? []);
  if (faults.length > 0)
    throw new Error(
      `${faults.length} mutants do not fit the sources; npm test -- --only unit test/structure/mutants says which`,
    );
  const isCalled = ({ what }: Mutant): boolean => only === undefined || what.toLowerCase().includes(only.toLowerCase());
  const selected = all.filter((mutant) => isCalled(mutant) && (parts === undefined || parts.includes(mutant.part)));
  if (selected.length === 0) throw new Error(`no mutant is called ${only ?? ''} in ${parts?.join(', ') ?? 'any part'}`);
  return selected;
}

/** Repeats at the end the mutants that no test noticed. */
function summarize(judged: readonly Judged[]): Outcome {
  const of = (result: Judged['result']): readonly Judged[] => judged.filter((one) => one.result === result);
  const [killed, survived, broken] = [of('killed'), of('survived'), of('broken')];
  print('');
  for (const { mutant } of survived)
    print(`SURVIVED: ${mutant.what}\n  no test failed of ${mutant.part}: ${mutant.tests.join(' ')}`);
  for (const { mutant, because } of broken) print(`BROKEN: ${mutant.what}\n  ${because}`);
  print(
    `mutants: ${killed.length} killed, ${survived.length} survived${broken.length === 0 ? '' : `, ${broken.length} broken`}`,
  );
  return { passed: killed.length, failed: judged.length - killed.length };
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, parts: { type: 'string' }, recipes: { type: 'boolean' } },
  });
  const areSomeMutants = values.only !== undefined || values.parts !== undefined;
  const outcomes: Outcome[] = [];
  if (!areSomeMutants) {
    print('\n=== recipes: docs/clients.md against the programs themselves\n');
    outcomes.push(await runRecipes((text) => process.stdout.write(text)));
  }
  if (values.recipes !== true) {
    const mutants = await selectedMutants(values.only, values.parts?.split(','));
    print(`\n=== mutants: ${mutants.length} deliberate faults, each of which a test has to notice\n`);
    outcomes.push(summarize(await runMutants(mutants, print)));
  }
  const count = (name: keyof Outcome): number => outcomes.reduce((sum, outcome) => sum + outcome[name], 0);
  print(`tests: ${count('passed')} passed, ${count('failed')} failed`);
  return count('failed') === 0;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endRuns();
    process.exit(1);
  });
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  print(
    `${error instanceof Error ? error.message : String(error)}\nmutants: 0 killed, 0 survived\ntests: 0 passed, 1 failed`,
  );
  process.exitCode = 1;
}
