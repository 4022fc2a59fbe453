// The rules of docs/migrations.md about the list of migrations.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isBefore } from '../../src/database/migrating/schema-state.ts';
import { MIGRATIONS } from '../../src/database/migrations/list.ts';
import type { Dialect } from '../../src/database/statement.ts';
import { schemaText } from '../support/releases/schema-text.ts';

const RELEASES = new URL('../releases/', import.meta.url);
const FOLDER = new URL('../../src/database/migrations/', import.meta.url);
const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres'];
const released = readdirSync(RELEASES).filter((name) => /^\d/.test(name));

test('the first released version is kept', () => {
  expect(released).toContain('0.1.0');
});

test.each(released.flatMap((release) => DIALECTS.map((dialect) => [release, dialect] as const)))(
  'R-F18 the schema of the released version %s on %s is as it was released: a change of it is another migration',
  (release, dialect) => {
    const kept = readFileSync(new URL(`${release}/schema.${dialect}.sql`, RELEASES), 'utf8');
    expect(schemaText(release, dialect), 'frozen: add the next migration instead (docs/migrations.md)').toBe(kept);
  },
);

test('each migration has the file of its name, and a number of its own, one after another', () => {
  const files = readdirSync(FOLDER).filter((name) => /^\d/.test(name));
  expect(MIGRATIONS.map(({ name }) => `${name}.ts`)).toEqual(files.toSorted());
  expect(MIGRATIONS.map(({ name }) => Number(name.slice(0, 4)))).toEqual(MIGRATIONS.map((_, index) => index + 1));
});

test('migrations stand in the order of the versions that bring them', () => {
  const wrong = MIGRATIONS.filter(({ release }, at) => isBefore(release, MIGRATIONS[at - 1]?.release ?? '0.0.0'));
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('a contract step comes a version later than the oldest one that does without what it takes away', () => {
  const wrong = MIGRATIONS.filter((one) => one.step === 'contract' && !isBefore(one.needs, one.release));
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
