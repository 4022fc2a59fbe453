// The postal addresses of a plan as a file for the printer: of whoever has the plan on a day, and of nobody else.
import { expect, test } from 'vitest';
import { listPlans } from '../../src/models/catalog/plan.ts';
import { PRINTER_COLUMNS, readPrinterRows } from '../../src/models/finding/printer-rows.ts';
import { createSubscription } from '../../src/models/money/subscription.ts';
import { cancelAtPeriodEnd } from '../../src/payments/subscription.ts';
import { linksOf, mainTextOf } from '../support/browser/html.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { BERLIN, sendByPost } from '../support/publications/postal.ts';
import { DASHBOARD, signedInStaff } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';

const service = useService(DASHBOARD);
const DAY = 24 * 3600 * 1000;

/** A reader with the plan; an address is that of Berlin with another name. */
async function reader(site: PayingSite, name: string, facts: { endsAt?: Date; hasAddress?: false } = {}) {
  const { database, clock } = service();
  const { id } = (await site.api.post('/customers', { email: `${name}@${site.publication.siteHost}` })).json();
  const fields = { customerId: id, planId: site.plan.id, complimentary: true, endsAt: facts.endsAt };
  const made = await database.transaction((transaction) =>
    createSubscription(site.publication, transaction, clock, fields),
  );
  if (facts.hasAddress !== false) await site.api.post(`/customers/${id}/postal_address`, { ...BERLIN, name });
  return { id: String(id), subscriptionId: made.id };
}

async function given() {
  const site = await givenPayingSite(service());
  await sendByPost(site, site.plan);
  const editor = await signedInStaff(service(), site.publication, 'editor', `e@${site.publication.siteHost}`);
  const file = `/dashboard/${site.publication.id}/plans/${site.plan.id}/addresses.csv`;
  const inDays = (days: number): Date => new Date(service().clock.now().getTime() + days * DAY);
  /** The names in the file, in its order. */
  const names = async (on = ''): Promise<string[]> =>
    (await editor.open(`${file}${on === '' ? '' : `?on=${on}`}`)).body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[2] ?? '');
  return { site, editor, file, inDays, names };
}

test('the file has who holds the plan on the day, with each part of the address, harmless in a spreadsheet', async () => {
  const { site, editor, file, inDays, names } = await given();
  const other = await givenPayingSite(service());
  await sendByPost(other, other.plan);
  await reader(other, 'stranger');
  const ada = await reader(site, 'Ada');
  await reader(site, '=1+1');
  await reader(site, 'Soon', { endsAt: inDays(3) });
  await reader(site, 'Nowhere', { hasAddress: false });
  const { id: gone } = await reader(site, 'Erased');
  await site.api.post(`/customers/${gone}/erase`);
  const left = await reader(site, 'Left');
  await site.api.post(`/subscriptions/${left.subscriptionId}/cancel`);
  const payer = await site.payingCustomer('payer@example.org');
  await site.api.post(`/customers/${payer.id}/postal_address`, { ...BERLIN, name: 'Payer' });
  const answer = await editor.open(file);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="supporter-\d{4}-\d\d-\d\d\.csv"$/),
  });
  const [heading, first] = answer.body.split('\r\n');
  expect(heading).toBe(`\u{feff}${PRINTER_COLUMNS.join(',')}`);
  expect(first).toBe(`${ada.id},supporter,Ada,,Hauptstraße 1,,,Berlin,,10827,DE,Germany`);
  expect(await names()).toEqual(['Ada', "'=1+1", 'Soon', 'Payer']);
  const [paid] = await site.rows<{ subscriptionId: string }>('billings');
  await cancelAtPeriodEnd(service(), site.publication, payer.id, paid?.subscriptionId ?? '');
  const day = (days: number): string => inDays(days).toISOString().slice(0, 10);
  // The month that was paid still goes out.
  expect(await names(day(5))).toEqual(['Ada', "'=1+1", 'Payer']);
  expect(await names(day(60))).toEqual(['Ada', "'=1+1"]);
  expect(await names(day(-60))).toEqual([]);
  const acts: { act: string; recordId: string }[] = await service()
    .database.knex('audit_entries')
    .where({ publicationId: site.publication.id, act: 'addresses.export' });
  expect(acts).toHaveLength(5);
  const page = await editor.open(file.replace('/addresses.csv', ''));
  expect(mainTextOf(page.body)).toContain('1 reader has given no address yet');
  expect(mainTextOf((await editor.open(`${file}?on=yesterday`)).body)).toContain('Choose a day, such as 2027-03-31.');
});

test('slices join without a gap or a double, and only plans that are sent by post are in it', async () => {
  const { site } = await given();
  const { database, clock } = service();
  const made = Array.from({ length: 1003 }, (_, number) => `r${number}`);
  const [{ id }, at] = [await reader(site, 'first'), clock.now()];
  const [row] = await site.rows<{ id: string }>('customers');
  const [held] = await site.rows<{ id: string }>('subscriptions');
  const pad = (number: number): string => String(number).padStart(6, '0');
  const people = made.map((_, number) => ({
    ...row,
    id: `${id.slice(0, -6)}${pad(number)}`,
    email: null,
    emailNormalized: null,
  }));
  const subscriptions = people.map((person, number) => ({
    ...held,
    id: `${held?.id.slice(0, -6)}${pad(number)}`,
    customerId: person.id,
  }));
  await database.transaction(async ({ knex }) => {
    for (let from = 0; from < made.length; from += 50) {
      await knex('customers').insert(people.slice(from, from + 50));
      await knex('subscriptions').insert(subscriptions.slice(from, from + 50));
    }
  });
  const plans = (await listPlans(site.publication, database)).filter(({ sentByPost }) => sentByPost);
  const sizes: number[] = [];
  const seen = new Set<unknown>();
  for await (const rows of readPrinterRows(site.publication, database, { plans, at }, (code) => code)) {
    sizes.push(rows.length);
    for (const [customer] of rows) seen.add(customer);
  }
  expect([sizes, seen.size]).toEqual([[500, 500, 4], 1004]);
});

test('the page of a plan that is not sent by post offers no addresses', async () => {
  const { site, editor } = await given();
  const page = await editor.open(`/dashboard/${site.publication.id}/plans/${site.otherPlan.id}`);
  expect(page.body).not.toContain('addresses.csv');
  expect(linksOf(page.body).length).toBeGreaterThan(3);
});

test('the command prints the same file, of all such plans or of one, and says how many are missing', async () => {
  const { site, file, editor } = await given();
  await reader(site, 'Ada');
  await reader(site, 'Nowhere', { hasAddress: false });
  const masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl });
  const run = (...more: string[]) =>
    masthead.run('customer', 'addresses', '--publication', site.publication.id, ...more);
  const printed = await run();
  expect(printed.stdout).toBe((await editor.open(file)).body);
  expect(printed.stderr).toContain('supporter: 1 without a postal address');
  expect((await run('--plan', 'supporter', '--on', '2001-01-01')).stdout.split('\r\n')).toHaveLength(2);
  expect((await run('--plan', 'patron')).stderr).toContain('The plan patron is not sent by post');
  expect((await run('--on', 'tomorrow')).stderr).toContain('on must be a day such as 2027-03-31');
});
