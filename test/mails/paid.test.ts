// The mail after each payment: what was paid, what comes next, and where to look; once, whatever happens, in the language of the customer.
import { expect, test } from 'vitest';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { updatePublication } from '../../src/models/publication/publication.ts';
import type { StoredMail } from '../../src/outbound/mail.ts';
import { readCheckout } from '../../src/payments/checkout/checkout-progress.ts';
import { cancelAtPeriodEnd, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { previewSwitch, switchPrice } from '../../src/payments/switch.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const BEGUN = 'has begun';
const RENEWED = 'is renewed';
const CHANGED = 'is changed';

async function mailsTo(paid: PayingSite, words: string, email = 'ada@example.org'): Promise<StoredMail[]> {
  return (await paid.newBrowser().mails(email)).filter(({ subject }) => subject.includes(words));
}

const dayOf = (milliseconds: number, tag = 'en'): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(milliseconds);

test('a subscription that begins is told once, with what was paid, what comes next, the receipt and the account', async () => {
  const paid = await givenPayingSite(service());
  const { siteUrl, name } = paid.publication;
  await paid.payingCustomer();
  const [mail, ...others] = await mailsTo(paid, BEGUN);
  expect(others).toEqual([]);
  const [payment] = await paid.rows<{ id: string; paidAt: number; periodStart: number; periodEnd: number }>('payments');
  const { id = '', paidAt = 0, periodStart = 0, periodEnd = 0 } = payment ?? {};
  expect(mail?.subject).toBe(`Your subscription to ${name} has begun`);
  expect(mail?.text).toContain(
    `Subscription: Supporter\nPaid: €5 on ${dayOf(paidAt)}\nPeriod: ${dayOf(periodStart)} to ${dayOf(periodEnd)}\nNext payment: €5 on ${dayOf(periodEnd)}\nReceipt number: R-000001\n`,
  );
  for (const words of [
    'Supporter',
    dayOf(periodEnd),
    'Renews by itself until you cancel',
    id,
    `${siteUrl}/receipts/${id}`,
    `${siteUrl}/`,
  ]) {
    expect(mail?.text).toContain(words);
    expect(mail?.html.replaceAll('\u00A0', ' ')).toContain(words);
  }
  expect(mail?.html).not.toMatch(/<img|<script|undefined/);
});

test('an amount is written as on the pages, whole or not', async () => {
  const paid = await givenPayingSite(service());
  const { database, clock } = service();
  await database.transaction((transaction) => updatePublication(transaction, paid.publication.id, { locale: 'de' }));
  const given = { planId: paid.plan.id, amount: 450, currency: 'EUR', interval: 'month' } as const;
  const uneven = await database.transaction(async (transaction) => {
    const price = await createPrice(paid.publication, transaction, clock, given);
    await createOffer(paid.publication, transaction, clock, {
      slug: 'uneven',
      name: 'Uneven',
      planId: given.planId,
      priceIds: [price.id],
    });
    return price;
  });
  const cases = [
    ['ada@example.org', {}, '5\u00a0€'],
    ['grace@example.org', { offerSlug: 'uneven', priceId: uneven.id }, '4,50\u00a0€'],
  ] as const;
  for (const [email, chosen, amount] of cases) {
    const browser = paid.newBrowser();
    await browser.signIn(email);
    await paid.payingCustomer(email, undefined, chosen);
    const [mail] = await mailsTo(paid, 'hat begonnen', email);
    const [written] = /[\d.,]+\s€/.exec(mail?.text ?? '') ?? [];
    const receipt = await browser.get(new URL(/\S+\/receipts\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname);
    expect([written, receipt.statusCode]).toEqual([amount, 200]);
    expect(receipt.body).toContain(amount);
    expect(receipt.body).not.toContain(',00');
  }
});

test('a repeated notification and a second worker tell nothing again', async () => {
  const paid = await givenPayingSite(service());
  await paid.setSandbox({ sendsTwice: true });
  const customer = await paid.customer();
  await paid.payAt((await paid.start(customer)).redirectUrl);
  const other = paid.secondWorker();
  await Promise.all([paid.settle(), other.settle()]);
  for (const notice of paid.notices) await paid.deliver(notice);
  await Promise.all([paid.settle(), other.settle()]);
  expect(await mailsTo(paid, BEGUN)).toHaveLength(1);
});

test('each renewal is told once, with its own receipt', async () => {
  const paid = await givenPayingSite(service());
  await paid.payingCustomer();
  expect(await mailsTo(paid, RENEWED)).toEqual([]);
  await paid.pass('32 days');
  await paid.pass('31 days');
  const mails = await mailsTo(paid, RENEWED);
  const renewals = (await paid.rows<{ id: string; reason: string }>('payments')).filter(
    ({ reason }) => reason === 'renewal',
  );
  expect(mails).toHaveLength(2);
  for (const { id } of renewals) expect(mails.filter(({ text }) => text.includes(id))).toHaveLength(1);
  expect(await mailsTo(paid, BEGUN)).toHaveLength(1);
});

test('an upgrade that is paid is told with the new plan', async () => {
  const paid = await givenPayingSite(service());
  const { publication, otherPrice } = paid;
  const customer = await paid.payingCustomer();
  const [{ subscriptionId } = { subscriptionId: '' }] = await subscriptionDetailsOf(
    service(),
    publication,
    customer.id,
  );
  const { switchId } = await previewSwitch(service(), publication, customer.id, {
    subscriptionId,
    newPriceId: otherPrice.id,
  });
  await switchPrice(service(), publication, customer.id, switchId);
  await paid.settle();
  const mails = await mailsTo(paid, CHANGED);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toMatch(/You have Patron from now on[^]*Next payment: €99 on /);
});

test('one that was canceled by the time of the mail is told when it ends, and of no next payment', async () => {
  const paid = await givenPayingSite(service());
  const { publication } = paid;
  const customer = await paid.customer();
  const { checkoutId, redirectUrl } = await paid.start(customer);
  await paid.payAt(redirectUrl);
  // The page that the customer comes back to looks at the gateway itself, before the worker does.
  await readCheckout(service(), publication, customer.id, checkoutId);
  const [{ subscriptionId } = { subscriptionId: '' }] = await subscriptionDetailsOf(
    service(),
    publication,
    customer.id,
  );
  await cancelAtPeriodEnd(service(), publication, customer.id, subscriptionId);
  await paid.settle();
  const [mail] = await mailsTo(paid, BEGUN);
  expect(mail?.text).toMatch(/\nEnds on: \w+ \d+, \d{4}\n/);
  expect(mail?.text).not.toMatch(/Next payment|Renews/);
});

test('a payment for what was held already is not welcomed: the mail about the refund says why', async () => {
  const paid = await givenPayingSite(service());
  await paid.payForHeldPlan();
  expect(await mailsTo(paid, BEGUN)).toEqual([]);
  expect(await mailsTo(paid, 'paid money back')).toHaveLength(1);
});

test('is in the language that the customer signed in with, else in that of the publication', async () => {
  const paid = await givenPayingSite(service());
  const { publication } = paid;
  await service().database.transaction((transaction) =>
    updatePublication(transaction, publication.id, { locale: 'de' }),
  );
  const browser = paid.newBrowser();
  const send = browser.send.bind(browser);
  browser.send = (method, url, payload, headers) =>
    send(method, url, payload, { ...headers, 'accept-language': 'en-GB' });
  await browser.signIn('ada@example.org');
  await paid.payingCustomer('ada@example.org');
  await paid.payingCustomer('grace@example.org');
  const [payment] = await paid.rows<{ periodEnd: number }>('payments');
  const [english] = await mailsTo(paid, BEGUN);
  expect(english?.text).toContain(`Next payment: €5 on ${dayOf(payment?.periodEnd ?? 0, 'en-GB')}\n`);
  const [german] = await mailsTo(paid, 'hat begonnen', 'grace@example.org');
  expect(german?.text.replaceAll('\u00a0', ' ')).toContain(
    `Nächste Zahlung: 5 € am ${dayOf(payment?.periodEnd ?? 0, 'de')}\n`,
  );
});
