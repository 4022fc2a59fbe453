// The import of people on the pages of the dashboard: what a file would do is shown before anything is written, what was
// confirmed happens once, and the next export changes only what differs.
import { expect, test } from 'vitest';
import { sendDueMails } from '../../../src/mails/due-mails.ts';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { advanceImport } from '../../../src/models/imports/advance.ts';
import { updateCustomer } from '../../../src/models/lifecycle/customer-update.ts';
import { eraseCustomer } from '../../../src/models/lifecycle/erasure.ts';
import { createCustomer } from '../../../src/models/people/customer.ts';
import { unsubscribeFromNewsletter } from '../../../src/models/people/newsletter-subscription.ts';
import { openMail } from '../../../src/outbound/mail.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { settleImports } from '../../support/publications/imports.ts';
import { BERLIN } from '../../support/publications/postal.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);

interface Given {
  readonly site: TestSite;
  readonly owner: Browser;
  readonly base: string;
}

async function given(): Promise<Given> {
  const site = await givenSite(service());
  const owner = await signedInStaff(service(), site.publication, 'owner', `o@${site.publication.siteHost}`);
  return { site, owner, base: `/dashboard/${site.publication.id}` };
}

type Row = Record<string, unknown>;

function rowsOf({ site }: Given, table: string): Promise<Row[]> {
  return service().database.knex(table).where({ publicationId: site.publication.id });
}

async function personOf(at: Given, email: string): Promise<Row & { id: string }> {
  const found = (await rowsOf(at, 'customers')).find((row) => row['email'] === email);
  if (found === undefined) throw new Error(`nobody has the address ${email}`);
  return { ...found, id: String(found['id']) };
}

/** Uploads a file and returns the path of its import. */
async function upload({ owner, base }: Given, file: string | Buffer): Promise<string> {
  const page = await owner.open(`${base}/imports`);
  const files = { file: typeof file === 'string' ? Buffer.from(file) : file };
  const { body } = await owner.upload(page, { files }, `${base}/imports`);
  const [, id = ''] = /\/imports\/(imp_[0-9a-z]{26})/.exec(body) ?? [];
  return `${base}/imports/${id}`;
}

async function check(at: Given, path: string, fields: Record<string, string> = {}, page = path): Promise<string> {
  await at.owner.submit(await at.owner.open(page), fields, `${path}/check`);
  await settleImports(service());
  return mainTextOf((await at.owner.open(path)).body);
}

async function start(at: Given, path: string, fields: Record<string, string> = {}): Promise<string> {
  await at.owner.submit(await at.owner.open(path), fields, `${path}/start`);
  await settleImports(service());
  return mainTextOf((await at.owner.open(path)).body);
}

async function importFile(at: Given, file: string, fields: Record<string, string> = {}): Promise<string> {
  const path = await upload(at, file);
  await check(at, path, fields);
  return start(at, path);
}

const EXPORT = [
  'Email,Name,Newsletters,Plan,Paid until,Complimentary until,Joined,Note,Address,Activation code',
  'ada@example.org,Ada,The Weekly,supporter,2099-03-31,,2019-05-06T07:08:09Z,"Likes\nships",Main St 1,',
  'grace@example.org,Grace,weekly;daily,Gold,,2099-06-30,,,,',
  'nobody,Nobody,,,,,,,,',
  'alan@example.org,Alan,monthly,,,,05/06/2020,,,',
  'ADA@example.org,Ada again,,,,,,,,',
  ',Print Reader,,supporter,,,,,,PRINT-12345678',
].join('\r\n');

