// Connecting payments: keys are tried at the gateway, stored sealed, never shown again, and replaced only by those of the
// same account while it collects.
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import type { Billing } from '../../../src/models/money/billing-record.ts';
import { createBilling, updateBilling } from '../../../src/models/money/billing.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { findGateway } from '../../../src/payments/gateways.ts';
import { findStripeAccount, keepStripeAccount } from '../../../src/payments/stripe/connection.ts';
import { formsOf, mainTextOf } from '../../support/browser/html.ts';
import { PRODUCTION_SETTINGS } from '../../support/processes/command-line.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD } from '../../support/publications/staff.ts';
import { expectFailure } from '../../support/service/failures.ts';
import { openService, useService } from '../../support/service/service.ts';
import { standInFor } from '../../support/stripe/of-test.ts';
import { PLATFORM_KEY, WEBHOOK_SECRET, type StripeStandIn } from '../../support/stripe/stand-in.ts';
import { givenOwner, type Given } from '../rows/row.ts';

const service = useService(DASHBOARD);
let at: Given;
let path: string;
let stripe: StripeStandIn;

beforeEach(async () => {
  at = await givenOwner(service());
  path = `${at.base}/payments`;
});

async function begin(): Promise<void> {
  stripe = await standInFor(service());
  stripe.open('sk_test_own');
}

const KEYS = { secret_key: 'sk_test_own', webhook_secrets: 'whsec_a' };

async function connect(fields: Readonly<Record<string, string>> = KEYS): Promise<LightMyRequestResponse> {
  return at.owner.submit(await at.owner.open(path), fields, `${path}/stripe/connect`);
}
const disconnect = async () => at.owner.submit(await at.owner.open(path), {}, `${path}/stripe/disconnect`);
const stored = () => findStripeAccount(at.site.publication, service().database, service().secretKeys);
const collecting = async () => (await findGateway(service(), at.site.publication))?.name;

/** A subscription that is paid by Stripe. */
async function givenBilling(site: TestSite = at.site): Promise<Billing | undefined> {
  const { publication, price } = site;
  const { database, clock } = service();
  await site.signedIn('paid@example.org');
  const customer = await findCustomerByEmail(publication, database, parseEmailAddress('paid@example.org'));
  const facts = {
    customerId: customer?.id ?? '',
    gateway: 'stripe',
    ref: `sub_of_${publication.id}`,
    state: 'active',
    priceId: price.id,
    amount: price.amount,
    currency: price.currency,
    interval: price.interval,
    nextPriceId: null,
    nextAmount: null,
    periodEnd: clock.now().getTime(),
    trialEnd: null,
    cancelAt: null,
    pauseFrom: null,
    pauseUntil: null,
    pastDueSince: null,
    declineReason: null,
    cardBrand: null,
    cardLast4: null,
    cardExpires: null,
  } as const;
  return database.transaction((transaction) => createBilling(publication, transaction, clock, facts));
}

test('in a test environment the sandbox collects until a key is entered, and says what it is', async () => {
  await begin();
  const before = mainTextOf((await at.owner.open(path)).body);
  expect(before).toMatch(/Sandbox takes payments now This is a test environment/);
  expect(before).toContain(`${at.site.publication.siteUrl}/payments/events/stripe`);
  expect(before).toContain('checkout.session.completed');
  const page = await connect();
  expect(mainTextOf(page.body)).toMatch(/Connected\. Readers can pay\..*Stripe takes payments now/);
  expect(mainTextOf(page.body)).toMatch(/Account acct_standin Country Germany State It can take payments\./);
  expect([await collecting(), await stored()]).toEqual([
    'stripe',
    { kind: 'own', secretKey: 'sk_test_own', webhookSecrets: ['whsec_a'], keyOf: 'acct_standin' },
  ]);
});

test('keys are sealed, and no page shows one, not even after a fault', async () => {
  await begin();
  const faulty = await connect({ ...KEYS, webhook_secrets: 'secret_of_somebody' });
  expect(faulty.body).not.toMatch(/sk_test_own|secret_of_somebody/);
  const made = await connect();
  for (const body of [made.body, (await at.owner.open(path)).body, (await at.owner.open(`${at.base}/audit`)).body])
    expect(body).not.toMatch(/sk_test_own|whsec_a/);
  expect(JSON.stringify(await service().database.knex('stripe_accounts'))).not.toMatch(/sk_test_own|whsec_a/);
  expect(service().logLines.join('\n')).not.toMatch(/sk_test_own|whsec_a/);
});

test.each([
  ['no key', { secret_key: '' }, 'Enter a secret key'],
  ['a publishable key', { secret_key: 'pk_test_1' }, 'Enter a secret key'],
  ['a live key in a test environment', { secret_key: 'sk_live_1' }, 'A test environment takes test keys only'],
  ['a key that Stripe does not know', { secret_key: 'sk_test_unknown' }, 'This key is not accepted'],
  ['no signing secret', { webhook_secrets: '' }, 'Enter a signing secret'],
  ['a signing secret that is none', { webhook_secrets: 'whsec_a, sk_test_own' }, 'Enter a signing secret'],
])('%s is refused beside its field, and nothing is stored', async (_what, fields, message) => {
  await begin();
  const page = await connect({ ...KEYS, ...fields });
  expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining(message)]);
  expect([await stored(), await collecting()]).toEqual([undefined, 'sandbox']);
});

