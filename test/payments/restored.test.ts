// A publication that an export was brought back into: until its Stripe account is connected nothing is asked of Stripe, and
// nothing fails; from then on it renews, cancels and refunds as before.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { findOrCreateVerifiedCustomer } from '../../src/models/people/customer.ts';
import { createPublication } from '../../src/models/publication/publication.ts';
import { exportToFolder } from '../../src/moving/export-folder.ts';
import { importExport } from '../../src/moving/import-export.ts';
import { openExport } from '../../src/moving/read-export.ts';
import { addDays, addDuration } from '../../src/payments/calendar.ts';
import { startCheckout } from '../../src/payments/checkout/checkout.ts';
import { NightlyReconciler, type NightlyResult } from '../../src/payments/reconciliation/nightly.ts';
import { reconcile } from '../../src/payments/reconciliation/reconcile.ts';
import { refundPayment } from '../../src/payments/refund.ts';
import { keepStripeAccount } from '../../src/payments/stripe/connection.ts';
import { cancelAtPeriodEnd, listPaymentsOf, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { openService, type TestService } from '../support/service/service.ts';
import { givenConnected, openStripeService, StripeSite, type StripeService } from '../support/stripe/site.ts';
import { PLATFORM_KEY, WEBHOOK_SECRET } from '../support/stripe/stand-in.ts';

let opened: StripeService;
/** Another deployment, by the same clock. */
let elsewhere: TestService;
const folders: string[] = [];

beforeAll(async () => {
  opened = await openStripeService();
  const settings = {
    STRIPE_SECRET_KEY: PLATFORM_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
    STRIPE_API_URL: opened.stripe.url,
  };
  elsewhere = await openService(settings, opened.service.clock);
});
afterAll(async () => {
  await elsewhere.close();
  await opened.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Somebody has paid by Stripe, and everything was brought to another publication. */
async function givenRestored(target: TestService) {
  const { service } = opened;
  const connected = await givenConnected(opened);
  const source = new StripeSite(opened, connected);
  const { publication, price } = connected.site;
  const customer = await service.database.transaction((transaction) =>
    findOrCreateVerifiedCustomer(publication, transaction, service.clock, {
      address: parseEmailAddress('ada@example.org'),
    }),
  );
  const urls = () => ({ returnUrl: `${publication.siteUrl}/`, cancelUrl: `${publication.siteUrl}/` });
  source.pay(await startCheckout(service, publication, customer, { offerSlug: 'supporter', priceId: price.id, urls }));
  await source.hear();
  const folder = mkdtempSync(join(tmpdir(), 'masthead-restored-'));
  rmSync(folder, { recursive: true });
  folders.push(folder);
  await exportToFolder({ ...service, publication }, folder);
  const restored = await target.database.transaction((transaction) =>
    createPublication(transaction, target.clock, {
      name: 'Again',
      siteUrl: `https://again${folders.length}.example.localhost`,
    }),
  );
  await importExport({ ...target, publication: restored }, openExport(folder));
  const site = { ...connected.site, service: target, publication: restored };
  const stage = new StripeSite({ ...opened, service: target }, { site, accountId: connected.accountId });
  const [person] = await target.database.knex('customers').where({ publicationId: restored.id });
  const connect = () =>
    target.database.transaction((transaction) =>
      keepStripeAccount(restored, transaction, target.clock, target.secretKeys, {
        kind: 'connected',
        accountId: connected.accountId,
      }),
    );
  return { source, stage, restored, connect, customerId: String(person.id) };
}

async function night(service: TestService): Promise<{ results: NightlyResult[]; errors: unknown[] }> {
  const [results, errors]: [NightlyResult[], unknown[]] = [[], []];
  const nightly = new NightlyReconciler(service, {
    onResult: (result) => results.push(result),
    onError: (error) => errors.push(error),
  });
  await nightly.wake();
  return { results, errors };
}

test('in another deployment it renews, cancels and refunds as before once its account is connected', async () => {
  const { stage, restored, connect, customerId } = await givenRestored(elsewhere);
  const asked = opened.stripe.exchanges.length;
  // Not connected: the night asks Stripe for nothing, and finds nothing wrong.
  expect(await night(elsewhere)).toEqual({
    errors: [],
    results: expect.arrayContaining([
      expect.objectContaining({ publication: restored.id, compared: 0, ours_only: 0, theirs_only: 0, differing: 0 }),
    ]),
  });
  await stage.settle();
  expect(opened.stripe.exchanges.length).toBe(asked);
  const held = async () => (await subscriptionDetailsOf(elsewhere, restored, customerId))[0];
  const before = await held();
  await connect();
  expect(await reconcile(elsewhere, restored)).toMatchObject({ compared: 1, lines: [], notOurs: [] });

  // The renewal.
  const now = elsewhere.clock.now().getTime();
  await stage.passSeconds(((addDuration(now, '1 month') ?? now) - now) / 1000 + 60);
  const paid = () => listPaymentsOf(elsewhere, restored, customerId);
  expect((await paid()).map(({ reason, amount }) => [reason, amount]).toSorted()).toEqual([
    ['renewal', 500],
    ['start', 500],
  ]);
  const renewed = await held();
  expect(renewed?.subscriptionId).toBe(before?.subscriptionId);
  expect(Number(renewed?.billing?.periodEnd)).toBeGreaterThan(Number(before?.billing?.periodEnd));
  // A refund of each, of before and of after.
  for (const { id } of await paid())
    expect(await refundPayment(elsewhere, restored, { paymentId: id, amount: 200, key: undefined })).toMatchObject({
      state: 'done',
    });
  // The cancel, and its end.
  await cancelAtPeriodEnd(elsewhere, restored, customerId, renewed?.subscriptionId ?? '');
  const end = Number((await held())?.billing?.cancelAt);
  expect(end).toBe(renewed?.billing?.periodEnd);
  await stage.passSeconds((end - elsewhere.clock.now().getTime()) / 1000 + 60);
  expect(await held()).toBeUndefined();
  expect(await paid()).toHaveLength(2);
  expect(await reconcile(elsewhere, restored)).toMatchObject({ lines: [] });
  expect(await ledgerFaults(elsewhere.database, [])).toEqual([]);
});

test('what Stripe told while it was not connected is caught up with by the night after', async () => {
  const { stage, restored, connect, customerId } = await givenRestored(elsewhere);
  elsewhere.clock.advance((addDays(0, 40) ?? 0) / 1000);
  opened.stripe.proceed();
  await connect();
  const found = await reconcile(elsewhere, restored);
  expect(
    found.lines.map(({ kind, differences }) => [kind, differences.map(({ field }) => field.split(' ')[0])]),
  ).toEqual([['differing', expect.arrayContaining(['period', 'payment'])]]);
  // Stripe tells again what was not taken.
  await stage.hear();
  expect(await reconcile(elsewhere, restored)).toMatchObject({ lines: [] });
  expect(await listPaymentsOf(elsewhere, restored, customerId)).toHaveLength(2);
});

test('beside the publication that it is from, Stripe’s word counts for the one that is connected', async () => {
  const { service } = opened;
  const { source, stage, restored, connect, customerId } = await givenRestored(service);
  const former = source.site.publication;
  await service.database.transaction(({ knex }) =>
    knex('stripe_accounts').where({ publicationId: former.id }).delete(),
  );
  await connect();
  const now = service.clock.now().getTime();
  await stage.passSeconds(((addDuration(now, '1 month') ?? now) - now) / 1000 + 60);
  expect(await listPaymentsOf(service, restored, customerId)).toHaveLength(2);
  expect(await source.rows('payments')).toHaveLength(1);
  expect(await reconcile(service, restored)).toMatchObject({ compared: 1, lines: [] });
  expect(await reconcile(service, former)).toMatchObject({ compared: 0, lines: [] });
});
