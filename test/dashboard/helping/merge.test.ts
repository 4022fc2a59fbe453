// Two people are merged by the dashboard: as the preview says, once, and with everything that each had; and what only an
// owner does, who exports and erases.
import { expect, test } from 'vitest';
import { erasePerson } from '../../../src/models/lifecycle/erasure.ts';
import { mergePeople } from '../../../src/models/lifecycle/merge-people.ts';
import { mergeCustomer } from '../../../src/models/lifecycle/merge.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { ledgerFaults } from '../../support/databases/ledger.ts';
import { givenMail } from '../../support/publications/mail-report.ts';
import { givenPayingSite, type PayingSite } from '../../support/publications/paying.ts';
import { BERLIN } from '../../support/publications/postal.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';
import { ownedTables } from '../../tenancy/rows.ts';

const service = useService(DASHBOARD);

interface Given {
  readonly site: PayingSite;
  readonly owner: Browser;
  readonly people: string;
}

async function given(): Promise<Given> {
  const site = await givenPayingSite(service());
  const owner = await signedInStaff(service(), site.publication, 'owner', `o@${site.publication.siteHost}`);
  return { site, owner, people: `/dashboard/${site.publication.id}/people` };
}

const merging = (site: PayingSite, fromId: string, intoId: string) =>
  service().database.transaction((transaction) =>
    mergePeople(site.publication, transaction, service().clock, { fromId, intoId }),
  );

const KEPT_WITH_LEAVING = ['sessions'];
/** Every table that names a person, with the number of its rows of this one. */
async function rowsOf({ database }: ReturnType<typeof service>, customerId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const rows: unknown[] = await database.knex(table).where({ customerId });
    if (rows.length > 0) counts[table] = rows.length;
  }
  return counts;
}
const TABLES = [
  'address_changes',
  'billings',
  'buyers',
  'checkouts',
  'customer_notes',
  'customer_words',
  'discount_redemptions',
  'events',
  'gateway_customers',
  'gifts',
  'imported_people',
  'mail_problems',
  'mail_reports',
  'newsletter_subscriptions',
  'payments',
  'pending_events',
  'receipts',
  'sessions',
  'sign_in_links',
  'sign_in_steps',
  'subscriptions',
  'trials',
  'turns',
];

/**
 * Answers of receivers are erased, and those of the data API are moved. Deliveries are found by their addresses, which the
 * person who stays has as former ones; what the figures counted stays counted as it was.
 */
const NOT_LISTED = ['deliveries', 'delivery_attempts', 'figure_changes', 'idempotency_answers'];

test('every table that names a person is known to this test', async () => {
  const { database } = service();
  const named: string[] = [];
  for (const table of await ownedTables(database)) {
    const columns = Object.keys(await database.knex(table).columnInfo());
    if (columns.includes('customerId')) named.push(table);
  }
  expect(named.toSorted()).toEqual([...TABLES, ...NOT_LISTED].toSorted());
});