test('a gateway that is down is named, and nothing is changed', async () => {
  await begin();
  stripe.trouble = { status: 500, error: { type: 'api_error' } };
  const page = await expectFailure(() => connect());
  expect(mainTextOf(page.body)).toContain('Stripe cannot be reached now. Nothing was changed');
  expect(await stored()).toBeUndefined();
  stripe.trouble = undefined;
  await connect();
  stripe.trouble = { status: 500, error: { type: 'api_error' } };
  const shown = await at.owner.open(path);
  expect([shown.statusCode, mainTextOf(shown.body)]).toEqual([200, expect.stringContaining('its state is not known')]);
});

test('an account that cannot take payments yet is connected, and the page says what is missing', async () => {
  await begin();
  stripe.account('sk_test_own').canCharge = false;
  expect(mainTextOf((await connect()).body)).toContain('does not let this account take payments yet');
});

test('a key that no longer works is said, and replaced by another of the same account', async () => {
  await begin();
  await connect();
  stripe.trouble = { status: 401, error: { type: 'invalid_request_error' } };
  expect(mainTextOf((await at.owner.open(path)).body)).toContain('Stripe no longer accepts the key');
  stripe.trouble = undefined;
  await givenBilling();
  stripe.open('sk_test_rolled');
  await connect({ secret_key: 'sk_test_rolled', webhook_secrets: '' });
  expect(await stored()).toMatchObject({ secretKey: 'sk_test_rolled', webhookSecrets: ['whsec_a'] });
  await connect({ secret_key: '', webhook_secrets: 'whsec_a whsec_b' });
  expect(await stored()).toMatchObject({ secretKey: 'sk_test_rolled', webhookSecrets: ['whsec_a', 'whsec_b'] });
});

test('an account that the operator’s key connects is said to lack it where it is not set', async () => {
  const { database, clock, secretKeys } = service();
  await database.transaction((transaction) =>
    keepStripeAccount(at.site.publication, transaction, clock, secretKeys, {
      kind: 'connected',
      accountId: 'acct_1',
    }),
  );
  const shown = await at.owner.open(path);
  expect([shown.statusCode, mainTextOf(shown.body)]).toEqual([
    200,
    expect.stringContaining('a key of the service, which is not set'),
  ]);
});

test('while it collects, the account is neither replaced by another nor disconnected', async () => {
  await begin();
  await connect();
  const billing = await givenBilling();
  stripe.open('sk_test_other').id = 'acct_other';
  for (const page of [await connect({ ...KEYS, secret_key: 'sk_test_other' }), await disconnect()])
    expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining('are still paid by')]);
  expect(await stored()).toMatchObject({ secretKey: 'sk_test_own' });
  if (billing === undefined) throw new Error('there is no billing');
  const { database, clock } = service();
  await database.transaction((transaction) => updateBilling(transaction, clock, billing, { state: 'ended' }));
  // Another publication's subscriptions are paid by another account.
  await givenBilling(await givenSite(service()));
  await connect({ ...KEYS, secret_key: 'sk_test_other' });
  expect(await stored()).toMatchObject({ keyOf: 'acct_other' });
  expect(mainTextOf((await disconnect()).body)).toContain('Disconnected.');
  expect([await stored(), await collecting()]).toEqual([undefined, 'sandbox']);
});

test('only a gateway that is connected by keys has the forms', async () => {
  const page = await at.owner.open(path);
  expect(formsOf(page.body).map(({ action }) => action)).not.toContain(`${path}/sandbox/connect`);
  const token = formsOf(page.body).find(({ action }) => action === `${path}/stripe/connect`)?.fields ?? {};
  for (const name of ['sandbox', 'paypal', '__proto__'])
    expect((await at.owner.post(`${path}/${name}/connect`, token)).statusCode).toBe(404);
});

test('in production only a live key is taken, there is no sandbox, and the page says that nobody can pay', async () => {
  const production = await openService({
    ...DASHBOARD,
    ...PRODUCTION_SETTINGS,
    TRUST_PROXY: '198.18.0.0/15',
    STRIPE_SECRET_KEY: PLATFORM_KEY.replace('test', 'live'),
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  });
  try {
    const live = await givenOwner(production);
    const page = await live.owner.open(`${live.base}/payments`);
    expect(mainTextOf(page.body)).toMatch(/Nobody can pay yet.*sk_live_ or rk_live_/);
    expect(mainTextOf(page.body)).not.toContain('Sandbox');
    const refused = await live.owner.submit(page, KEYS, `${live.base}/payments/stripe/connect`);
    expect(mainTextOf(refused.body)).toContain('This is a test key');
  } finally {
    await production.close();
  }
});
