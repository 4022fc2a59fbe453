// All mutants: those written by hand in mutants/, and the tenant filters.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';
import { tenantFilters } from './tenant-filters.ts';

const FOLDER = new URL('mutants/', import.meta.url);

/** Every list of mutants that a file of mutants/ exports. */
async function writtenMutants(): Promise<Mutant[]> {
  const found: Mutant[] = [];
  for (const name of globSync('*.ts', { cwd: fileURLToPath(FOLDER) }).toSorted()) {
    const exported: Record<string, readonly Mutant[]> = await import(new URL(name, FOLDER).href);
    const lists = Object.entries(exported).filter(([list]) => list.endsWith('_MUTANTS'));
    if (lists.length === 0) throw new Error(`test/mutation/mutants/${name} exports no list called …_MUTANTS`);
    found.push(...lists.flatMap(([, list]) => list.map((mutant) => ({ ...mutant, tests: mutant.tests.map(toFile) }))));
  }
  return found;
}

/** A test file may be named without its ending, as for `npm test`. */
function toFile(name: string): string {
  return name.endsWith('.test.ts') ? name : `${name}.test.ts`;
}

export async function registeredMutants(): Promise<Mutant[]> {
  return [...(await writtenMutants()), ...tenantFilters().map(({ mutant }) => mutant)];
}

/** What is wrong with a mutant as it is written, given the text of its file. */
export function faultOf({ find, replace }: Mutant, source: string): string | undefined {
  const count = source.split(find).length - 1;
  if (count !== 1) return `its text stands ${count} times in the file, and not once`;
  return find === replace ? 'it changes nothing' : undefined;
}
