// The account of a connected gateway is taken over on the pages of the dashboard: what would happen is shown first, nobody
// is charged or written to, and from then on everything goes on as if it had been sold here.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendDueMails } from '../../../src/mails/due-mails.ts';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { createSubscription } from '../../../src/models/money/subscription.ts';
import { createCustomer } from '../../../src/models/people/customer.ts';
import { startCardUpdate } from '../../../src/payments/checkout/checkout.ts';
import { reconcile } from '../../../src/payments/reconciliation/reconcile.ts';
import { refundPayment } from '../../../src/payments/refund.ts';
import { keepStripeAccount } from '../../../src/payments/stripe/connection.ts';
import { cancelAtPeriodEnd, resume, subscriptionDetailsOf } from '../../../src/payments/subscription.ts';
import { previewSwitch, switchPrice } from '../../../src/payments/switch.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { ledgerFaults } from '../../support/databases/ledger.ts';
import { CommandLine } from '../../support/processes/command-line.ts';
import { settleImports, startedImport } from '../../support/publications/imports.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { FormerService } from '../../support/stripe/former-service.ts';
import { givenConnected, openStripeService, StripeSite, type StripeService } from '../../support/stripe/site.ts';
import { PLATFORM_KEY, WEBHOOK_SECRET } from '../../support/stripe/stand-in.ts';

let opened: StripeService;
beforeAll(async () => {
  opened = await openStripeService(DASHBOARD);
});
afterAll(() => opened.close());

type Row = Record<string, unknown>;

/** A connected publication, whose account another service has sold by. */
async function given() {
  const { service, stripe } = opened;
  const connected = await givenConnected(opened);
  const stage = new StripeSite(opened, connected);
  const { publication } = connected.site;
  const former = new FormerService(stage.account, () => stripe.now());
  const owner: Browser = await signedInStaff(service, publication, 'owner', `o@${publication.siteHost}`);
  const base = `/dashboard/${publication.id}`;
  const textOf = async (path: string): Promise<string> => mainTextOf((await owner.open(path)).body);
  const rows = (table: string): Promise<Row[]> =>
    service.database.knex(table).where({ publicationId: publication.id }).select('*');
  const personOf = async (email: string): Promise<Row & { id: string }> => {
    const found = (await rows('customers')).find((row) => row['email'] === email);
    if (found === undefined) throw new Error(`nobody has the address ${email}`);
    return { ...found, id: String(found['id']) };
  };
  /** Reads the account and returns the path of its import. */
  const read = async (): Promise<string> => {
    const page = await owner.open(`${base}/imports`);
    const { body } = await owner.submit(page, {}, `${base}/imports/account`);
    const [, id = ''] = /\/imports\/(imp_[0-9a-z]{26})/.exec(body) ?? [];
    await settleImports(service);
    return `${base}/imports/${id}`;
  };
  const check = async (path: string, fields: Record<string, string> = {}, page = path): Promise<string> => {
    await owner.submit(await owner.open(page), fields, `${path}/prices`);
    await settleImports(service);
    return textOf(path);
  };
  const start = async (path: string): Promise<string> => {
    await owner.submit(await owner.open(path), {}, `${path}/start`);
    await settleImports(service);
    return textOf(path);
  };
  /** What was asked of Stripe since, but for reading. */
  const writesSince = (count: number): string[] =>
    stripe.exchanges.slice(count).flatMap(({ method, path, form }) => (method === 'GET' ? [] : [`${path} ${form}`]));
  return {
    ...connected,
    publication,
    stage,
    former,
    owner,
    base,
    service,
    textOf,
    rows,
    personOf,
    read,
    check,
    start,
    writesSince,
  };
}

