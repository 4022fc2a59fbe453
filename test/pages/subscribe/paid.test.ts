// The account page's part about money (decisions 30): plan and price, what was paid, what comes next, cancel and undo, a card that failed.
import { expect, test } from 'vitest';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { createSubscription } from '../../../src/models/money/subscription.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { SandboxGateway } from '../../../src/payments/sandbox/gateway.ts';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { formsOf, headingOf, linksOf, mainTextOf } from '../../support/browser/html.ts';
import { DECLINED_CARD, GOOD_CARD, LATER_FAILING_CARD } from '../../support/publications/cards.ts';
import { givenOfferedSite, returnPageOf, type OfferedSite } from '../../support/publications/paying.ts';
import { expectFailure } from '../../support/service/failures.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';
const DAY = /\w+ \d{1,2}, \d{4}/;

async function accountOf(browser: Browser): Promise<{ text: string; links: string[]; forms: string[] }> {
  const { body } = await browser.open('/');
  return { text: mainTextOf(body), links: linksOf(body), forms: formsOf(body).map(({ action }) => action) };
}

async function linkOf(browser: Browser, path: RegExp): Promise<string> {
  return (await accountOf(browser)).links.find((href) => path.test(href)) ?? '';
}

async function planOf(site: OfferedSite): Promise<unknown> {
  return (await site.api.get('/members')).json<{ objects: { plan_slug: string | null }[] }>().objects[0]?.plan_slug;
}

async function newCardPage(browser: Browser): Promise<string> {
  const form = formOf(await browser.open(await linkOf(browser, /\/card$/)));
  return locationOf(await browser.post(form.action, form.fields));
}

test('shows plan, price, the next payment, and what was paid with a receipt', async () => {
  const site = await givenOfferedSite(service());
  const { text, links } = await accountOf(await site.payer(ADA, site.yearly));
  expect(text).toMatch(new RegExp(`Your subscription Supporter €50 a year Next payment: €50 on ${DAY.source}\\.`));
  expect(text).toMatch(new RegExp(`Receipts ${DAY.source} Supporter €50`));
  expect(links.filter((href) => href.startsWith('/receipts/'))).toHaveLength(1);
});

test('the receipt says who paid whom what for which time, and is for who paid alone', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  const receipt = await linkOf(browser, /^\/receipts\//);
  const text = mainTextOf((await browser.open(receipt)).body);
  expect(text).toMatch(
    new RegExp(
      `Receipt .*€5 Paid to The Weekly Test \\S+ Paid by ${ADA} Number R-000001 Issued on ${DAY.source} Paid on ${DAY.source} For Supporter Period ${DAY.source} to ${DAY.source}`,
    ),
  );
  expect((await (await site.signedIn('eve@example.org')).get(receipt)).statusCode).toBe(404);
  expect(locationOf(await site.newBrowser().get(receipt))).toBe(`/sign-in?return_to=${encodeURIComponent(receipt)}`);
});

test('cancels at the end of the paid period after a step to confirm, and takes that back', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  const confirm = await browser.open(await linkOf(browser, /\/cancel$/));
  expect([headingOf(confirm.body), DAY.test(mainTextOf(confirm.body))]).toEqual(['Cancel your subscription?', true]);
  const canceled = await browser.submit(confirm);
  expect(mainTextOf(canceled.body)).toMatch(
    new RegExp(
      `Your subscription is canceled\\..*You keep access until ${DAY.source}; you will not be charged again\\.`,
    ),
  );
  expect(await planOf(site)).toBe('supporter');
  expect(linksOf(canceled.body).filter((href) => /\/cancel|upgrade/.test(href))).toEqual([]);
  const resumed = await browser.submit(
    canceled,
    {},
    formsOf(canceled.body).find(({ action }) => action.endsWith('/resume'))?.action,
  );
  expect(mainTextOf(resumed.body)).toMatch(/Your subscription continues\..*Next payment: €5 on/);
});

test('a canceled subscription ends with its period and can be made anew', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  await browser.submit(await browser.open(await linkOf(browser, /\/cancel$/)));
  await site.pass('5 weeks');
  expect(await planOf(site)).toBeNull();
  const { text } = await accountOf(browser);
  expect(text).toContain('You do not have a subscription. Subscribe');
  expect(text).toContain('Receipts');
  expect(headingOf((await site.subscribe(browser)).body)).toBe('You are subscribed');
});

test('a second click, and the page of one that is canceled by now, change nothing', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  const form = formOf(await browser.open(await linkOf(browser, /\/cancel$/)));
  const answers = await Promise.all(Array.from({ length: 6 }, () => browser.post(form.action, form.fields)));
  expect(answers.map(locationOf)).toEqual(Array.from({ length: 6 }, () => '/?done=canceled'));
  expect(headingOf((await browser.open(form.action)).body)).toBe('Your account');
});

test('each renewal is a payment of its own', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  await site.pass('9 weeks');
  expect((await accountOf(browser)).links.filter((href) => href.startsWith('/receipts/'))).toHaveLength(3);
});