test('two who pay for one plan become one: the chosen subscription stays, and everything moves', async () => {
  const { site, owner, people } = await given();
  const reader = await site.signedIn('old@example.org');
  const leaving = await site.payingCustomer('old@example.org');
  const remaining = await site.payingCustomer('new@example.org');
  await site.api.post('/subscriptions', { customer_id: leaving.id, plan_id: site.otherPlan.id, complimentary: 'true' });
  await site.api.post(`/customers/${leaving.id}/postal_address`, BERLIN);
  const path = `${people}/${remaining.id}/merge`;
  for (const [other, words] of [
    ['nobody@example.org', 'Nobody here has this address'],
    [remaining.id, 'Both are the same person'],
  ]) {
    const refused = await owner.get(`${path}?other=${encodeURIComponent(other ?? '')}&stays=this`);
    expect(mainTextOf(refused.body)).toContain(words);
  }
  const preview = await owner.open(`${path}?other=old%40example.org&stays=this`);
  for (const words of ['old@example.org → new@example.org', 'Both pay for Supporter', 'no longer does'])
    expect(mainTextOf(preview.body)).toContain(words);
  expect(await rowsOf(service(), leaving.id)).toHaveProperty('billings', 1);
  const all = await site.rows<{ id: string; customerId: string; billing: string }>('subscriptions');
  const brought = all.find((one) => one.customerId === leaving.id && one.billing === 'gateway');
  const own = all.find((one) => one.customerId === remaining.id);
  const done = await owner.submit(preview, { keep_0: brought?.id ?? '' }, path);
  expect(mainTextOf(done.body)).toContain('new@example.org');
  expect((await site.api.get(`/customers/${remaining.id}`)).json().postal_address).toMatchObject(BERLIN);
  expect(Object.keys(await rowsOf(service(), leaving.id))).toEqual(KEPT_WITH_LEAVING);
  await site.settle();
  const states = new Map(
    (await site.rows<{ id: string; status: string }>('subscriptions')).map((one) => [one.id, one.status]),
  );
  expect([states.get(brought?.id ?? ''), states.get(own?.id ?? '')]).toEqual(['active', 'canceled']);
  expect(await site.rows('billings')).toMatchObject([
    { customerId: remaining.id, state: 'active' },
    { customerId: remaining.id, state: 'ended' },
  ]);
  expect((await site.rows('payments')).map((payment) => payment['customerId'])).toEqual([remaining.id, remaining.id]);
  // The session is over, the id names the one who stays, and the address told of the change.
  expect(mainTextOf((await reader.get('/')).body)).not.toContain('old@example.org');
  expect((await site.api.get(`/customers/${leaving.id}`)).json().id).toBe(remaining.id);
  // The gateway renews for the one who stays.
  await site.pass('32 days');
  expect((await site.rows('payments')).map((payment) => payment['customerId'])).toEqual(Array(3).fill(remaining.id));
  // Who was merged into somebody that leaves is the one who stays then.
  const last = await site.customer('last@example.org');
  await merging(site, remaining.id, last.id);
  expect((await site.api.get(`/customers/${leaving.id}`)).json().id).toBe(last.id);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('a preview that is no longer true is not carried out', async () => {
  const { site, owner, people } = await given();
  const [leaving, remaining] = [await site.customer('a@example.org'), await site.customer('b@example.org')];
  const path = `${people}/${remaining.id}/merge`;
  const preview = await owner.open(`${path}?other=${leaving.id}&stays=this`);
  for (const { id } of [leaving, remaining])
    await site.api.post('/subscriptions', { customer_id: id, plan_id: site.plan.id, complimentary: 'true' });
  expect(mainTextOf((await owner.submit(preview, {}, path)).body)).toContain('has changed since');
  expect((await site.api.get(`/customers/${leaving.id}`)).json().id).toBe(leaving.id);
});

test('of merges of the same people at once one is done, whichever way, beside a cancel, a webhook and an erasure', async () => {
  const { site } = await given();
  const [ada, eve] = [await site.payingCustomer('ada@example.org'), await site.payingCustomer('eve@example.org')];
  const outcomes = await Promise.allSettled([
    merging(site, ada.id, eve.id),
    merging(site, eve.id, ada.id),
    merging(site, ada.id, eve.id),
    site.pass('32 days'),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await site.settle();
  const gone = (await site.rows<{ id: string; goneAt: number | null }>('customers')).filter(
    ({ goneAt }) => goneAt !== null,
  );
  expect(gone).toHaveLength(1);
  const left = await rowsOf(service(), gone[0]?.id ?? '');
  expect(Object.keys(left).filter((table) => !KEPT_WITH_LEAVING.includes(table))).toEqual([]);
  const { id } = gone[0]?.id === ada.id ? eve : ada;
  const active = await site.rows<{ id: string; customerId: string; status: string }>('subscriptions');
  expect(active.filter(({ status }) => status === 'active')).toMatchObject([{ customerId: id }]);
  const other = await site.customer('joe@example.org');
  const { database, clock, secretKeys } = service();
  const erasing = database.transaction((transaction) =>
    erasePerson({ clock, secretKeys }, site.publication, transaction, id, 'customer'),
  );
  const cancel = site.api.post(`/subscriptions/${active.find(({ status }) => status === 'active')?.id}/cancel`, {});
  const ends = await Promise.allSettled([merging(site, id, other.id), erasing, cancel]);
  expect(ends[1]?.status).toBe('fulfilled');
  await site.settle();
  // Whoever was erased is gone, in whomever they were by then.
  const people = await site.rows<{ id: string; email: string | null }>('customers');
  expect(people.find((one) => one.id === id)?.email).toBeNull();
  expect((await site.rows<{ status: string }>('subscriptions')).filter(({ status }) => status === 'active')).toEqual(
    [],
  );
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('an owner downloads the data of a person, and erases them by typing their address', async () => {
  const { site, owner, people } = await given();
  const { id } = await site.payingCustomer('gone@example.org');
  const file = await owner.submit(await owner.open(`${people}/${id}/export`), {}, `${people}/${id}/export`);
  expect(file.headers['content-disposition']).toContain(`${id}.json`);
  expect(file.json()).toMatchObject({ customer: [{ id, email: 'gone@example.org' }], payments: [{}] });
  const path = `${people}/${id}/erase`;
  const page = await owner.open(path);
  expect(mainTextOf(page.body)).toContain('Type gone@example.org to confirm');
  expect(mainTextOf((await owner.submit(page, { confirm: 'gone' }, path)).body)).toContain('not what has to be typed');
  await owner.submit(page, { confirm: 'Gone@example.org' }, path);
  await site.settle();
  expect(await site.rows('customers')).toMatchObject([{ id, email: null, state: 'gone' }]);
  expect(await site.rows('subscriptions')).toMatchObject([{ status: 'canceled', endReason: 'erased' }]);
  // Neither is for an editor, nor without a fresh proof.
  const other = await site.customer('other@example.org');
  const editor = await signedInStaff(service(), site.publication, 'editor', `e@${site.publication.siteHost}`);
  for (const act of ['export', 'erase'])
    expect((await editor.get(`${people}/${other.id}/${act}`)).statusCode).toBe(403);
  const form = await owner.open(`${people}/${other.id}/erase`);
  service().clock.advance(16 * 60);
  const asked = await owner.submit(form, { confirm: 'other@example.org' }, `${people}/${other.id}/erase`);
  expect(mainTextOf(asked.body)).toContain('Confirm that it is you');
  expect((await site.api.get(`/customers/${other.id}`)).json().email).toBe('other@example.org');
});

test('the former id and address lead to who stays, with the mails, acts and time line of both', async () => {
  const { site, owner, people } = await given();
  const { database, clock } = service();
  const [{ id: intoId }, { id: fromId }] = [
    await site.customer('stays@example.org'),
    await site.customer('goes@example.org'),
  ];
  const unproved = (await site.api.post('/customers', { email: 'typed@example.org' })).json<{ id: string }>().id;
  await site.api.post(`/customers/${fromId}`, { name: 'Goes' });
  await site.api.post(`/customers/${intoId}`, { name: 'Stays' });
  for (const email of ['goes@example.org', 'typed@example.org']) await givenMail(service(), site.publication, email);
  await merging(site, fromId, intoId);
  const earlier = (await site.api.post('/customers', { activation_code: 'MERGED-EARLIER' })).json<{ id: string }>().id;
  await merging(site, earlier, unproved);
  await database.transaction((transaction) =>
    mergeCustomer(site.publication, transaction, clock, { fromId: unproved, intoId }),
  );
  const find = async (q: string): Promise<string> =>
    mainTextOf((await owner.open(`${people}?q=${encodeURIComponent(q)}`)).body);
  for (const id of [fromId, unproved, earlier, fromId.replace('cus_', 'memb_')])
    expect(await find(id)).toMatch(/which were merged.*Stays/s);
  for (const email of ['goes@example.org', 'TYPED@example.org'])
    expect(await find(email)).toMatch(/Nobody has this address now\. This person had it before\..*Stays/s);
  const page = mainTextOf((await owner.open(`${people}/${intoId}`)).body);
  expect(page.match(/A mail [A-Z][a-z]{2} \d/g)).toHaveLength(2);
  // The acts that changed both names, and the one that made the third.
  expect(page.match(/Person changed/g)).toHaveLength(2);
  const log = people.replace(/people$/, 'audit');
  for (const id of [fromId, intoId, unproved]) {
    const found = mainTextOf((await owner.open(`${log}?record=${id}`)).body);
    for (const one of [fromId, intoId, unproved]) expect(found).toContain(one);
  }
  // Whoever has the address by now is who is found.
  await site.customer('goes@example.org');
  expect(await find('goes@example.org')).not.toContain('had it before');
  // Nobody is told of an address that the reader has just given up themselves.
  const changes = await site.rows<{ formerEmail: string; formerMailedAt: number | null }>('address_changes');
  expect(changes.map(({ formerEmail, formerMailedAt }) => [formerEmail, formerMailedAt !== null])).toEqual([
    ['goes@example.org', false],
    ['typed@example.org', true],
  ]);
});