test('takes over what another service has sold, after a dry run that writes nothing, and charges and writes to nobody', async () => {
  const at = await given();
  const { former, service, publication, rows, site } = at;
  const { stripe } = opened;
  const [monthly, yearly] = [former.price('Supporter', 500), former.price('Gold', 6000, 'year')];
  const legacy = former.price('Gold', 450);
  const [metered, quarterly] = [
    former.price('Metered', 100, 'month', {
      recurring: { interval: 'month', interval_count: 1, usage_type: 'metered' },
    }),
    former.price('Quarterly', 100, 'month', {
      recurring: { interval: 'month', interval_count: 3, usage_type: 'licensed' },
    }),
  ];
  const half = { id: 'half', percentOff: 50, amountOff: null, currency: null, duration: 'forever', months: null };
  at.stage.account.coupons.set('half', half);
  const ada = former.sell(former.customer('Ada@example.org', 'Ada'), monthly);
  former.sell(former.customer('grace@example.org', 'Grace'), yearly, { coupon: 'half' });
  former.sell(former.customer('alan@example.org'), monthly, { daysAgo: 5, trialDays: 14 });
  former.sell(former.customer('mary@example.org'), legacy, { card: 'pm_fails_later', daysAgo: 55 });
  const hedy = former.sell(former.customer('hedy@example.org'), monthly);
  hedy.cancelsAtEnd = true;
  former.sell(former.customer('joan@example.org'), monthly, {
    unusual: { pause_collection: { behavior: 'void', resumes_at: null } },
  });
  former.schedule(former.sell(former.customer('rosa@example.org'), monthly), legacy);
  former.customer('free@example.org', 'Reader');
  // What cannot be held here.
  for (const [email, unusual] of [
    ['invoiced@example.org', { collection_method: 'send_invoice' }],
    ['incomplete@example.org', { status: 'incomplete' }],
    ['taxed@example.org', { default_tax_rates: [{ id: 'txr_1', object: 'tax_rate', inclusive: false }] }],
  ] as const)
    former.sell(former.customer(email), monthly, { unusual });
  former.sell(former.customer('metered@example.org'), metered);
  former.sell(former.customer('quarterly@example.org'), quarterly);
  former.sell(former.customer(null), monthly);
  former.sell(former.customer('other@example.org'), monthly, { metadata: { masthead_publication: 'pub_other' } });
  const twice = former.customer('twice@example.org');
  former.sell(twice, monthly);
  former.sell(twice, monthly);
  // Who is here already: recorded as paid elsewhere by a file, and given.
  const people = await service.database.transaction(async (transaction) => {
    const make = (email: string) =>
      createCustomer(publication, transaction, service.clock, service.secretKeys, { email: parseEmailAddress(email) });
    return { outside: await make('grace@example.org'), complimentary: await make('held@example.org') };
  });
  const kept = await service.database.transaction(async (transaction) => {
    const { plan, price } = site;
    const hold = (customerId: string, priceId: string | null, complimentary: boolean) =>
      createSubscription(publication, transaction, service.clock, {
        customerId,
        planId: plan.id,
        priceId,
        complimentary,
      });
    return {
      outside: await hold(people.outside.id, price.id, false),
      given: await hold(people.complimentary.id, null, true),
    };
  });
  former.sell(former.customer('held@example.org'), monthly);
  former.sell(former.customer('grace@example.org'), monthly);
  const asked = stripe.exchanges.length;
  const [notices, invoices] = [stripe.notices.length, at.stage.account.invoices.size];
  const tables = [
    'customers',
    'subscriptions',
    'billings',
    'payments',
    'plans',
    'prices',
    'pending_events',
    'deliveries',
  ];
  const before = await Promise.all(tables.map(rows));

  expect(await at.textOf(`${at.base}/imports`)).toContain('Take over your Stripe account');
  const path = await at.read();
  const prices = await at.textOf(path);
  for (const words of ['Supporter: €5 a month', '14 subscriptions', 'Gold: €60 a year', 'not billed each month'])
    expect(prices).toContain(words);
  const shown = await at.check(path);
  for (const words of [/Would be added\s+8/, /Would be changed\s+2/, /Faulty\s+9/]) expect(shown).toMatch(words);
  for (const words of [
    'paid by an invoice',
    'first payment was not made',
    'Tax is added',
    'billed by use',
    'not billed each month',
    'Neither an e-mail address',
    'Another publication collects',
    'same person to the same plan',
    'has the plan already',
  ])
    expect(shown).toContain(words);
  expect(await Promise.all(tables.map(rows))).toEqual(before);
  expect(at.writesSince(asked)).toEqual([]);

  const toldBefore = stripe.exchanges.length;
  const done = await at.start(path);
  // Three calls a subscription, one for the price to which a schedule will change one of them, and two for why another was not
  // paid (docs/operating-payments.md).
  expect(stripe.exchanges.length - toldBefore).toBe(3 * 9 + 1 + 2);
  for (const words of ['Done', /Added\s+8/, /Changed\s+2/, /Faulty\s+9/]) expect(done).toMatch(words);
  // The only writes at Stripe say whose the subscription is by now.
  const writes = at.writesSince(asked);
  expect(writes).toHaveLength(9);
  for (const write of writes)
    expect(write).toMatch(
      /^\/v1\/subscriptions\/sub_\w+ metadata\[masthead_publication\]=pub_\w+&metadata\[masthead_price\]=price_\w+&expand\[0\]=schedule&expand\[1\]=discounts\.source\.coupon&expand\[2\]=default_payment_method$/,
    );
  expect(at.stage.account.invoices.size).toBe(invoices);
  expect(new Set(stripe.notices.slice(notices).map(({ type }) => type))).toEqual(
    new Set(['customer.subscription.updated']),
  );
  await sendDueMails(service, (error) => {
    throw error;
  });
  expect((await rows('deliveries')).filter(({ kind }) => kind === 'mail')).toEqual([]);

  const states = Object.fromEntries((await rows('customers')).map((row) => [row['email'], row['state']]));
  expect(states).toEqual({
    'Ada@example.org': 'paying',
    'grace@example.org': 'paying',
    'alan@example.org': 'trial',
    'mary@example.org': 'past_due',
    'hedy@example.org': 'paying',
    'joan@example.org': 'paying',
    'rosa@example.org': 'paying',
    'twice@example.org': 'paying',
    'held@example.org': 'complimentary',
    'free@example.org': 'free',
  });
  const billings = await rows('billings');
  const billingOf = async (email: string): Promise<Row> => {
    const { id } = await at.personOf(email);
    return billings.find(({ customerId }) => customerId === id) ?? {};
  };
  expect(await billingOf('Ada@example.org')).toMatchObject({
    ref: ada.id,
    state: 'active',
    priceId: site.price.id,
    amount: 500,
    periodEnd: ada.end * 1000,
    takenOverAt: service.clock.now().getTime(),
  });
  expect(await billingOf('alan@example.org')).toMatchObject({ trialRemindedAt: null, nextAmount: 500 });
  expect(await billingOf('mary@example.org')).toMatchObject({
    pastDueSince: service.clock.now().getTime(),
    amount: 450,
  });
  expect(await billingOf('hedy@example.org')).toMatchObject({ cancelAt: hedy.end * 1000 });
  expect(await billingOf('joan@example.org')).toMatchObject({ state: 'active', nextAmount: 0 });
  expect(await billingOf('rosa@example.org')).toMatchObject({ state: 'active', nextAmount: 450 });
  // What a file had recorded as paid elsewhere goes on under its id.
  expect((await rows('subscriptions')).find(({ id }) => id === kept.outside.id)).toMatchObject({
    status: 'active',
    billing: 'gateway',
    priceId: site.price.id,
  });
  const plans = await rows('plans');
  const gold = plans.find(({ name }) => name === 'Gold');
  expect(plans.map(({ name }) => name).toSorted()).toEqual(['Gold', 'Patron', 'Supporter']);
  expect((await rows('prices')).filter(({ planId }) => planId === gold?.['id'])).toHaveLength(2);
  expect(await reconcile(service, publication)).toMatchObject({ lines: [] });
  expect(await ledgerFaults(service.database, [])).toEqual([]);

  // Importing again changes nothing.
  const again = await at.read();
  expect(await at.check(again)).toMatch(/Would be added\s+0\s+Would be changed\s+0\s+Nothing to do\s+10\s+Faulty\s+9/);
});

