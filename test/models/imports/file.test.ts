// Files as others write them: encodings, delimiters, quoted line breaks, and clear words for what cannot be read.
import { describe, expect, test } from 'vitest';
import { csvFile } from '../../../src/csv.ts';
import { readDate, type DayOrder } from '../../../src/models/imports/day.ts';
import { UnreadableFile } from '../../../src/models/imports/file-fault.ts';
import { readRows, type FileRow } from '../../../src/models/imports/file.ts';
import { fieldsOf, recognizePreset } from '../../../src/models/imports/presets.ts';

async function rowsOf(bytes: Buffer, piece = 7): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  const open = async function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  };
  for await (const row of readRows(open)) rows.push(row);
  return rows;
}

const TEXT = 'email;name;note\nada@example.org;Ådå;"one\ntwo; three"\n\ngrace@example.org;Gräce;;;\n';
const READ = [
  { line: 1, cells: ['email', 'name', 'note'] },
  { line: 2, cells: ['ada@example.org', 'Ådå', 'one\ntwo; three'] },
  { line: 5, cells: ['grace@example.org', 'Gräce', ''] },
];

test.each<[name: string, bytes: Buffer]>([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 in the other order', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
  ['Windows-1252', Buffer.from(TEXT, 'latin1')],
  ['lines that end in CR LF', Buffer.from(TEXT.replaceAll(/(?<!one)\n/g, '\r\n'))],
])('reads %s, with the line of each row', async (_name, bytes) => {
  expect(await rowsOf(bytes)).toEqual(READ);
});

test.each([',', '\t'])('recognizes the delimiter %j', async (delimiter) => {
  const [header] = await rowsOf(Buffer.from(`email${delimiter}"a;b;c;d"\nx@example.org${delimiter}1\n`));
  expect(header?.cells).toEqual(['email', 'a;b;c;d']);
});

test('reads a file of ours back as it was before its cells were made harmless', async () => {
  const texts = ['=1+1', '@ada', '-1', "'=quoted", "'plain'", 'two\r\nlines', '＋1'];
  const file = csvFile(
    ['=email', 'name'],
    texts.map((text) => ['ada@example.org', text]),
  );
  const [header, ...rows] = await rowsOf(Buffer.from(file));
  const read = texts.map((text) => text.replace('\r\n', '\n'));
  expect([header?.cells, ...rows.map(({ cells }) => cells[1])]).toEqual([['=email', 'name'], ...read]);
});

test.each<[fault: string, bytes: Buffer, line: number | undefined]>([
  ['empty', Buffer.alloc(0), undefined],
  ['empty', Buffer.from('\n\n'), undefined],
  ['no-header', Buffer.from(',,\na@example.org,b,c\n'), 1],
  ['binary', Buffer.from([1, 2, 0, 0, 0, 3, 4]), undefined],
  ['workbook', Buffer.from('PK\u0003\u0004 and so on'), undefined],
  ['column-twice', Buffer.from('email,name,Email\n'), 1],
  ['too-many-columns', Buffer.from(`${Array.from({ length: 121 }, (_, at) => `c${at}`).join(',')}\n`), 1],
  ['quote', Buffer.from('email,name\na@example.org,Ada "the" First\n"x"y,z\n'), 2],
  ['quote-open', Buffer.from('email,name\na@example.org,"Ada\n'), 2],
  ['row-too-long', Buffer.from(`email,name\na@example.org,"${'x'.repeat(300_000)}\n`), 2],
])('refuses a file by %s', async (fault, bytes, line) => {
  const error = await rowsOf(bytes, 60_000).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreadableFile);
  expect(error).toMatchObject({ fault, line });
});

