// What is wrong with a row is named with its line and its column, in both languages and whatever the file looks like.
import { expect, test } from 'vitest';
import { rowFaults } from '../../../src/dashboard/moving/import-texts.ts';
import { readRows } from '../../../src/models/imports/file.ts';
import { NO_SETTINGS } from '../../../src/models/imports/import-settings.ts';
import { fieldsOf } from '../../../src/models/imports/presets.ts';
import { readRow } from '../../../src/models/imports/row.ts';
import { translator } from '../../../src/views/text.ts';

const CATALOG = { planOf: () => undefined, planOfRest: undefined, newsletterOf: () => undefined };
const NOW = Date.parse('2026-01-01T00:00:00Z');

/** Returns the faults of a file as `line column: text`. */
async function faultsOf(bytes: Buffer, catalogue: 'en' | 'de' = 'en'): Promise<string[]> {
  const t = translator(catalogue, catalogue);
  const told: string[] = [];
  let header: readonly string[] | undefined;
  const open = async function* () {
    yield bytes;
  };
  for await (const row of readRows(open)) {
    header ??= row.cells;
    if (row.cells === header) continue;
    const settings = { ...NO_SETTINGS, fields: fieldsOf(header, undefined).map((field) => field ?? null) };
    const { faults } = readRow(row, { settings, catalog: CATALOG, timeZone: 'UTC', now: NOW });
    for (const { column, text } of rowFaults(
      { t },
      { line: row.line, kind: 'faulty', faults },
      { header, source: null },
    ))
      told.push(`${row.line} ${column}: ${text}`);
  }
  return told;
}

const NOTES =
  'email;name;note;joined\nada@example.org;Ädä;"one\ntwo";2024-02-30\nnobody;Gräce;"one\n\nthree";\nnobody too;;;\n';
const EXPECTED = ['2 joined: ', '4 email: ', '7 email: '];

test.each<[name: string, bytes: Buffer]>([
  ['quoted line breaks and semicolons', Buffer.from(NOTES)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${NOTES}`)],
  ['UTF-16', Buffer.from(`\ufeff${NOTES}`, 'utf16le')],
  ['Windows-1252', Buffer.from(NOTES, 'latin1')],
  ['CR LF', Buffer.from(NOTES.replaceAll('\n', '\r\n'))],
])('names line and column in a file with %s', async (_name, bytes) => {
  for (const catalogue of ['en', 'de'] as const) {
    const told = await faultsOf(bytes, catalogue);
    expect(told.map((text) => text.replace(/: .*/s, ': '))).toEqual(EXPECTED);
  }
});

const WIDE = Array.from({ length: 98 }, (_, at) => `column ${at}`);

test.each<[name: string, lines: string[], told: string[]]>([
  [
    'a row that is too long',
    ['email,name', 'a@example.org,A,more'],
    ['2 Column 3: More cells than the first line has columns'],
  ],
  ['a row that is too short', ['name,email', 'A'], ['2 email: Neither an e-mail address nor an activation code']],
  [
    'no column of addresses',
    ['activation code,name', ',A'],
    ['2 activation code: Neither an e-mail address nor an activation code'],
  ],
  [
    'a hundred columns',
    [[...WIDE, 'email', 'joined'].join(','), [...WIDE, 'a@example.org', 'soon'].join(',')],
    ['2 joined: No date'],
  ],
  ['no column of plans', ['email,paid until', 'a@example.org,2027-01-01'], ['2 paid until: ']],
  ['a name in two columns', ['email,first name', `a@example.org,${'x'.repeat(500)}`], ['2 first name: ']],
])('names line and column for %s', async (_name, lines, told) => {
  const found = await faultsOf(Buffer.from(lines.join('\n')));
  expect(found).toHaveLength(told.length);
  for (const [at, text] of told.entries()) expect(found[at]?.startsWith(text)).toBe(true);
});
