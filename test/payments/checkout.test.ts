// From an offer to a paid subscription by the sandbox's card page: never twice, never for another price, and nothing half made.
import { describe, expect, test } from 'vitest';
import { createPrice } from '../../src/models/catalog/price.ts';
import { readCheckout } from '../../src/payments/checkout/checkout-progress.ts';
import { GatewayUnavailable } from '../../src/payments/gateway.ts';
import { listPaymentsOf, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { locationOf } from '../support/browser/browser.ts';
import { attributeOf, headingOf, tagsOf, textOf } from '../support/browser/html.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { ownTime } from '../support/processes/processor-wait.ts';
import { GOOD_CARD } from '../support/publications/cards.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const progressOf = async (paid: PayingSite, customerId: string, checkoutId: string) =>
  (await readCheckout(service(), paid.publication, customerId, checkoutId)).state;

test('a good card makes one active subscription, a payment and a receipt', async () => {
  const paid = await givenPayingSite(service());
  const customer = await paid.customer();
  const { checkoutId, redirectUrl } = await paid.start(customer, { continueUrl: 'https://www.example.org/welcome' });
  expect(await progressOf(paid, customer.id, checkoutId)).toBe('unfinished');
  const answer = await paid.payAt(redirectUrl);
  expect([answer.statusCode, locationOf(answer)]).toEqual([303, `${paid.publication.siteUrl}/checkouts/${checkoutId}`]);
  const progress = await readCheckout(service(), paid.publication, customer.id, checkoutId);
  expect(progress).toMatchObject({ state: 'done', checkout: { continueUrl: 'https://www.example.org/welcome' } });
  await paid.settle();
  const [details] = await subscriptionDetailsOf(service(), paid.publication, customer.id);
  expect(details).toMatchObject({
    plan: { slug: 'supporter' },
    price: { amount: 500 },
    billing: { cancelAt: null, pastDue: null, nextPrice: { amount: 500 } },
  });
  expect(await listPaymentsOf(service(), paid.publication, customer.id)).toMatchObject([
    { reason: 'start', amount: 500, currency: 'EUR', planName: 'Supporter', refundedAmount: 0 },
  ]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('by the notification alone the subscription is there, too', async () => {
  const paid = await givenPayingSite(service());
  const customer = await paid.payingCustomer();
  expect(await subscriptionDetailsOf(service(), paid.publication, customer.id)).toHaveLength(1);
  expect((await paid.rows('checkouts'))[0]).toMatchObject({ state: 'complete' });
});

describe('the card page', () => {
  test.each([
    ['4000000000000002', 'declined'],
    ['4000000000009995', 'insufficient funds'],
    ['4000000000000069', 'has expired'],
    ['4000000000000127', 'security code is wrong'],
    ['4111111111111111', 'Only the test cards'],
  ])('refuses %s and lets another card be tried', async (card, words) => {
    const paid = await givenPayingSite(service());
    const customer = await paid.customer();
    const { checkoutId, redirectUrl } = await paid.start(customer);
    const refused = await paid.payAt(redirectUrl, card);
    expect([refused.statusCode, refused.body.includes(words)]).toEqual([422, true]);
    expect(await progressOf(paid, customer.id, checkoutId)).toBe('unfinished');
    expect(await paid.rows('subscriptions')).toEqual([]);
    await paid.payAt(redirectUrl);
    expect(await progressOf(paid, customer.id, checkoutId)).toBe('done');
  });

  test.each([
    ['4000002500003155', 'complete', 'done'],
    ['4000002500003155', 'refuse', 'unfinished'],
    ['4000008260003178', 'complete', 'unfinished'],
  ])('asks the bank for %s: %s leaves it %s', async (card, authentication, state) => {
    const paid = await givenPayingSite(service());
    const customer = await paid.customer();
    const { checkoutId, redirectUrl } = await paid.start(customer);
    const browser = paid.newBrowser();
    const step = await browser.follow(await paid.payAt(redirectUrl, card, browser));
    expect(headingOf(step.body)).toBe('Your bank asks: is it you?');
    expect(await progressOf(paid, customer.id, checkoutId)).toBe('unfinished');
    const csrf = /name="csrf_token" value="([^"]+)"/.exec(step.body)?.[1] ?? '';
    await browser.post(redirectUrl, { csrf_token: csrf, authentication });
    expect(await progressOf(paid, customer.id, checkoutId)).toBe(state);
  });

  test('says that no money moves, and takes no form from elsewhere', async () => {
    const paid = await givenPayingSite(service());
    const { redirectUrl } = await paid.start(await paid.customer());
    const browser = paid.newBrowser();
    const page = await browser.get(redirectUrl);
    expect(page.body).toContain('Sandbox: no money moves');
    const csrf = /name="csrf_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const forged = [
      await browser.post(redirectUrl, { card_number: GOOD_CARD }),
      await browser.post(redirectUrl, { csrf_token: 'x', card_number: GOOD_CARD }),
      await browser.post(redirectUrl, { csrf_token: csrf, card_number: GOOD_CARD }, { 'sec-fetch-site': 'cross-site' }),
      await browser.post(redirectUrl, { csrf_token: csrf, card_number: GOOD_CARD }, { origin: 'https://evil.example' }),
    ];
    expect(forged.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
    expect(await paid.rows('sandbox_subscriptions')).toEqual([]);
  });

  test('speaks the visitor’s language, also of what went wrong', async () => {
    const paid = await givenPayingSite(service());
    const { redirectUrl } = await paid.start(await paid.customer());
    const browser = paid.newBrowser();
    const german = { 'accept-language': 'de' };
    const page = await browser.get(redirectUrl, german);
    expect([headingOf(page.body), attributeOf(tagsOf(page.body, 'html')[0] ?? '', 'lang')]).toEqual([
      'Mit Karte bezahlen',
      'de',
    ]);
    expect(textOf(page.body).replaceAll('\u00a0', ' ')).toMatch(
      /Es fließt kein Geld[^]*Supporter 5 € im Monat[^]*4000 0000 0000 0002 wird abgelehnt/,
    );
    const csrf = /name="csrf_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const declined = await browser.post(
      redirectUrl,
      { csrf_token: csrf, card_number: '4000 0000 0000 0002' },
      { ...german, 'sec-fetch-site': 'same-origin' },
    );
    expect(textOf(declined.body)).toContain('Die Karte wurde abgelehnt.');
    expect(declined.body).toContain('<title>Fehler: Mit Karte bezahlen – Sandbox');
  });

  test('is not there for another publication', async () => {
    const [paid, other] = [await givenPayingSite(service()), await givenPayingSite(service())];
    const { redirectUrl } = await paid.start(await paid.customer());
    expect((await other.newBrowser().get(new URL(redirectUrl).pathname)).statusCode).toBe(404);
  });
});

describe('never twice', () => {
  test('50 starts and 50 payments at once end in one subscription, paid once', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.customer();
    const started = await Promise.all(Array.from({ length: 50 }, () => paid.start(customer)));
    expect(new Set(started.map(({ redirectUrl }) => redirectUrl)).size).toBe(1);
    const answers = await Promise.all(started.map(({ redirectUrl }) => paid.payAt(redirectUrl)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
    await paid.settle();
    const counts = await Promise.all(
      ['subscriptions', 'payments', 'billings', 'sandbox_subscriptions'].map(
        async (table) => (await paid.rows(table)).length,
      ),
    );
    expect(counts).toEqual([1, 1, 1, 1]);
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });

  test('a payment that loses the race is paid back, and the page says so', async () => {
    const paid = await givenPayingSite(service());
    const { publication } = paid;
    const { customer, checkoutId } = await paid.payForHeldPlan();
    const progress = await readCheckout(service(), publication, customer.id, checkoutId);
    expect(progress).toMatchObject({ state: 'failed', reason: 'held_already' });
    expect(await listPaymentsOf(service(), publication, customer.id)).toMatchObject([
      { amount: 500, refundedAmount: 500 },
    ]);
    expect(await paid.rows('billings')).toMatchObject([{ state: 'ended', subscriptionId: null }]);
    expect(await paid.rows('sandbox_subscriptions')).toMatchObject([{ state: 'ended' }]);
    expect(await paid.rows('subscriptions')).toHaveLength(1);
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });

  test('another price closes the open checkout, whose page then takes no card', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.customer();
    const first = await paid.start(customer, { continueUrl: 'https://www.example.org/a' });
    const second = await paid.start(customer, { continueUrl: 'https://www.example.org/b' });
    expect(second.checkoutId).not.toBe(first.checkoutId);
    expect(await progressOf(paid, customer.id, first.checkoutId)).toBe('expired');
    expect((await paid.newBrowser().get(first.redirectUrl)).body).toContain('This checkout is over');
  });
});

describe('refuses', () => {
  test('a price that is not of the offer, an offer of another publication, and a plan held already', async () => {
    const [paid, other] = [await givenPayingSite(service()), await givenPayingSite(service())];
    const customer = await paid.customer();
    await expect(paid.start(customer, { priceId: paid.otherPrice.id })).rejects.toThrow('No such price');
    await expect(paid.start(customer, { priceId: other.price.id })).rejects.toThrow('No such price');
    await expect(paid.start(customer, { offerSlug: 'nowhere' })).rejects.toThrow('No such price');
    const { publication, plan } = paid;
    const cheap = await service().database.transaction((transaction) =>
      createPrice(publication, transaction, service().clock, {
        planId: plan.id,
        amount: 1,
        currency: 'EUR',
        interval: 'month',
      }),
    );
    await expect(paid.start(customer, { priceId: cheap.id })).rejects.toThrow('No such price');
    await paid.payingCustomer('ada@example.org');
    await expect(paid.start(customer)).rejects.toThrow('already');
    expect(await paid.rows('checkouts')).toHaveLength(1);
  });

  test("another customer's and another publication's checkout", async () => {
    const [paid, other] = [await givenPayingSite(service()), await givenPayingSite(service())];
    const customer = await paid.customer();
    const { checkoutId } = await paid.start(customer);
    const stranger = await paid.customer('eve@example.org');
    await expect(progressOf(paid, stranger.id, checkoutId)).rejects.toThrow('No such checkout');
    await expect(progressOf(other, customer.id, checkoutId)).rejects.toThrow('No such checkout');
  });

  test('a checkout that is a day old', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.customer();
    const { checkoutId, redirectUrl } = await paid.start(customer);
    await paid.advance('25 hours');
    await paid.payAt(redirectUrl);
    await paid.settle();
    expect(await progressOf(paid, customer.id, checkoutId)).toBe('expired');
    expect(await paid.rows('subscriptions')).toEqual([]);
    expect((await paid.start(customer)).checkoutId).not.toBe(checkoutId);
  });
});

describe('a gateway that is', () => {
  test('down: says so at once, and the next try goes on from there', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.customer();
    await paid.setSandbox({ trouble: 'down' });
    await expect(paid.start(customer)).rejects.toThrow(GatewayUnavailable);
    await paid.setSandbox({ trouble: 'none' });
    await paid.payAt((await paid.start(customer)).redirectUrl);
    await paid.settle();
    expect(await paid.rows('checkouts')).toMatchObject([{ state: 'complete' }]);
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });

  test('slow: says so within five seconds', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.customer();
    await paid.setSandbox({ trouble: 'slow' });
    const begun = ownTime();
    await expect(paid.start(customer)).rejects.toThrow(GatewayUnavailable);
    expect(ownTime() - begun).toBeLessThan(5000);
  });
});
