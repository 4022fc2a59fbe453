// How statements are written (docs/architecture.md, The database): many values have names, and columns are converted to
// field names automatically.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { statement, type Statement } from '../../src/database/statement.ts';
import { ROOMS, sourceStatements } from './source-statements.ts';

/** Our choice: more than these, and two that change places are not seen. */
const MOST_POSITIONS = 6;

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

function countPositions({ sqlite, valueNames }: Statement<unknown>): number {
  return valueNames.sqlite === undefined ? sqlite.split('+?').length - 1 : 0;
}

function fieldAliases({ sqlite, postgres }: Statement<unknown>): string[] {
  return [sqlite, postgres].flatMap((text) => text.match(/\bas\s+"[a-z]\w*[A-Z]\w*"/g) ?? []);
}

test('every file that makes statements is in a room whose statements are read', () => {
  const makers = globSync('src/**/*.ts', { cwd: PROJECT }).filter((file) =>
    /\b(statement|queueStatement)(<.*>)?\(/.test(readFileSync(PROJECT + file, 'utf8')),
  );
  expect(makers.length).toBeGreaterThan(20);
  const rooms = ['database', ...ROOMS].map((room) => `src/${room}/`);
  expect(makers.filter((file) => !rooms.some((room) => file.startsWith(room)))).toEqual([]);
});

test('no statement has more than six values by position', () => {
  const many = sourceStatements.filter((made) => countPositions(made) > MOST_POSITIONS);
  expect(many.map(({ name }) => name)).toEqual([]);
});

test('no statement names a column as its field', () => {
  expect(sourceStatements.flatMap((made) => fieldAliases(made).map((alias) => `${made.name}: ${alias}`))).toEqual([]);
});

test('the readers see both', () => {
  const seven = statement(
    'test_seven_values',
    "select id from customers where '?' <> id and id in (?, ?, ?, ?, ?, ?, ?)",
  );
  expect(countPositions(seven)).toBe(7);
  expect(countPositions(statement('test_named_value', 'select id from customers where id = :id'))).toBe(0);
  const aliased = statement('test_aliased', 'select site_url as "siteUrl", max(at) as "end" from publications');
  expect(fieldAliases(aliased)).toEqual(['as "siteUrl"', 'as "siteUrl"']);
});