test('shows what every row would do and every fault before anything is written, and then does it', async () => {
  const at = await given();
  const path = await upload(at, Buffer.from(`\ufeff${EXPORT}`, 'utf16le'));
  const mapping = mainTextOf((await at.owner.open(path)).body);
  for (const words of ['The file has 6 rows', 'ada@example.org', 'Paid until']) expect(mapping).toContain(words);
  const before = await Promise.all(['customers', 'pending_events', 'deliveries'].map((table) => rowsOf(at, table)));
  const shown = await check(at, path);
  for (const words of [
    /Would be added\s+2/,
    /Faulty\s+4/,
    /4\s+Plan\s+Unknown plan/,
    /5\s+Email\s+No e-mail address/,
    /6\s+Newsletters\s+Unknown newsletter/,
    /6\s+Joined\s+Day or month first/,
    /7\s+Email\s+An earlier row is about the same person/,
    'Some words of the file are unknown here',
  ])
    expect(shown).toMatch(words);
  const after = await Promise.all(['customers', 'pending_events', 'deliveries'].map((table) => rowsOf(at, table)));
  expect(after).toEqual(before);
  const again = await check(
    at,
    path,
    { 'plan-0': at.site.otherPlan.id, 'newsletter-0': '-', days: 'mdy' },
    `${path}?edit=1`,
  );
  expect(again).toMatch(/Would be added\s+4/);
  const rows = mainTextOf((await at.owner.open(`${path}/rows`)).body);
  expect(rows).toMatch(/2\s+ada@example.org\s+Would be added/);
  const done = await start(at, path);
  for (const words of ['Done', /Added\s+4/, /Faulty\s+2/]) expect(done).toMatch(words);
  const ada = await personOf(at, 'ada@example.org');
  expect(ada).toMatchObject({ name: 'Ada', createdAt: Date.parse('2019-05-06T07:08:09Z'), state: 'paying' });
  const grace = await personOf(at, 'grace@example.org');
  expect(grace).toMatchObject({ state: 'complimentary', createdAt: service().clock.now().getTime() });
  expect((await personOf(at, 'alan@example.org'))['createdAt']).toBe(Date.parse('2020-05-06T00:00:00Z'));
  // Ids carry the original time, so that lists have everybody in order (decisions 9).
  expect(ada.id < grace.id).toBe(true);
  expect(await rowsOf(at, 'subscriptions')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        customerId: ada.id,
        billing: 'outside',
        endsAt: Date.parse('2099-04-01T00:00:00Z') - 1,
      }),
      expect.objectContaining({ customerId: grace.id, billing: 'none', planId: at.site.otherPlan.id }),
    ]),
  );
  expect(await rowsOf(at, 'customer_notes')).toEqual([
    expect.objectContaining({ customerId: ada.id, text: 'Likes\nships\nMain St 1' }),
  ]);
  const member = (await at.site.api.get(`/members/memb_${ada.id.slice(4)}`)).json<Row>();
  expect(member).toMatchObject({ email: 'ada@example.org', newsletter_slugs: ['weekly'], plan_slug: 'supporter' });
  const events = (await rowsOf(at, 'pending_events')).slice(before[1]?.length ?? 0);
  const types = Map.groupBy(events, ({ type }) => type);
  expect([types.get('customer.created')?.length, types.get('subscription.created')?.length]).toEqual([4, 3]);
  // Nobody is charged or written to, and the file is forgotten.
  expect([await rowsOf(at, 'payments'), await rowsOf(at, 'billings'), await rowsOf(at, 'deliveries')]).toEqual([
    [],
    [],
    [],
  ]);
  expect((await rowsOf(at, 'import_blocks')).map((block) => block['rowsSealed'])).toEqual(['']);
  expect(await rowsOf(at, 'customers')).toHaveLength(4);
});

const LIST = (name: string, until: string, letters = 'weekly', email = 'ada@example.org') =>
  `email,name,newsletters,plan,paid until\n${email},${name},${letters},supporter,${until}\n`;

