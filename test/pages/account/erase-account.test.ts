// Erasing an account (reliability R-P3): at once from every live table, sessions ended and told of, books kept without a name.
import { expect, test } from 'vitest';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { headingOf, mainTextOf } from '../../support/browser/html.ts';
import { dump, type Dump, type Row } from '../../support/databases/dump.ts';
import { givenRelyingParty } from '../../support/outside/relying-party.ts';
import { givenBusyReaders, rowsOf, type BusyReader } from '../../support/publications/busy-reader.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const CANARY = 'canary5520';
const EMAIL = 'Reader@example.org';

async function everything(): Promise<string> {
  return JSON.stringify([...(await dump(service()))]);
}

/** Confirms by the mailed code; returns the last page. */
async function erase(browser: Browser, email = EMAIL) {
  const codePage = await browser.submit(await browser.open('/erase-account'));
  return browser.submit(codePage, { code: await browser.newestCode(email) });
}

async function reader(site: TestSite, email = EMAIL): Promise<{ browser: Browser; id: string }> {
  await site.api.post('/customers', { email, name: `Name of ${email}` }, { 'idempotency-key': 'once' });
  const browser = await site.signedIn(email);
  await browser.submit(await browser.open('/free_offering/subscribe'));
  const id = (await findCustomerByEmail(site.publication, service().database, parseEmailAddress(email)))?.id ?? '';
  await site.api.post('/subscriptions', { customer_id: id, plan_id: site.plan.id, price_id: site.price.id });
  return { browser, id };
}

test('says what goes, what is kept and why, before anything happens', async () => {
  const site = await givenSite(service());
  const { browser } = await reader(site);
  const text = mainTextOf((await browser.open('/erase-account')).body);
  for (const part of [
    'What is deleted right away',
    'What we keep, and why',
    'the law requires publishers to keep their books',
    'Backups',
    EMAIL,
  ])
    expect(text).toContain(part);
  expect(await findCustomerByEmail(site.publication, service().database, parseEmailAddress(EMAIL))).toBeDefined();
});

test('R-P3 leaves nothing of the person in the live database, mails on their way included', async () => {
  const site = await givenSite(service());
  const { browser } = await reader(site, `Reader-${CANARY}@example.org`);
  await browser.submit(await browser.open('/email-address'), { email: `other-${CANARY}@example.org` });
  await site.newBrowser().askForCode(`READER-${CANARY}@EXAMPLE.ORG`);
  expect(await everything()).toContain(`Name of Reader-${CANARY}`);
  const page = await erase(browser, `Reader-${CANARY}@example.org`);
  expect([headingOf(page.body), page.statusCode]).toEqual(['Your account has been deleted', 200]);
  const left = (await everything()).toLowerCase();
  // The mail to an address that nobody proved is not theirs, and is of no use after ten minutes.
  const others = left.replaceAll(`"to":"other-${CANARY}@example.org"`, '');
  // What confirms the erasure is the one mail that is still to reach them, and is erased once it is sent.
  const confirmation = `"to":"reader-${CANARY}@example.org"`;
  expect(others.split(confirmation)).toHaveLength(2);
  expect(others.replace(confirmation, '').includes(CANARY)).toBe(false);
});

/** Table by table, the rows of one dump that another has not. Limits count by hashed names and are nobody's. */
function rowsNotIn(other: Dump, all: Dump): [string, Row[]][] {
  return [...all]
    .filter(([table]) => table !== 'limits')
    .map(([table, rows]) => {
      const known = new Set((other.get(table) ?? []).map((row) => JSON.stringify(row)));
      return [table, rows.filter((row) => !known.has(JSON.stringify(row)))];
    });
}

function tablesWith(somebody: BusyReader, all: Iterable<[string, readonly Row[]]>): string[] {
  // The worker takes turns out of their queue.
  const kept = [...all].filter(([table]) => table !== 'turns');
  return kept.flatMap(([table, rows]) => (rowsOf(somebody, rows).length > 0 ? [table] : []));
}

/** The books and the publisher's audit log under the bare id, what is told to applications and publishers by it, and what an outside system keeps. */
const KEPT = [
  'audit_entries',
  'billings',
  'checkouts',
  'customers',
  'deliveries',
  'discount_redemptions',
  'events',
  // Counts by the bare id.
  'figure_changes',
  'gifts',
  'payments',
  'pending_events',
  'receipts',
  'sandbox_customers',
  'subscriptions',
  'trials',
];

