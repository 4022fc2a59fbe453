// masthead subscription, and masthead customer find and show: the same records, rules and refusals as in the data API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePostalAddress, toPostalText } from '../../src/models/postal/postal-address.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts';
import { CommandLine } from '../support/processes/command-line.ts';

interface Made extends Readonly<Record<string, unknown>> {
  readonly id: string;
}
const LYNGBY = { line1: 'Hovedgaden 1', line2: '1. tv', postalCode: '2800', city: 'Kongens Lyngby' };
interface Listed {
  readonly objects: readonly Made[];
  readonly next_page: string | null;
}

let scratch: TestDatabase;
let masthead: CommandLine;
let ada: Made;
let plan: Made;
let price: Made;

beforeAll(async () => {
  scratch = await openTestDatabase();
  masthead = new CommandLine({ DATABASE_URL: scratch.url });
  await masthead.json('publication', 'create', '--name', 'Q', '--site-url', 'https://q.example.org');
  plan = await masthead.json<Made>('plan', 'create', '--slug', 'digital', '--name', 'Digital');
  await masthead.json('plan', 'create', '--slug', 'print', '--name', 'Print');
  const cost = ['--amount', '5.00', '--currency', 'EUR', '--interval', 'month'];
  price = await masthead.json<Made>('price', 'create', '--plan', 'digital', ...cost);
  ada = await masthead.json<Made>('customer', 'create', '--email', 'Ada@example.org');
});
afterAll(() => scratch.drop());

const actsOf = async (): Promise<string[]> =>
  (await scratch.database.knex<{ act: string }>('audit_entries').orderBy('id')).map(({ act }) => act);

test('create, list and cancel, each write with its entry in the audit log', { timeout: 60_000 }, async () => {
  const create = ['subscription', 'create', '--plan'];
  const made = await masthead.json<Made>(...create, 'digital', '--price', price.id, '--customer', ada.id);
  expect(made).toEqual({
    id: expect.stringMatching(/^sub_/),
    status: 'active',
    customer_id: ada.id,
    plan_id: plan.id,
    price_id: price.id,
    complimentary: false,
    ends_at: null,
  });
  const member = ada.id.replace('cus_', 'memb_');
  const given = await masthead.json<Made>(...create, 'print', '--complimentary', '--customer', member);
  expect(given).toMatchObject({ customer_id: ada.id, price_id: null, complimentary: true });
  const first = await masthead.json<Listed>('subscription', 'list', '--limit', '1');
  expect(first).toEqual({ objects: [given], next_page: expect.any(String) });
  const second = await masthead.json<Listed>('subscription', 'list', '--limit', '1', '--page', String(first.next_page));
  expect(second).toEqual({ objects: [made], next_page: null });
  expect(await masthead.json('customer', 'show', ada.id)).toMatchObject({
    id: ada.id,
    email: 'Ada@example.org',
    plan_slug: 'digital',
    subscriptions: [given, made],
  });
  const canceled = { ...made, status: 'canceled' };
  expect(await masthead.json('subscription', 'cancel', made.id)).toEqual(canceled);
  expect(await masthead.json('subscription', 'cancel', made.id)).toEqual(canceled);
  const filtered = ['--customer', ada.id, '--plan', 'digital', '--status', 'canceled'];
  expect(await masthead.json('subscription', 'list', ...filtered)).toEqual({ objects: [canceled], next_page: null });
  expect((await masthead.run('customer', 'show', ada.id)).stdout).toMatch(
    new RegExp(`subscriptions +${given.id} \\(active\\), ${made.id} \\(canceled\\)`),
  );
  const recent = (await actsOf()).slice(-4);
  expect(recent).toEqual([
    ...Array<string>(2).fill('subscription.create'),
    ...Array<string>(2).fill('subscription.cancel'),
  ]);
});

