// CSV files that spreadsheets read: nothing in them runs as a formula, and what was written is read back exactly.
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { CSV_MARK, csvFile, csvStream, plainText, type CsvRow } from '../src/csv.ts';

const RISKY = ['=1+1', '+49 30 1', '-cmd', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', "'=1", "''@x"];
const PLAIN = ['Müller, "Ada"', "O'Brien", "'quoted'", 'two\r\nlines', ' =1', 'a=b', '', '0049'];

it('makes every cell harmless that a spreadsheet would run, and gives it back exactly', () => {
  const read = parse(
    csvFile(
      ['text'],
      [...RISKY, ...PLAIN].map((cell) => [cell]),
    ),
    { bom: true },
  ) as string[][];
  const cells = read.slice(1).map(([cell = '']) => cell);
  for (const [at, cell] of RISKY.entries()) expect(cells[at]).toBe(`'${cell}`);
  expect(cells.slice(RISKY.length)).toEqual(PLAIN);
  expect(cells.map(plainText)).toEqual([...RISKY, ...PLAIN]);
});

it('writes numbers as they are, times as ISO 8601, and nothing for null', () => {
  const row: CsvRow = [-450, true, new Date(Date.UTC(2026, 11, 21, 14, 5)), null];
  expect(csvFile(['a', 'b', 'c', 'd'], [row])).toBe(`${CSV_MARK}a,b,c,d\r\n-450,true,2026-12-21T14:05:00.000Z,\r\n`);
});

it('streams slices as they come, and breaks off with an error when reading one fails', async () => {
  let taken = 0;
  async function* slices(fails: boolean): AsyncGenerator<CsvRow[]> {
    for (; taken < 3; taken += 1) yield [[taken]];
    if (fails) throw new Error('the database is gone');
    yield [];
  }
  expect(String(await buffer(csvStream(['n'], slices(false))))).toBe(`${CSV_MARK}n\r\n0\r\n1\r\n2\r\n`);
  await expect(buffer(csvStream(['n'], slices(true)))).rejects.toThrow('the database is gone');
});
