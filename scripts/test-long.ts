// `npm run test:long`, for releases and big changes: the walks in a browser whole, the recipes of docs/clients.md against the programs that they are for, other people's generators of
// clients, an installation for production and the tree of the container image, journeys with two instances in turn, faults and loads that last, then mutation testing. Each mutant, a small deliberate fault, is put alone into a copy of the sources, and the tests that should notice it
// have to fail. Some of them: npm run test:long -- --only 'tenant', npm run test:long -- --parts sqlite,unit; without mutants: --parts walks,twins,recipes,generators,image,instances,endurance,citus
import '../src/node-version.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Mutant } from '../test/mutation/mutant.ts';
import { faultOf, registeredMutants } from '../test/mutation/registered.ts';
import { tryCitus } from './test/citus.ts';
import { runEndurance, runInstances } from './test/endurance.ts';
import { tryGenerators, type Tried } from './test/generators.ts';
import { tryImage } from './test/image.ts';
import { endRuns } from './test/mutation/observed.ts';
import { runMutants, type Judged } from './test/mutation/run.ts';
import type { Outcome } from './test/outcome.ts';
import { runRecipes } from './test/recipes.ts';
import { runTwins } from './test/twins.ts';
import { runWalks } from './test/walks.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

interface Part {
  readonly name: string;
  readonly what: string;
  run(write: (text: string) => void): Promise<Outcome & Partial<Pick<Tried, 'notRun'>>>;
}

/** What runs before the mutants, and is no part of npm test. */
const PARTS: readonly Part[] = [
  { name: 'walks', what: 'every page of the dashboard, each way of a journey, each language', run: runWalks },
  { name: 'twins', what: 'generated requests to every operation and page, in full numbers', run: runTwins },
  { name: 'recipes', what: 'docs/clients.md against the programs themselves', run: runRecipes },
  {
    name: 'generators',
    what: "other people's generators make clients, which call the service",
    run: (write) => tryGenerators((line) => write(`${line}\n`)),
  },
  {
    name: 'image',
    what: 'an installation for production, the container image, the packages of the clients, advisories',
    run: tryImage,
  },
  {
    name: 'instances',
    what: 'journeys with two on one PostgreSQL, each request answered by the other',
    run: runInstances,
  },
  { name: 'endurance', what: 'faults in full numbers, upgrades with much data, loads that last', run: runEndurance },
  { name: 'citus', what: 'the journeys on a cluster', run: tryCitus },
];

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

async function runPart({ name, what, run }: Part): Promise<Tried> {
  print(`\n=== ${name}: ${what}\n`);
  return { notRun: [], ...(await run((text) => process.stdout.write(text))) };
}

/** PARTS run unless certain mutants are asked for, or when they are named. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, parts: { type: 'string' } } });
  const named = values.parts?.split(',');
  const isAsked = ({ name }: Part): boolean => (named === undefined ? values.only === undefined : named.includes(name));
  const tried: Tried[] = [];
  for (const part of PARTS.filter(isAsked)) tried.push(await runPart(part));
  const ofMutants = named?.filter((name) => !PARTS.some((part) => part.name === name));
  const judged = ofMutants?.length === 0 ? [] : await judgeMutants(values.only, ofMutants);
  const killed = judged.filter(({ result }) => result === 'killed').length;
  const passed = tried.reduce((sum, one) => sum + one.passed, 0) + killed;
  const failed = tried.reduce((sum, one) => sum + one.failed, 0) + judged.length - killed;
  const notRun = tried.flatMap((one) => one.notRun);
  if (tried.length > 0) print(`not run: ${notRun.length === 0 ? 'nothing' : notRun.join('; ')}`);
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