test('a customer is found by their address in any spelling, and shown with their postal address', async () => {
  const found = await masthead.json<Made>('customer', 'find', 'ada@EXAMPLE.org');
  expect(found).toMatchObject({ id: ada.id, postal_address: null });
  const text = toPostalText(parsePostalAddress({ ...LYNGBY, country: 'DK', name: 'Ada' }));
  await scratch.database.transaction(({ knex }) =>
    knex('customers').where({ id: ada.id }).update({ postalAddress: text }),
  );
  const shown = await masthead.json<Made>('customer', 'show', ada.id);
  expect(shown).toMatchObject({ id: ada.id, postal_address: { country: 'DK', postal_code: '2800', region: null } });
  expect((await masthead.run('customer', 'show', ada.id)).stdout).toMatch(
    /postal_address +Ada, Hovedgaden 1, 1\. tv, 2800 Kongens Lyngby, DK\n/,
  );
});

describe('refuses, by exit code 1 and without a list', () => {
  test.each([
    ['an address that nobody has', ['customer', 'find', 'bo@example.org'], 'No customer has this e-mail address'],
    ['what is no address', ['customer', 'find', 'bo'], 'email'],
    ['an unknown customer', ['customer', 'show', 'cus_unknown'], 'No such customer: cus_unknown'],
    ['a customer filter that names nobody', ['subscription', 'list', '--customer', 'cus_x'], 'No such customer: cus_x'],
    ['a plan filter that names none', ['subscription', 'list', '--plan', 'weekly'], 'No such plan: weekly'],
    ['an unknown subscription', ['subscription', 'cancel', 'sub_x'], 'No such subscription: sub_x'],
  ])('%s', async (_, args, message) => {
    const { exitCode, stdout, stderr } = await masthead.run(...args);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });

  test('neither a price nor complimentary, and both', async () => {
    const create = ['subscription', 'create', '--customer', ada.id, '--plan', 'digital'];
    const neither = await masthead.run(...create);
    expect([neither.exitCode, neither.stderr]).toEqual([1, expect.stringContaining('unless complimentary')]);
    const both = await masthead.run(...create, '--complimentary', '--price', price.id);
    expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('cannot be used with option')]);
  });
});

test('an end, a switch, a merge, an export and an erasure, each with its entry', { timeout: 60_000 }, async () => {
  const until = '2099-01-01T00:00:00.000Z';
  const eve = await masthead.json<Made>('customer', 'create', '--email', 'eve@example.org');
  const create = ['subscription', 'create', '--plan', 'digital', '--complimentary', '--customer'];
  const given = await masthead.json<Made>(...create, eve.id, '--until', until);
  expect(given).toMatchObject({ ends_at: until });
  expect((await masthead.run('subscription', 'cancel', given.id, '--at-period-end')).exitCode).toBe(1);
  expect(await masthead.json('subscription', 'switch', given.id, '--to', 'print')).toMatchObject({ price_id: null });
  const joe = await masthead.json<Made>('customer', 'create', '--email', 'joe@example.org');
  const merge = ['customer', 'merge', eve.id, joe.id];
  const merged = { id: joe.id, merged: eve.id, plans: ['Print'], payments: 0, canceled_subscriptions: [] };
  expect(await masthead.json(...merge, '--dry-run')).toEqual({ ...merged, is_merged: false });
  expect(await masthead.json(...merge)).toEqual({ ...merged, is_merged: true });
  expect((await masthead.run(...merge)).exitCode).toBe(1);
  const file: unknown = JSON.parse((await masthead.run('customer', 'export', eve.id)).stdout);
  expect(file).toMatchObject({ customer: [{ id: joe.id }], subscriptions: [{ id: given.id, plan: 'print' }] });
  expect(await masthead.json('customer', 'erase', joe.id)).toEqual({ id: joe.id, erased: true });
  expect(await masthead.json('subscription', 'list', '--customer', joe.id)).toMatchObject({
    objects: [{ id: given.id, status: 'canceled' }],
  });
  expect((await actsOf()).slice(-5)).toEqual([
    'subscription.switch',
    'customer.create',
    'customer.merge',
    'customer.export',
    'customer.erase',
  ]);
});