test('a failed payment is told of on the account page, with a link that mends it', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA, site.monthly, LATER_FAILING_CARD);
  await site.pass('32 days');
  expect((await accountOf(browser)).text).toMatch(
    new RegExp(
      `Your last payment failed\\. Your bank refused the payment\\. Use another card by ${DAY.source} to keep your subscription\\.`,
    ),
  );
  expect(await planOf(site)).toBe('supporter');
  const cardPage = await newCardPage(browser);
  const returnPage = await returnPageOf(service(), cardPage);
  await site.pay(cardPage, DECLINED_CARD);
  expect(headingOf((await browser.open(returnPage)).body)).toBe('The payment did not go through');
  await site.pay(cardPage, GOOD_CARD);
  const { body } = await browser.open(returnPage);
  expect(mainTextOf(body)).toMatch(/Your new card is in use\..*Next payment: €5 on/);
  expect(linksOf(body).filter((href) => href.startsWith('/receipts/'))).toHaveLength(2);
});

test('one that is past due and canceled ends at once, and is said to before', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA, site.monthly, LATER_FAILING_CARD);
  await site.pass('32 days');
  const confirm = await browser.open(await linkOf(browser, /\/cancel$/));
  expect(mainTextOf(confirm.body)).toContain('it ends right away');
  expect(mainTextOf((await browser.submit(confirm)).body)).toContain('You do not have a subscription.');
});

test('a new card can be given before anything fails, and costs nothing', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  const cardPage = await newCardPage(browser);
  await site.pay(cardPage, GOOD_CARD);
  const { body } = await browser.open(await returnPageOf(service(), cardPage));
  expect(mainTextOf(body)).toContain('Your new card is in use.');
  expect(linksOf(body).filter((href) => href.startsWith('/receipts/'))).toHaveLength(1);
});

test.each([
  [true, 'Supporter Free of charge The publisher gives you this subscription.'],
  [false, 'Supporter €5 a month You pay the publisher directly.'],
])(
  'a subscription that is not paid here (complimentary: %s) is shown as such, and only what is free can be left',
  async (complimentary, shown) => {
    const site = await givenOfferedSite(service());
    const browser = await site.signedIn(ADA);
    const { database, clock } = service();
    const customer = await findCustomerByEmail(site.publication, database, parseEmailAddress(ADA));
    const given = {
      customerId: customer?.id ?? '',
      planId: site.plan.id,
      priceId: complimentary ? null : site.price.id,
      complimentary,
    };
    const { id } = await database.transaction((transaction) =>
      createSubscription(site.publication, transaction, clock, given),
    );
    const { text, links, forms } = await accountOf(browser);
    expect(text).toContain(shown);
    const cancel = `/subscriptions/${id}/cancel`;
    expect([...links, ...forms].filter((path) => /subscriptions|upgrade/.test(path))).toEqual(
      complimentary ? [cancel] : [],
    );
    expect((await browser.get(cancel)).statusCode).toBe(complimentary ? 200 : 404);
    expect((await browser.get(`/subscriptions/${id}/card`)).statusCode).toBe(404);
  },
);

test('nobody reaches the subscription of another', async () => {
  const site = await givenOfferedSite(service());
  const owner = await site.payer(ADA);
  const cancel = await linkOf(owner, /\/cancel$/);
  const stranger = await site.payer('eve@example.org', site.friend);
  const own = formOf(await stranger.open(await linkOf(stranger, /\/cancel$/)));
  for (const step of ['cancel', 'resume', 'card']) {
    const answer = await stranger.post(cancel.replace('cancel', step), own.fields);
    expect([step, answer.statusCode]).toEqual([step, 404]);
  }
  expect((await accountOf(owner)).text).toContain('Next payment: €5 on');
});

test('a gateway that stops answering in the middle of a change: the page says that nobody knows, and the worker looks again within a minute', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  const form = formOf(await browser.open(await linkOf(browser, /\/cancel$/)));
  await site.settle();
  // Its notice comes so late that the account has to be right without it.
  await site.setSandbox({ trouble: 'down', delaySeconds: 3600 });
  const page = await expectFailure(() => browser.post(form.action, form.fields));
  expect([page.statusCode, headingOf(page.body)]).toEqual([503, 'We do not know yet whether it worked']);
  expect(mainTextOf(page.body)).toContain('We check again within a minute');
  expect(mainTextOf(page.body)).not.toContain('Nothing');
  await site.setSandbox({ trouble: 'none' });
  const [billing] = await site.rows<{ ref: string }>('billings');
  // The call arrived all the same: only its answer was lost.
  await new SandboxGateway(service()).cancelAtPeriodEnd(site.publication, 'lost answer', billing?.ref ?? '');
  expect((await accountOf(browser)).text).toContain('Next payment: €5 on');
  service().clock.advance(60);
  await site.settle();
  expect((await accountOf(browser)).text).not.toContain('Next payment');
});

test('a gateway that is down before a change leaves the subscription as it was', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  const form = formOf(await browser.open(await linkOf(browser, /\/cancel$/)));
  await site.setSandbox({ trouble: 'down' });
  await expectFailure(() => browser.post(form.action, form.fields));
  await site.setSandbox({ trouble: 'none' });
  service().clock.advance(60);
  await site.settle();
  expect((await accountOf(browser)).text).toContain('Next payment: €5 on');
});

test('asking the gateway too often is limited', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  const form = formOf(await browser.open(await linkOf(browser, /\/cancel$/)));
  const statuses = new Set<number>();
  for (let count = 0; count < 61; count += 1) statuses.add((await browser.post(form.action, form.fields)).statusCode);
  expect([...statuses]).toEqual([303, 429]);
});