test('goes on with what was taken over as if it had been sold here', async () => {
  const at = await given();
  const { former, service, publication, stage } = at;
  const monthly = former.price('Supporter', 500);
  const ada = former.sell(former.customer('ada@example.org', 'Ada'), monthly);
  former.sell(former.customer('owes@example.org'), monthly, { card: 'pm_fails_later', daysAgo: 55 });
  const renewed = former.sell(former.customer('late@example.org'), monthly);
  const path = await at.read();
  await at.check(path);
  // A webhook of a renewal that comes while the account is taken over waits, and is not lost.
  await at.owner.submit(await at.owner.open(path), {}, `${path}/start`);
  stage.account.updated(renewed);
  await stage.hear();
  await settleImports(service);
  service.clock.advance(30);
  await stage.hear();
  const outcomes = await service.database.knex('gateway_events').where({ ref: renewed.id }).pluck('outcome');
  expect(new Set(outcomes)).toEqual(new Set(['applied']));

  const person = await at.personOf('ada@example.org');
  const held = async () => (await subscriptionDetailsOf(service, publication, person.id))[0];
  const { subscriptionId = '' } = (await held()) ?? {};
  const paid = async () => (await at.rows('payments')).filter(({ customerId }) => customerId === person.id);
  // The payment of the period that runs came along, and can be given back.
  const [before, ...older] = await paid();
  expect(older).toEqual([]);
  const refund = { paymentId: String(before?.['id']), amount: 200, key: undefined };
  expect(await refundPayment(service, publication, refund)).toMatchObject({ state: 'done' });
  // A new card pays what was owed, within the days of grace from the takeover on.
  const owing = await at.personOf('owes@example.org');
  const owed = (await subscriptionDetailsOf(service, publication, owing.id))[0];
  expect(owed?.billing?.pastDue).not.toBeNull();
  const urls = () => ({ returnUrl: `${publication.siteUrl}/`, cancelUrl: `${publication.siteUrl}/` });
  const payer = { id: owing.id, email: 'owes@example.org', name: null };
  stage.pay(await startCardUpdate(service, publication, payer, { subscriptionId: owed?.subscriptionId ?? '', urls }));
  await stage.hear();
  expect((await subscriptionDetailsOf(service, publication, owing.id))[0]?.billing?.pastDue).toBeNull();
  // Cancel and resume, then the renewal.
  await cancelAtPeriodEnd(service, publication, person.id, subscriptionId);
  expect((await held())?.billing).toMatchObject({ cancelAt: ada.end * 1000 });
  await resume(service, publication, person.id, subscriptionId);
  await stage.passSeconds(ada.end - opened.stripe.now() + 60);
  expect(await held()).toMatchObject({ subscriptionId, billing: { cancelAt: null, periodEnd: ada.end * 1000 } });
  const payments = await paid();
  expect(payments.map(({ amount, reason, mailedAt }) => [amount, reason, mailedAt !== null])).toEqual([
    [500, 'renewal', true],
    [500, 'renewal', true],
  ]);
  // Mails come of what has happened since, two payments of somebody who owed and two renewals, and of nothing before.
  const mails = (await at.rows('deliveries')).map(({ purpose }) => purpose);
  expect(mails.filter((purpose) => purpose === 'paid')).toHaveLength(4);
  expect(mails.filter((purpose) => purpose === 'refund')).toHaveLength(1);
  // A cheaper price from the next period on, taken back, and a dearer one at once.
  const { price, otherPrice } = at.site;
  const shown = await previewSwitch(service, publication, person.id, { subscriptionId, newPriceId: otherPrice.id });
  expect(await switchPrice(service, publication, person.id, shown.switchId)).toMatchObject({ state: 'done' });
  const back = await previewSwitch(service, publication, person.id, { subscriptionId, newPriceId: price.id });
  expect(await switchPrice(service, publication, person.id, back.switchId)).toMatchObject({ state: 'done' });
  expect((await held())?.billing?.nextPrice?.id).toBe(price.id);
  expect(await reconcile(service, publication)).toMatchObject({ lines: [] });
  expect(await ledgerFaults(service.database, [])).toEqual([]);
});