test('the next export changes what it says anew, and leaves what was changed here', async () => {
  const at = await given();
  const { database, clock, secretKeys } = service();
  await importFile(at, LIST('Ada', '2098-01-01'));
  expect(await importFile(at, LIST('Ada', '2098-01-01'))).toMatch(/Nothing to do\s+1/);
  expect(await importFile(at, LIST('Ada L.', '2099-01-01', 'weekly;daily'))).toMatch(/Changed\s+1/);
  const ada = await personOf(at, 'ada@example.org');
  expect(ada['name']).toBe('Ada L.');
  expect((await rowsOf(at, 'subscriptions')).map((row) => row['endsAt'])).toEqual([
    Date.parse('2099-01-02T00:00:00Z') - 1,
  ]);
  // By hand: another name, and a newsletter that she left.
  const weekly = (await rowsOf(at, 'newsletters')).find((row) => row['slug'] === 'weekly');
  const unread = { customerId: ada.id, newsletterId: String(weekly?.['id']) };
  await database.transaction(async (transaction) => {
    await updateCustomer(at.site.publication, transaction, clock, secretKeys, ada.id, { name: 'Countess' });
    await unsubscribeFromNewsletter(at.site.publication, transaction, clock, unread);
  });
  expect(await importFile(at, LIST('Ada L.', '2099-01-01', 'weekly;daily'))).toMatch(/Nothing to do\s+1/);
  await importFile(at, LIST('Ada Lovelace', '2099-01-01', 'weekly;daily'));
  expect((await personOf(at, 'ada@example.org'))['name']).toBe('Countess');
  expect(await rowsOf(at, 'newsletter_subscriptions')).toHaveLength(1);
  await importFile(at, LIST('Ada Lovelace', '2099-01-01', 'weekly;daily'), { overwrites: 'yes' });
  expect((await personOf(at, 'ada@example.org'))['name']).toBe('Ada Lovelace');
  expect(await rowsOf(at, 'newsletter_subscriptions')).toHaveLength(2);
  // Whoever holds nothing any more in the next export loses what an import gave, and nothing else.
  await importFile(at, 'email,plan,active\nada@example.org,supporter,no\n');
  expect((await rowsOf(at, 'subscriptions')).map((row) => row['status'])).toEqual(['canceled']);
});

test('somebody who was here before keeps what they have, and gets what is missing', async () => {
  const at = await given();
  const browser = await at.site.subscribed('grace@example.org');
  expect(browser).toBeDefined();
  const held = await rowsOf(at, 'subscriptions');
  const done = await importFile(at, LIST('Grace', '2099-01-01', 'daily', 'grace@example.org'));
  expect(done).toMatch(/Changed\s+1/);
  expect(await personOf(at, 'grace@example.org')).toMatchObject({ name: 'Grace' });
  expect(await rowsOf(at, 'subscriptions')).toEqual(held);
  expect(await rowsOf(at, 'newsletter_subscriptions')).toEqual([]);
});

const STEADY = (street: string): string =>
  [
    'email,first_name,last_name,plan_name,subscription_state,shipping_first_name,shipping_last_name,shipping_street_and_number,shipping_zip_code,shipping_city,shipping_country_code',
    `ada@example.org,Ada,Lovelace,,expired,Ada,King,${street},10827,Berlin,de`,
    `grace@example.org,Grace,Hopper,,expired,,,Wall St 1,,New York,Vereinigte Staaten`,
  ].join('\n');

test('a postal address is imported where it is whole and fits its country, and is else a note with a warning before', async () => {
  const at = await given();
  const file = await upload(at, STEADY('Hauptstraße 1'));
  await check(at, file);
  const rows = mainTextOf((await at.owner.open(`${file}/rows`)).body);
  expect(rows.match(/kept as a note/g)).toHaveLength(1);
  expect(rows).toMatch(/grace@example\.org Would be added The postal address is not whole/);
  expect(await rowsOf(at, 'customers')).toEqual([]);
  await start(at, file);
  const postalOf = async (): Promise<unknown> =>
    JSON.parse(String((await personOf(at, 'ada@example.org'))['postalAddress']));
  expect(await postalOf()).toEqual({
    country: 'DE',
    name: 'Ada King',
    line1: 'Hauptstraße 1',
    city: 'Berlin',
    postalCode: '10827',
  });
  expect((await personOf(at, 'grace@example.org'))['postalAddress']).toBeNull();
  expect((await rowsOf(at, 'customer_notes')).map(({ text }) => text)).toEqual([
    'Wall St 1, New York, Vereinigte Staaten',
  ]);
  // The next export: the same changes nothing, another street is taken, and one that staff gave since stays.
  expect(await importFile(at, STEADY('Hauptstraße 1'))).toMatch(/Nothing to do\s+2/);
  expect(await importFile(at, STEADY('Nebenstraße 2'))).toMatch(/Changed\s+1/);
  expect(await postalOf()).toMatchObject({ line1: 'Nebenstraße 2' });
  const { id } = await personOf(at, 'ada@example.org');
  await at.site.api.post(`/customers/${id}/postal_address`, BERLIN);
  await importFile(at, STEADY('Seestraße 3'));
  expect(await postalOf()).toMatchObject({ name: 'Ada', line1: 'Hauptstraße 1' });
});