test('R-P3 of a person who has done everything nothing is left, and no row of a stranger, a giver or a namesake elsewhere is touched', async () => {
  const { person, stranger, namesake } = await givenBusyReaders(service());
  const codePage = await person.browser.submit(await person.browser.open('/erase-account'));
  const code = await person.browser.newestCode(person.email);
  const before = await dump(service());
  const own = tablesWith(person, before);
  expect([tablesWith(stranger, before), tablesWith(namesake, before)]).toEqual([own, own]);
  expect(own.length).toBeGreaterThanOrEqual(19);
  expect(headingOf((await person.browser.submit(codePage, { code })).body)).toBe('Your account has been deleted');
  const after = await dump(service());
  const [gone, made] = [rowsNotIn(after, before), rowsNotIn(before, after)];
  expect(gone.filter(([, rows]) => rowsOf(person, rows).length < rows.length)).toEqual([]);
  expect([tablesWith(stranger, made), tablesWith(namesake, made), Object.fromEntries(made)['trials']]).toEqual([
    [],
    [],
    [],
  ]);
  expect(tablesWith(person, after)).toEqual(KEPT);
  // A mail to somebody else is theirs.
  const left = [...after.values()]
    .flat()
    .filter((row) => row['publicationId'] === person.site.publication.id && Object(row['payload'])['to'] === undefined);
  expect(left.filter((row) => JSON.stringify(row).toLowerCase().includes(person.canary))).toEqual([]);
});

test('R-P3 R-A8 signs out everywhere and tells each application', async () => {
  const site = await givenSite(service());
  const party = await givenRelyingParty(service(), { backchannelLogoutUri: 'https://www.example.test/logout' }, site);
  const { browser, id } = await reader(site);
  const phone = await site.signedIn(EMAIL);
  const sids = [(await party.signInOn(browser)).claims['sid'], (await party.signInOn(phone)).claims['sid']];
  await erase(browser);
  for (const visitor of [browser, phone]) expect(headingOf((await visitor.open('/')).body)).toBe('Sign in');
  const logouts: { payload: string }[] = await service()
    .database.knex('deliveries')
    .where({ publicationId: site.publication.id, kind: 'backchannel_logout' })
    .select('payload');
  const told = logouts.map(({ payload }) => JSON.parse(payload) as { sid: string; sub: string });
  expect(told.map(({ sid }) => sid).toSorted()).toEqual(sids.toSorted());
  expect(told.every(({ sub }) => sub === id)).toBe(true);
});

test('R-P3 ends subscriptions, and keeps what was subscribed to and when under the bare id', async () => {
  const site = await givenSite(service());
  const { browser, id } = await reader(site);
  await erase(browser);
  const { knex } = service().database;
  const rows: unknown[] = await knex('subscriptions').where({ customerId: id }).select('status', 'planId', 'priceId');
  expect(rows).toEqual([{ status: 'canceled', planId: site.plan.id, priceId: site.price.id }]);
  expect(await knex('newsletterSubscriptions').where({ customerId: id }).select('*')).toEqual([]);
});

test('is gone for the data API: in no list, and no customer to subscribe', async () => {
  const site = await givenSite(service());
  const { browser, id } = await reader(site);
  await erase(browser);
  for (const list of ['customers', 'members'])
    expect((await site.api.get(`/${list}`)).json<{ objects: unknown[] }>().objects).toEqual([]);
  const answer = await site.api.post('/subscriptions', {
    customer_id: id,
    plan_id: site.plan.id,
    complimentary: 'true',
  });
  expect(answer.statusCode).toBe(404);
});

test('who comes back is a new person', async () => {
  const site = await givenSite(service());
  const { browser, id } = await reader(site);
  await erase(browser);
  const text = mainTextOf((await browser.signIn(EMAIL)).body);
  expect(text).toContain('You do not have a subscription.');
  expect((await findCustomerByEmail(site.publication, service().database, parseEmailAddress(EMAIL)))?.id).not.toBe(id);
});

test('leaves everybody else as they were', async () => {
  const site = await givenSite(service());
  const { browser } = await reader(site);
  const other = await site.subscribed('grace@example.org');
  const before = (await other.get('/my-data.json')).body;
  await erase(browser);
  expect((await other.get('/my-data.json')).body).toBe(before);
});

test('a double click erases once and fails nowhere', async () => {
  const site = await givenSite(service());
  const { browser } = await reader(site);
  const form = formOf(await browser.submit(await browser.open('/erase-account')));
  const code = await browser.newestCode(EMAIL);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => browser.post(form.action, { ...form.fields, code })),
  );
  expect(answers.filter((answer) => locationOf(answer) === '/account-erased')).toHaveLength(1);
  expect(answers.every(({ statusCode }) => [303, 410].includes(statusCode))).toBe(true);
});

test('the mail says what its code does', async () => {
  const site = await givenSite(service());
  const { browser } = await reader(site);
  const codePage = await browser.submit(await browser.open('/erase-account'));
  expect(mainTextOf(codePage.body)).toContain('Entering it deletes your account for good.');
  expect((await browser.mails(EMAIL))[0]?.text).toContain('Your code to erase your account:');
});