test('takes a subscription over for one publication alone, and what was held meanwhile for nobody', async () => {
  const [first, second] = [await given(), await given()];
  const { service, former } = first;
  // Both publications are connected to one account.
  await service.database.transaction((transaction) =>
    keepStripeAccount(second.publication, transaction, service.clock, service.secretKeys, {
      kind: 'connected',
      accountId: first.accountId,
    }),
  );
  const monthly = former.price('Supporter', 500);
  const ada = former.sell(former.customer('ada@example.org'), monthly);
  const grace = former.sell(former.customer('grace@example.org'), monthly);
  const [path, other] = [await first.read(), await second.read()];
  await first.check(path);
  await second.check(other);
  former.account.end(grace);
  const person = await service.database.transaction((transaction) =>
    createCustomer(first.publication, transaction, service.clock, service.secretKeys, {
      email: parseEmailAddress('ada@example.org'),
    }),
  );
  expect(await first.start(path)).toMatch(/Added\s+0\s+Changed\s+1\s+Nothing to do\s+0\s+Faulty\s+1 .*It has ended/);
  const late = await second.start(other);
  expect(late).toMatch(/Added\s+0\s+Changed\s+0\s+Nothing to do\s+0\s+Faulty\s+2/);
  expect(late).toContain('Another publication collects for it');
  expect(await first.rows('billings')).toEqual([expect.objectContaining({ ref: ada.id, customerId: person.id })]);
  expect(await second.rows('billings')).toEqual([]);
  expect(await second.rows('customers')).toEqual([]);
  // Nothing of what could not be taken over was ended or paid back at Stripe.
  expect(former.account.subscriptions.get(ada.id)?.status).toBe('active');
});