const MANY = `email,name\n${Array.from({ length: 450 }, (_, at) => `reader${at}@example.org,Reader ${at}`).join('\n')}\n`;

test('two workers, a cancel, an erasure and a sign-up beside a run lose and double nothing', async () => {
  const at = await given();
  const { database, clock, secretKeys, config } = service();
  const parts = { database, clock, secretKeys, invitationsPerMinute: config.invitationsPerMinute };
  const { publication } = at.site;
  await importFile(at, 'email,name\nreader7@example.org,Seven\n');
  const path = await upload(at, MANY);
  const id = path.split('/').at(-1) ?? '';
  await check(at, path);
  const seven = await personOf(at, 'reader7@example.org');
  await database.transaction(async (transaction) => {
    await eraseCustomer(publication, transaction, clock, secretKeys, seven.id);
    await createCustomer(publication, transaction, clock, secretKeys, {
      email: parseEmailAddress('Reader8@example.org'),
    });
  });
  const other = await upload(at, LIST('Ada', '2099-01-01'));
  await check(at, other);
  await at.owner.submit(await at.owner.open(path), {}, `${path}/start`);
  const waits = await at.owner.submit(await at.owner.open(other), {}, `${other}/start`);
  expect(mainTextOf(waits.body)).toContain('Another import is under way');
  await Promise.all([1, 2, 3].map(() => advanceImport(parts, publication, id)));
  await settleImports(service());
  const done = (await rowsOf(at, 'imports')).find((row) => row['id'] === id);
  expect(done).toMatchObject({ state: 'done', doneCount: 450, createdCount: 448, changedCount: 1, faultyCount: 1 });
  expect((await rowsOf(at, 'customers')).filter((row) => row['goneAt'] === null)).toHaveLength(449);
  const created = (await rowsOf(at, 'pending_events')).filter((row) => row['type'] === 'customer.created');
  expect(created).toHaveLength(1 + 1 + 448);
  // A cancel beside the run: either came first, and what is left of the file is forgotten.
  await at.owner.submit(await at.owner.open(other), {}, `${other}/start`);
  const page = await at.owner.open(other);
  await Promise.all([
    advanceImport(parts, publication, other.split('/').at(-1) ?? ''),
    at.owner.submit(page, {}, `${other}/cancel`),
  ]);
  await settleImports(service());
  const ended = (await rowsOf(at, 'imports')).find((row) => other.endsWith(String(row['id'])));
  const people = (await rowsOf(at, 'customers')).filter((row) => row['email'] === 'ada@example.org');
  expect([`done ${1}`, `canceled ${0}`, `canceled ${1}`]).toContain(`${String(ended?.['state'])} ${people.length}`);
  expect(ended?.['createdCount']).toBe(people.length);
  expect((await rowsOf(at, 'import_blocks')).every((block) => block['rowsSealed'] === '')).toBe(true);
});

test('a file of many megabytes is taken, from an owner on our own page alone', async () => {
  const at = await given();
  const wide = `email,name,filler\n${Array.from({ length: 3000 }, (_, n) => `wide${n}@example.org,${n},${'x'.repeat(1000)}`).join('\n')}\n`;
  const path = await upload(at, wide);
  expect(mainTextOf((await at.owner.open(path)).body)).toContain('The file has 3,000 rows');
  const body = Buffer.from(wide);
  const type = { 'content-type': 'multipart/form-data; boundary=x' };
  const editor = await signedInStaff(service(), at.site.publication, 'editor', `e@${at.site.publication.siteHost}`);
  const own = { 'sec-fetch-site': 'same-origin' };
  expect((await editor.send('POST', `${at.base}/imports`, body, { ...type, ...own })).statusCode).toBe(403);
  const foreign = { ...type, 'sec-fetch-site': 'cross-site' };
  expect((await at.owner.send('POST', `${at.base}/imports`, body, foreign)).statusCode).toBe(403);
  const [page, big] = [await at.owner.open(`${at.base}/imports`), Buffer.alloc(33 * 1024 * 1024, 'x')];
  const large = await at.owner.upload(page, { files: { file: big } }, `${at.base}/imports`);
  expect([large.statusCode, mainTextOf(large.body)]).toEqual([422, expect.stringContaining('larger than 32 MB')]);
  expect([await rowsOf(at, 'uploads'), await rowsOf(at, 'upload_blocks')]).toEqual([[], []]);
});

