// Runs mutants, two at a time, each in a copy of the project. Before that, the tests that should notice them have to pass without a mutant.
import { performance } from 'node:perf_hooks';
import type { Mutant } from '../../../test/mutation/mutant.ts';
import { startPostgres } from '../../../test/support/databases/postgres-server.ts';
import { preparedChromium } from '../../setup/chromium.mjs';
import { observe, type Observation, type Verdict } from './observed.ts';
import { WorkingCopy } from './working-copy.ts';

/** As many as the machine of the tests has cores. */
const COPIES = 2;
const NEED_POSTGRES: readonly Mutant['part'][] = ['postgres', 'faults', 'sdk'];

export interface Judged extends Verdict {
  readonly mutant: Mutant;
}

type Print = (line: string) => void;
type Environment = Readonly<Record<string, string>>;

/** Throws when the tests fail without a mutant. */
export async function runMutants(mutants: readonly Mutant[], print: Print): Promise<Judged[]> {
  const parts = new Set(mutants.map(({ part }) => part));
  const chromium = preparedChromium();
  if (parts.has('browser') && chromium === undefined)
    throw new Error(
      'there is no Chromium; the set-up said why, and says it again with: node scripts/setup.mjs --tests',
    );
  // One for all runs, which each copy their databases from a template of their own.
  const server = NEED_POSTGRES.some((part) => parts.has(part))
    ? await startPostgres({ maxConnections: 300 })
    : undefined;
  const environment: Environment = {
    // What a day's run draws is not to decide what is noticed.
    WALKS: 'all',
    ...(server && { TEST_POSTGRES_URL: server.url }),
    ...(chromium !== undefined && { CHROMIUM_PATH: chromium }),
  };
  const copies = Array.from({ length: COPIES }, (_, index) => new WorkingCopy(String(index + 1)));
  try {
    await checkUnchanged(mutants, copies, environment, print);
    return await judgeAll(mutants, copies, environment, print);
  } finally {
    for (const copy of copies) copy.remove();
    await server?.stop();
  }
}

/** Runs all named files once, without a mutant. */
async function checkUnchanged(
  mutants: readonly Mutant[],
  copies: readonly WorkingCopy[],
  environment: Environment,
  print: Print,
): Promise<void> {
  const runs = [...Map.groupBy(mutants, ({ part }) => part)].map(([part, ofPart]): Observation => ({
    part,
    tests: [...new Set(ofPart.flatMap(({ tests }) => tests))].toSorted(),
  }));
  const faults: string[] = [];
  await share(runs, copies, async (run, { folder }) => {
    const start = performance.now();
    const { result, because } = await observe(folder, run, environment);
    print(
      `unchanged  ${seconds(start)}  ${run.part}, ${run.tests.length} files: ${result === 'survived' ? 'pass' : `FAIL (${because})`}`,
    );
    if (result !== 'survived') faults.push(`${run.part}: ${because}`);
  });
  if (faults.length > 0)
    throw new Error(`tests fail without any mutant, so no run with one would tell anything: ${faults.join('; ')}`);
}

async function judgeAll(
  mutants: readonly Mutant[],
  copies: readonly WorkingCopy[],
  environment: Environment,
  print: Print,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  await share(mutants, copies, async (mutant, copy) => {
    const start = performance.now();
    const verdict = await copy.withMutant(mutant, () => observe(copy.folder, { ...mutant, bail: true }, environment));
    judged.push({ ...verdict, mutant });
    const result = verdict.result === 'killed' ? 'killed  ' : verdict.result.toUpperCase().padEnd(8);
    print(
      `${result}  ${seconds(start)}  ${mutant.what}${verdict.because === '' ? '' : ` (${mutant.part}: ${verdict.because})`}`,
    );
  });
  return judged;
}

/** Each copy takes the next mutant when it is free. */
async function share<Item>(
  items: readonly Item[],
  copies: readonly WorkingCopy[],
  work: (item: Item, copy: WorkingCopy) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const takeNext = async (copy: WorkingCopy): Promise<void> => {
    const item = waiting.shift();
    if (item === undefined) return;
    await work(item, copy);
    await takeNext(copy);
  };
  await Promise.all(copies.map(takeNext));
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`;
}