test('leaves what a gateway collects for alone when a later file does not have it any more', async () => {
  const at = await given();
  const file = async (rows: string): Promise<void> => {
    await startedImport(at.service, at.publication, `email,plan,paid until\n${rows}\n`);
    await settleImports(at.service);
  };
  await file('ada@example.org,supporter,2099-01-01');
  const [imported] = await at.rows('subscriptions');
  const ada = at.former.sell(at.former.customer('ada@example.org'), at.former.price('Supporter', 500));
  const path = await at.read();
  expect(await at.check(path)).toMatch(/Would be changed\s+1/);
  await at.start(path);
  await file('ada@example.org,,');
  expect(await at.rows('subscriptions')).toEqual([
    expect.objectContaining({ id: imported?.['id'], status: 'active', billing: 'gateway', endsAt: null }),
  ]);
  expect(await at.rows('billings')).toEqual([
    expect.objectContaining({ ref: ada.id, state: 'active', endReason: null }),
  ]);
});

test('takes an account over on the command line by the same rules', async () => {
  const at = await given();
  const { service, publication, former } = at;
  const masthead = new CommandLine({
    DATABASE_URL: service.config.databaseUrl,
    STRIPE_SECRET_KEY: PLATFORM_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
    STRIPE_API_URL: opened.stripe.url,
  });
  former.sell(former.customer('ada@example.org'), former.price('Supporter', 500));
  const gold = former.price('Gold', 900);
  former.sell(former.customer('grace@example.org'), gold);
  former.customer('free@example.org');
  const command = ['import', '--from', 'stripe', '--publication', publication.id];
  const dry = await masthead.run(...command, '--dry-run');
  expect(dry.stdout).toContain(`${gold.id} (Gold, 9.00 EUR a month), subscriptions: 1; means nothing here yet`);
  expect(dry.stdout).toContain('Of 3 rows, 2 would be created, 0 changed, 0 left as they are; 1 are faulty.');
  expect(await at.rows('customers')).toEqual([]);
  expect(await masthead.run(...command)).toMatchObject({ exitCode: 1 });
  expect(await masthead.run(...command, '--price', 'price_none=-')).toMatchObject({ exitCode: 2 });
  const done = await masthead.json<Row>(...command, '--price', `${gold.id}=new`, '--subscribers-only', '--rows');
  expect(done).toMatchObject({ state: 'done', rows: 3, created: 2, unchanged: 1, faulty: 0 });
  expect((await at.rows('billings')).map(({ amount }) => amount).toSorted()).toEqual([500, 900]);
  expect(await masthead.json<Row>(...command, '--dry-run')).toMatchObject({ created: 1, changed: 0, unchanged: 2 });
  expect(await masthead.run('import', 'people.csv', '--from', 'stripe')).toMatchObject({ exitCode: 2 });
});