test.each([
  ['no file', '', 'There is no file, or it is empty.'],
  ['a workbook', 'PK\u0003\u0004', 'This is a workbook or an archive.'],
  ['an open quote', 'email,name\na@example.org,"b\n', 'A quotation mark is not closed. (Line 2.)'],
  ['a column twice', 'email,email\na@example.org,b\n', '(Line 1, column email.)'],
  ['no rows', 'email,name\n', 'The file has the names of columns, and no row.'],
])('says what is wrong with %s', async (_name, file, words) => {
  const at = await given();
  const page = await at.owner.open(`${at.base}/imports`);
  const answer = await at.owner.submit(page, { rows: file }, `${at.base}/imports`);
  expect([answer.statusCode, mainTextOf(answer.body)]).toEqual([422, expect.stringContaining(words)]);
  expect(await rowsOf(at, 'imports')).toEqual([]);
});

test('refuses columns that say nobody, and two that say the same', async () => {
  const at = await given();
  const path = await upload(at, 'email,other\na@example.org,b@example.org\n');
  const page = await at.owner.open(path);
  const none = await at.owner.submit(page, { 'column-0': '' }, `${path}/check`);
  expect(mainTextOf(none.body)).toContain('One column must be the e-mail address');
  const twice = await at.owner.submit(page, { 'column-1': 'email' }, `${path}/check`);
  expect(mainTextOf(twice.body)).toContain('Two columns mean the same');
});

test('invites those who are new in the publisher’s words, once each and at a pace', async () => {
  const at = await given();
  await importFile(at, 'email,name\nknown@example.org,Known\n');
  const path = await upload(
    at,
    `email,name\nknown@example.org,Known\n${'abcd'
      .split('')
      .map((name) => `${name}@example.org,${name === 'a' ? '' : name}`)
      .join('\n')}\n`,
  );
  await check(at, path);
  const page = await at.owner.open(path);
  const empty = await at.owner.submit(page, { invite: 'yes', subject: ' ', text: 'Hello' }, `${path}/start`);
  expect([empty.statusCode, mainTextOf(empty.body)]).toEqual([
    422,
    expect.stringContaining('The subject must have 1 to 150'),
  ]);
  await start(at, path, {
    invite: 'yes',
    subject: 'To {name} of {publication}',
    text: 'Dear {name}, $& <b>welcome</b>.\n\nBye.',
  });
  const { clock, database } = service();
  const sent = async () => {
    await sendDueMails(service(), (error) => {
      throw error;
    });
    const rows = await database.knex('deliveries').where({ publicationId: at.site.publication.id, kind: 'mail' });
    return rows
      .map(({ payload }) => openMail(service().secretKeys, String(payload)))
      .filter(({ subject }) => subject.startsWith('To'));
  };
  expect(await sent()).toHaveLength(1);
  clock.advance(2);
  expect(await sent()).toHaveLength(3);
  clock.advance(60);
  const mails = await sent();
  expect(mails.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
    'a@example.org To of The Weekly Test',
    ...['b', 'c', 'd'].map((name) => `${name}@example.org To ${name} of The Weekly Test`),
  ]);
  const first = mails.find(({ to }) => to === 'b@example.org');
  expect(first?.text).toContain('Dear b, $& <b>welcome</b>.');
  expect(first?.html).toContain('&lt;b&gt;welcome');
  expect(await sent()).toHaveLength(4);
  expect(await rowsOf(at, 'payments')).toEqual([]);
});
