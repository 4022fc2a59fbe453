// `npm run test:long`, for releases and big changes: the walks in a browser whole, the recipes of docs/clients.md against the programs that they are for, other people's generators of
// clients, an installation for production and the tree of the container image, faults and loads that last, then mutation testing. Each mutant, a small deliberate fault, is put alone into a copy of the sources, and the tests that should notice it
// have to fail. Some of them: npm run test:long -- --only 'tenant', npm run test:long -- --parts sqlite,unit; without mutants: --parts walks,twins,recipes,generators,image,endurance
import '../src/node-version.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Mutant } from '../test/mutation/mutant.ts';
import { faultOf, registeredMutants } from '../test/mutation/registered.ts';
import { runEndurance } from './test/endurance.ts';
import { tryGenerators, type Tried } from './test/generators.ts';
import { tryImage } from './test/image.ts';
import { endRuns } from './test/mutation/observed.ts';
import { runMutants, type Judged } from './test/mutation/run.ts';
import type { Outcome } from './test/outcome.ts';
import { runRecipes } from './test/recipes.ts';
import { runTwins } from './test/twins.ts';
import { runWalks } from './test/walks.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

const BESIDE_MUTANTS: ReadonlySet<string> = new Set(['walks', 'twins', 'recipes', 'generators', 'image', 'endurance']);
const NOT_TRIED: Tried = { passed: 0, failed: 0, notRun: [] };

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
function printSummary(judged: readonly Judged[]): void {
  const of = (result: Judged['result']): readonly Judged[] => judged.filter((one) => one.result === result);
  const [killed, survived, broken] = [of('killed'), of('survived'), of('broken')];
  print('');
  for (const { mutant } of survived)
    print(`SURVIVED: ${mutant.what}\n  no test failed of ${mutant.part}: ${mutant.tests.join(' ')}`);
  for (const { mutant, because } of broken) print(`BROKEN: ${mutant.what}\n  ${because}`);
  print(
    `mutants: ${killed.length} killed, ${survived.length} survived${broken.length === 0 ? '' : `, ${broken.length} broken`}`,
  );
}

async function judgeMutants(
  only: string | undefined,
  parts: readonly string[] | undefined,
): Promise<readonly Judged[]> {
  const mutants = await selectedMutants(only, parts);
  print(`\n=== mutants: ${mutants.length} deliberate faults, each of which a test has to notice\n`);
  const judged = await runMutants(mutants, print);
  printSummary(judged);
  return judged;
}

async function tryWalks(): Promise<Outcome> {
  print('\n=== walks: every page of the dashboard, each way of a journey, each language\n');
  return runWalks((text) => process.stdout.write(text));
}

async function tryTwins(): Promise<Outcome> {
  print('\n=== twins: generated requests to every operation and page, in full numbers\n');
  return runTwins((text) => process.stdout.write(text));
}

async function tryRecipes(): Promise<Outcome> {
  print('\n=== recipes: docs/clients.md against the programs themselves\n');
  return runRecipes((text) => process.stdout.write(text));
}

async function tryEndurance(): Promise<Outcome> {
  print('\n=== endurance: faults in full numbers, upgrades with much data, loads that last\n');
  return runEndurance((text) => process.stdout.write(text));
}

async function runGenerators(): Promise<Tried> {
  print("\n=== generators: other people's generators make clients, which call the service\n");
  const tried = await tryGenerators(print);
  print(`\ngenerators: ${tried.passed} clients work, ${tried.failed} do not`);
  return tried;
}

async function runImage(): Promise<Tried> {
  print('\n=== image: an installation for production, the container image, the packages of the clients, advisories\n');
  return tryImage((text) => process.stdout.write(text));
}

/** Walks, recipes, generators, image and endurance are no part of npm test: they run unless certain mutants are asked for, or when they are named. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, parts: { type: 'string' } } });
  const named = values.parts?.split(',');
  const isAsked = (part: string): boolean => (named === undefined ? values.only === undefined : named.includes(part));
  const walks = isAsked('walks') ? await tryWalks() : NOT_TRIED;
  const twins = isAsked('twins') ? await tryTwins() : NOT_TRIED;
  const recipes = isAsked('recipes') ? await tryRecipes() : NOT_TRIED;
  const clients = isAsked('generators') ? await runGenerators() : NOT_TRIED;
  const image = isAsked('image') ? await runImage() : NOT_TRIED;
  const endurance = isAsked('endurance') ? await tryEndurance() : NOT_TRIED;
  const parts = named?.filter((name) => !BESIDE_MUTANTS.has(name));
  const judged = parts?.length === 0 ? [] : await judgeMutants(values.only, parts);
  const killed = judged.filter(({ result }) => result === 'killed').length;
  const besides = [walks, twins, recipes, clients, image, endurance];
  const passed = besides.reduce((sum, one) => sum + one.passed, 0) + killed;
  const failed = besides.reduce((sum, one) => sum + one.failed, 0) + judged.length - killed;
  const notRun = [...clients.notRun, ...image.notRun];
  if (isAsked('generators') || isAsked('image'))
    print(`not run: ${notRun.length === 0 ? 'nothing' : notRun.join('; ')}`);
  print(`tests: ${passed} passed, ${failed} failed`);
  return failed === 0;
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