describe('dates', () => {
  const day = (text: string) => Date.parse(text);
  test.each<[text: string, order: DayOrder | undefined, at: number | string]>([
    ['2024-03-01', undefined, day('2024-02-29T23:00:00Z')],
    ['2024-07-01', undefined, day('2024-06-30T22:00:00Z')],
    ['2024-03-01T09:30:00.250Z', undefined, day('2024-03-01T09:30:00.250Z')],
    ['2024-03-01T09:30:00+02:00', undefined, day('2024-03-01T07:30:00Z')],
    ['2024-03-01 09:30:00 UTC', undefined, day('2024-03-01T09:30:00Z')],
    ['2024-03-01 09:30:00.123456', undefined, day('2024-03-01T08:30:00.123Z')],
    // On the days on which clocks change: before and after.
    ['2026-03-29 01:30', undefined, day('2026-03-29T00:30:00Z')],
    ['2026-03-29 12:00', undefined, day('2026-03-29T10:00:00Z')],
    ['2026-10-25 01:30', undefined, day('2026-10-24T23:30:00Z')],
    ['2026-10-25 12:00', undefined, day('2026-10-25T11:00:00Z')],
    ['21.02.23', undefined, day('2023-02-20T23:00:00Z')],
    ['1. 3. 2024', undefined, day('2024-02-29T23:00:00Z')],
    ['Mar 1, 2024', undefined, day('2024-02-29T23:00:00Z')],
    ['1 March 2024', undefined, day('2024-02-29T23:00:00Z')],
    ['25/12/2024', undefined, day('2024-12-24T23:00:00Z')],
    ['03/04/2025', undefined, 'ambiguous'],
    ['03/03/2025', undefined, day('2025-03-02T23:00:00Z')],
    ['03/04/2025', 'dmy', day('2025-04-02T22:00:00Z')],
    ['03/04/2025', 'mdy', day('2025-03-03T23:00:00Z')],
    ['25/12/2024', 'mdy', 'unreadable'],
    ['2024-02-30', undefined, 'unreadable'],
    ['31.04.2024', undefined, 'unreadable'],
    ['1st of May', undefined, 'unreadable'],
    ['2024-03-01T25:00:00Z', undefined, 'unreadable'],
    ['1709285400', undefined, day('2024-03-01T09:30:00Z')],
  ])('%s, by %s', (text, order, at) => {
    const read = readDate(text, 'Europe/Berlin', order);
    expect(typeof read === 'string' ? read : read.at).toBe(at);
  });
});

test.each<[preset: string | undefined, header: string, fields: string]>([
  [
    'ghost',
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers',
    '-,email,name,note,subscribed,complimentary,-,joined,-,-,plan',
  ],
  [
    'substack',
    'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at',
    'email,active,paid_until,plan,unsubscribed,joined,-',
  ],
  [
    'patreon',
    'Name,Email,Discord,Patron Status,Follows You,Lifetime Amount,Pledge Amount,Tier,Addressee,Street,City,Patronage Since Date,Additional Details,Access Expiration',
    'name,email,-,active,-,-,-,plan,address_name,address_line1,address_city,joined,note,paid_until',
  ],
  [
    'mailchimp',
    'Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LEID,EUID,NOTES,TAGS',
    'email,first_name,last_name,-,-,joined,-,-,note,-',
  ],
  [
    'steady',
    'first_name,last_name,email,plan_name,gifted,subscription_state,subscribed_at,expires_at,shipping_city',
    'first_name,last_name,email,plan,-,active,joined,paid_until,address_city',
  ],
  ['memberful', 'Memberful ID,Full Name,Email,Created at,Plan,Active', '-,name,email,joined,plan,active'],
  [undefined, 'E-Mail,Vorname,Nachname,Bezahlt bis,Farbe,Name', 'email,first_name,last_name,paid_until,-,name'],
])('recognizes the export of %s by its columns', (preset, header, fields) => {
  const names = header.split(',');
  expect(recognizePreset(names)).toBe(preset);
  expect(fieldsOf(names, recognizePreset(names)).map((field) => field ?? '-')).toEqual(fields.split(','));
});
