// The values of a statement: by name, as often as the text needs them, or by position.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement, type Values } from '../../src/database/statement.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts';

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await openTestDatabase();
});
afterAll(() => scratch.drop());

let made = 0;
const first = (text: string, values: Values) =>
  scratch.database.first(statement(`test_values_${(made += 1)}`, text), values);

describe('a statement', () => {
  it('binds a named value wherever its name stands', async () => {
    const text = `select cast(:a as text) as "x", cast(:b as integer) as "y", cast(:a as text) || cast(:a as text) as "z"`;
    expect(await first(text, { b: 2, a: 'one' })).toEqual({ x: 'one', y: 2, z: 'oneone' });
  });

  it('takes a record that has more than it names, and binds dates and truth as they are stored', async () => {
    const text = 'select cast(:at as bigint) as "at", cast(:isSo as integer) as "isSo"';
    expect(await first(text, { isSo: 1, at: new Date(5), other: 'unused' })).toEqual({ at: 5, isSo: 1 });
    expect(await first('select cast(:yes as boolean) as "yes"', { yes: true })).toEqual({
      yes: scratch.database.dialect === 'sqlite' ? 1 : true,
    });
  });

  it('binds values by position', async () => {
    expect(await first('select cast(? as text) as "x", cast(? as text) as "y"', ['a', 'b'])).toEqual({
      x: 'a',
      y: 'b',
    });
  });

  it('leaves quoted text and casts alone', async () => {
    const text = `select ':a ?' as "x", cast(:a as text) as ":a"`;
    expect(await first(text, { a: '1' })).toEqual({ x: ':a ?', ':a': '1' });
    expect(statement('test_cast', 'select :a::text[], b::json').postgres).toBe('select $1::text[], b::json');
  });

  it('may name other values on each database', () => {
    const { sqlite, postgres, valueNames } = statement('test_two_texts', {
      sqlite: 'select :b, :a, :b',
      postgres: 'select :a, :a',
    });
    expect({ sqlite, postgres, valueNames }).toEqual({
      sqlite: 'select +?, +?, +?',
      postgres: 'select $1, $1',
      valueNames: { sqlite: ['b', 'a', 'b'], postgres: ['a'] },
    });
  });

  it('fails when a named value is missing', async () => {
    await expect(first('select cast(:a as text), cast(:b as text)', { a: 'x' })).rejects.toThrow(
      /lacks a value for :b$/,
    );
  });

  it('fails when named values are given by position', async () => {
    await expect(first('select cast(:a as text)', ['x'])).rejects.toThrow(/takes its values by name$/);
  });

  it('is refused with values both by name and by position', () => {
    expect(() => statement('test_mixed', 'select ?, :a')).toThrow('test_mixed has values by name and by position');
  });

  it('is refused under the name of another', () => {
    statement('test_taken', 'select 1');
    expect(() => statement('test_taken', 'select 2')).toThrow('two statements are called test_taken');
  });
});
