// The mutants of `npm run test:long` match the sources, so that a change of a mutant's text is noticed here and not at
// the next release.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { faultOf, registeredMutants } from '../mutation/registered.ts';
import { SECOND_LOCKS, SEEN_BY } from '../mutation/tenant-filter-tests.ts';
import { tenantFilters } from '../mutation/tenant-filters.ts';
import config, { NOT_TODAY } from '../vitest.config.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const mutants = await registeredMutants();
const filters = tenantFilters();

test('every mutant changes text that stands once in its file', () => {
  const faults = mutants.map((mutant) => [
    mutant.what,
    existsSync(PROJECT + mutant.file)
      ? faultOf(mutant, readFileSync(PROJECT + mutant.file, 'utf8'))
      : 'there is no such file',
  ]);
  expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([]);
});

/** By part of `npm test`, the files that it runs, on whatever day. */
function filesByPart(): ReadonlyMap<string, ReadonlySet<string>> {
  const parts = (config.test?.projects ?? []).flatMap((project) => {
    if (typeof project !== 'object' || !('test' in project)) return [];
    const { name, include = [], exclude = [] } = project.test ?? {};
    const kept = exclude.filter((pattern) => !NOT_TODAY.includes(pattern));
    return [[String(name), new Set(globSync(include, { cwd: PROJECT, exclude: kept }))] as const];
  });
  return new Map(parts);
}

test('every mutant is noticed by tests that its part runs', () => {
  const files = filesByPart();
  const missing = mutants.flatMap(({ what, part, tests }) =>
    tests.length === 0
      ? [[what, 'no tests']]
      : tests.filter((file) => files.get(part)?.has(file) !== true).map((file) => [what, part, file]),
  );
  expect(missing).toEqual([]);
});

test('no two mutants are called the same', () => {
  const names = mutants.map(({ what }) => what);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every comparison with a publication in the sources is a tenant filter that can be dropped', () => {
  expect(filters.length).toBeGreaterThan(100);
  const compared = globSync('src/**/*.ts', { cwd: PROJECT, exclude: ['src/database/migrations/**'] }).flatMap(
    (file) => {
      const found = [
        ...readFileSync(PROJECT + file, 'utf8').matchAll(/publication_id\s*=(?!=)|\.id\s*=\s*\w+\.publication_id/g),
      ];
      return found.map(() => file);
    },
  );
  expect(compared.toSorted()).toEqual(
    filters
      .filter(({ text }) => text.includes('publication_id'))
      .map(({ file }) => file)
      .toSorted(),
  );
});

test('what is said about the tests of a tenant filter is about one that there is', () => {
  const named = [...Object.values(SEEN_BY), ...Object.values(SECOND_LOCKS)].flatMap((rows) =>
    Object.entries(rows).flatMap(([file, names]) => names.map((name) => `${file} ${name}`)),
  );
  const known = new Set(filters.flatMap(({ file, name, text }) => [`${file} ${name}`, `${file} ${name}: ${text}`]));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
});
