// The download of one's own data (reliability R-P2): every row of the person and none of anybody else, as JSON and as CSV that no spreadsheet runs.
import { expect, test } from 'vitest';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { dump, type Dump, type Row } from '../../support/databases/dump.ts';
import { givenRelyingParty } from '../../support/outside/relying-party.ts';
import { givenBusyReaders, rowsOf, type BusyReader } from '../../support/publications/busy-reader.ts';
import { givenSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const EMAIL = 'ada-canary31@example.org';

type Export = Record<string, Record<string, unknown>[]>;

async function givenReader() {
  const site = await givenSite(service());
  const { id } = (
    await site.api.post('/customers', { email: EMAIL, name: '=HYPERLINK("https://evil.example")' })
  ).json<{ id: string }>();
  const browser = await site.signedIn(EMAIL);
  await browser.submit(await browser.open('/free_offering/subscribe'));
  await site.api.post('/subscriptions', { customer_id: id, plan_id: site.plan.id, price_id: site.price.id });
  const party = await givenRelyingParty(service(), { name: 'The canary site' }, site);
  await party.signInOn(browser);
  const strangers = await site.subscribed('eve-stranger@example.org');
  await (await givenRelyingParty(service(), { name: 'The stranger site' }, site)).signInOn(strangers);
  return { site, browser };
}

test('has every row of the person and none of anybody else', async () => {
  const { site, browser } = await givenReader();
  const answer = await browser.get('/my-data.json');
  const data = answer.json<Export>();
  const customer = await findCustomerByEmail(site.publication, service().database, parseEmailAddress(EMAIL));
  expect(data['customer']).toEqual([
    expect.objectContaining({
      id: customer?.id,
      member_id: customer?.id.replace('cus_', 'memb_'),
      email: EMAIL,
      name: '=HYPERLINK("https://evil.example")',
    }),
  ]);
  expect(data['newsletters']).toEqual([expect.objectContaining({ slug: 'weekly' })]);
  expect(data['subscriptions']).toEqual([
    expect.objectContaining({
      plan: 'supporter',
      amount: 500,
      currency: 'EUR',
      interval: 'month',
      complimentary: false,
      status: 'active',
    }),
  ]);
  expect(data['sessions']).toHaveLength(1);
  expect(data['sign_ins_to_applications']).toEqual([
    expect.objectContaining({ application: 'The canary site', scope: 'openid email profile' }),
  ]);
  expect(data['email_codes']).toEqual([expect.objectContaining({ email: EMAIL, purpose: 'sign-in' })]);
  expect(data['letters']).toHaveLength(1);
  const name = '=HYPERLINK("https://evil.example")';
  const created = { object: { email: EMAIL, name, postalAddress: null, newsletterSlugs: [] } };
  expect([...(data['events'] ?? []), ...(data['pending_events'] ?? [])]).toContainEqual(
    expect.objectContaining({ type: 'customer.created', personal: created }),
  );
  expect(answer.body).not.toContain('stranger');
});

/** Table → the parts of the download that hold its rows, where they are not called like the table. */
const PARTS: Record<string, readonly string[]> = {
  access_tokens: ['sign_ins_to_applications'],
  customer_notes: ['notes'],
  customers: ['customer'],
  deliveries: ['letters'],
  gifts: ['gifts', 'claimed_gifts', 'gifts_to_address'],
  newsletter_subscriptions: ['newsletters'],
};
/**
 * What the publisher was answered, kept for a day; the publisher's own log, which names people by their ids alone; staff, who are no customers; and the
 * tables that stand for an outside system, the payment gateway.
 */
const NOT_IN_DOWNLOAD = new Set([
  // An index of name and address, and counts by the bare id.
  'customer_words',
  'figure_changes',
  // A queue of what is mailed within seconds.
  'turns',
  // What a file of the publisher said, of which everything that was taken over is in the download.
  'imported_people',
  // What programs of the publisher answered to an event, whose content is in the download.
  'delivery_attempts',
  'idempotency_answers',
  'audit_entries',
  'staff_members',
  'staff_invitations',
  'sandbox_customers',
]);

/** Of their own rows, table by table; a letter is its recipient's, whomever it tells of, and one to an address that the reader had is theirs. */
function ownRows(all: Dump, reader: BusyReader): [string, Row[]][] {
  const isToSomebodyElse = ({ payload }: Row): boolean =>
    Object(payload)['to'] !== undefined &&
    ![reader.email, `former-${reader.canary}@example.org`].includes(Object(payload)['to']);
  return [...all].map(([table, rows]) => [table, rowsOf(reader, rows).filter((row) => !isToSomebodyElse(row))]);
}

/** Ids, addresses, names and moments, as the download spells them. */
function valuesOf(rows: readonly Row[]): string[] {
  const texts = rows
    .flatMap((row) => Object.values(row))
    .map(String)
    .filter((text) => text.length >= 8);
  return texts.map((text) => (/^\d{13}$/.test(text) ? new Date(Number(text)).toISOString() : text));
}

test('R-P2 holds every row of a person who has done everything, part by part, and nothing of a stranger who has done the same or of a namesake elsewhere', async () => {
  const { person, stranger, namesake } = await givenBusyReaders(service());
  const answer = await person.browser.get('/my-data.json');
  const data = answer.json<Export>();
  expect(Object.entries(data).flatMap(([part, rows]) => (rows.length === 0 ? [part] : []))).toEqual([]);
  const all = await dump(service());
  const stored = ownRows(all, person).filter(([table, rows]) => rows.length > 0 && !NOT_IN_DOWNLOAD.has(table));
  const exported = stored.map(([table]) => [
    table,
    (PARTS[table] ?? [table]).flatMap((part) => data[part] ?? []).length,
  ]);
  expect(exported).toEqual(stored.map(([table, rows]) => [table, rows.length]));
  expect(Object.keys(data).toSorted()).toEqual(
    ['publication', ...stored.flatMap(([table]) => PARTS[table] ?? [table])].toSorted(),
  );
  const others = new Set(
    [...all.values()].flatMap((rows) => [stranger, namesake].flatMap((reader) => rowsOf(reader, rows))),
  );
  const known = new Set(valuesOf([...all.values()].flat().filter((row) => !others.has(row))));
  const foreign = [...new Set(valuesOf([...others]))].filter((value) => !known.has(value));
  expect(foreign.length).toBeGreaterThan(100);
  const csv = (await person.browser.get('/my-data.csv')).body;
  expect(foreign.filter((value) => answer.body.includes(value) || csv.includes(value))).toEqual([]);
});

test('names every table that holds something of a person', async () => {
  const { browser } = await givenReader();
  const { knex, dialect } = service().database;
  const owned = await Promise.all(
    ['customer_id', 'email', 'session_id'].map(async (column): Promise<string[]> => {
      if (dialect === 'postgres')
        return (
          await knex('information_schema.columns')
            .where({ column_name: column, table_schema: 'public' })
            .select('table_name as name')
        ).map(({ name }: { name: string }) => name);
      const tables: { name: string }[] = await knex('sqlite_master').where({ type: 'table' }).select('name');
      const infos = await Promise.all(
        tables.map(async ({ name }) => ({
          name,
          columns: (await knex.raw(`pragma table_info(${name})`)) as { name: string }[],
        })),
      );
      return infos.filter(({ columns }) => columns.some((info) => info.name === column)).map(({ name }) => name);
    }),
  );
  const inExport: Record<string, string> = {
    customer_notes: 'notes',
    deliveries: 'letters',
    customers: 'customer',
    newsletter_subscriptions: 'newsletters',
    access_tokens: 'sign_ins_to_applications',
  };
  const tables = [...new Set(owned.flat())].filter((table) => !NOT_IN_DOWNLOAD.has(table));
  const names = tables.map((table) => inExport[table] ?? table);
  expect(Object.keys((await browser.get('/my-data.json')).json<Export>())).toEqual(expect.arrayContaining(names));
});

test('holds no hash, code or cookie', async () => {
  const { browser } = await givenReader();
  const { body } = await browser.get('/my-data.json');
  expect(body).not.toMatch(/hash|mac"|[0-9a-f]{64}|"digits"/);
  for (const value of browser.cookies.values()) expect(body).not.toContain(value);
});

test('says the same as CSV, one value a line, and no cell is a formula', async () => {
  const { browser } = await givenReader();
  const answer = await browser.get('/my-data.csv');
  const lines = answer.body.split('\r\n');
  expect(lines[0]).toBe('\ufeffrecord,number,field,value');
  expect(lines).toContain(`customer,1,email,${EMAIL}`);
  expect(lines).toContain(`customer,1,name,"'=HYPERLINK(""https://evil.example"")"`);
  expect(lines).toContain('subscriptions,1,amount,500');
  expect(answer.body).toContain(`events,1,facts,"{""object"":{""id"":""sub_`);
  expect(lines.filter((line) => /(?:^|,)"?[=+\-@\t]/.test(line))).toEqual([]);
  const values = Object.values((await browser.get('/my-data.json')).json<Export>())
    .flat(2)
    .filter((row) => typeof row === 'object');
  expect(lines).toHaveLength(1 + values.flatMap((row) => Object.keys(row)).length + 1);
});

test.each(['+1', '-1', '@SUM(1)', '\u200b=1', '=1+1'])('the name %s cannot run in a spreadsheet', async (name) => {
  const site = await givenSite(service());
  const browser = await site.signedIn(EMAIL);
  await browser.submit(await browser.open('/'), { name }, '/');
  expect((await browser.get('/my-data.csv')).body).toContain(
    `customer,1,name,${name.startsWith('\u200b') ? '' : "'"}${name}`,
  );
});

test.each(['json', 'csv'])(
  '%s is a file to keep: named, never stored on the way, closed to other sites',
  async (extension) => {
    const { browser } = await givenReader();
    const { headers } = await browser.get(`/my-data.${extension}`);
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="my-data.${extension}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  },
);

test("gives nothing for another publication's session", async () => {
  const { browser } = await givenReader();
  const there = (await givenSite(service())).newBrowser();
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  for (const path of ['/my-data.json', '/my-data.csv']) {
    const answer = await there.get(path);
    expect([answer.statusCode, answer.body]).toEqual([303, '']);
  }
});
