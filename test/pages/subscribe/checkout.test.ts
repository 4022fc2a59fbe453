// The step that takes money and the way back from it (service.md, What the service does, 1; Endpoints A, rule 1): what is shown is what the
// gateway says, never what the address says.
import { expect, test } from 'vitest';
import { cancelSubscription } from '../../../src/models/money/subscription.ts';
import { removeContinueHost } from '../../../src/models/publication/continue-host.ts';
import { formOf, locationOf } from '../../support/browser/browser.ts';
import { headingOf, linksOf, mainTextOf, titleOf } from '../../support/browser/html.ts';
import { ownTime } from '../../support/processes/processor-wait.ts';
import {
  AUTHENTICATED_CARD,
  DEBIT_CARD,
  DECLINED_CARD,
  FAILING_DEBIT_CARD,
  GOOD_CARD,
} from '../../support/publications/cards.ts';
import {
  givenOfferedSite,
  openCardPage,
  openSummary,
  returnPageOf,
  type OfferedSite,
} from '../../support/publications/paying.ts';
import { CONTINUE_URL } from '../../support/publications/site.ts';
import { expectFailure } from '../../support/service/failures.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();

async function subscriptionsOf({ publication }: OfferedSite): Promise<unknown[]> {
  return service().database.knex('subscriptions').where({ publicationId: publication.id }).select('*');
}

test('a good card: subscribed, with what was paid, what comes next, and the link to continue_url', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const cardPage = await openCardPage(browser, site.yearly, CONTINUE_URL);
  expect(await site.pay(cardPage, GOOD_CARD)).toBe('paid');
  const page = await browser.open(await returnPageOf(service(), cardPage));
  expect(headingOf(page.body)).toBe('You are subscribed');
  expect(mainTextOf(page.body)).toMatch(
    /Supporter.*Paid: €50 Next payment on \d+ \w+ \d{4}|Paid: €50 Next payment on \w+ \d+, \d{4}/,
  );
  expect(linksOf(page.body)).toContain(CONTINUE_URL);
  const { objects } = (await site.api.get('/members')).json<{ objects: unknown[] }>();
  expect(objects).toMatchObject([{ email: 'ada@example.org', plan_slug: 'supporter' }]);
});

test('a continue_url whose host is no longer listed is not linked any more', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const cardPage = await openCardPage(browser, site.monthly, CONTINUE_URL);
  await site.pay(cardPage, GOOD_CARD);
  const { database } = service();
  await database.transaction((transaction) =>
    removeContinueHost(site.publication, transaction, { host: new URL(CONTINUE_URL).host }),
  );
  expect(linksOf((await browser.open(await returnPageOf(service(), cardPage))).body)).not.toContain(CONTINUE_URL);
});

test('coming back without having paid proves nothing, and leads to the same card page again', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const cardPage = await openCardPage(browser, site.monthly);
  const page = await browser.open(`${await returnPageOf(service(), cardPage)}?state=paid`);
  expect(headingOf(page.body)).toBe('You have not paid yet');
  expect(linksOf(page.body)).toContain(cardPage);
  expect(await subscriptionsOf(site)).toEqual([]);
});

test('a declined card: says why, and lets one try again with another', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const cardPage = await openCardPage(browser, site.monthly);
  expect(await site.pay(cardPage, DECLINED_CARD)).toBe('declined');
  const returnPage = await returnPageOf(service(), cardPage);
  const page = await browser.open(returnPage);
  expect([headingOf(page.body), titleOf(page.body)]).toEqual([
    'The payment did not go through',
    'Error: The payment did not go through – The Weekly Test',
  ]);
  expect(mainTextOf(page.body)).toContain('Your bank refused the card.');
  expect(linksOf(page.body)).toContain(cardPage);
  await site.pay(cardPage, GOOD_CARD);
  expect(headingOf((await browser.open(returnPage)).body)).toBe('You are subscribed');
});

test.each([
  [true, 'You are subscribed'],
  [false, 'The payment did not go through'],
])('a card that asks the bank, which is answered %s: %s', async (isApproved, heading) => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const cardPage = await openCardPage(browser, site.monthly);
  expect(await site.pay(cardPage, AUTHENTICATED_CARD)).toBe('authenticating');
  const returnPage = await returnPageOf(service(), cardPage);
  expect(headingOf((await browser.open(returnPage)).body)).toBe('You have not paid yet');
  await site.approve(cardPage, isApproved);
  expect(headingOf((await browser.open(returnPage)).body)).toBe(heading);
});

test('eight clicks at once lead to one card page, and one payment makes one subscription', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const form = formOf(await openSummary(browser, site.monthly));
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => browser.post(form.action, { ...form.fields, choice: site.monthly })),
  );
  const cardPages = new Set(answers.map(locationOf));
  expect([answers.map(({ statusCode }) => statusCode), cardPages.size]).toEqual([
    Array.from({ length: 8 }, () => 303),
    1,
  ]);
  const [cardPage = ''] = cardPages;
  await Promise.all([site.pay(cardPage, GOOD_CARD), site.pay(cardPage, GOOD_CARD)]);
  const returnPage = await returnPageOf(service(), cardPage);
  const pages = await Promise.all(Array.from({ length: 4 }, () => browser.open(returnPage)));
  expect(pages.map(({ body }) => headingOf(body))).toEqual(Array.from({ length: 4 }, () => 'You are subscribed'));
  expect(await subscriptionsOf(site)).toHaveLength(1);
});

test('another choice replaces the first, which is over then', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const first = await openCardPage(browser, site.monthly);
  const second = await openCardPage(browser, site.yearly);
  expect(second).not.toBe(first);
  const page = await browser.open(await returnPageOf(service(), first));
  expect([headingOf(page.body), linksOf(page.body).includes('/subscribe')]).toEqual(['This payment has expired', true]);
  expect(await site.pay(first, GOOD_CARD)).toBe('over');
});

test('who subscribed in another tab meanwhile reads so instead of paying twice', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const form = formOf(await openSummary(browser, site.monthly));
  await site.subscribe(browser);
  const page = await browser.follow(await browser.post(form.action, { ...form.fields, choice: site.yearly }));
  expect(headingOf(page.body)).toBe('You are already subscribed');
});

test('the page of a checkout is for who began it alone', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const returnPage = await returnPageOf(service(), await openCardPage(browser, site.monthly));
  const stranger = await site.signedIn('eve@example.org');
  expect((await stranger.get(returnPage)).statusCode).toBe(404);
  const signedOut = await site.newBrowser().get(returnPage);
  expect([signedOut.statusCode, locationOf(signedOut)]).toEqual([303, '/']);
  expect((await browser.get('/checkouts/chk_nothing')).statusCode).toBe(404);
});

test('a gateway that is down is said so with 503, and the next try goes on from there', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const form = formOf(await openSummary(browser, site.monthly));
  await site.setSandbox({ trouble: 'down' });
  const refused = await expectFailure(() => browser.post(form.action, { ...form.fields, choice: site.monthly }));
  expect([refused.statusCode, headingOf(refused.body)]).toEqual([503, 'Payments are not possible right now']);
  expect(await subscriptionsOf(site)).toEqual([]);
  await site.setSandbox({ trouble: 'none' });
  expect(headingOf((await site.subscribe(browser)).body)).toBe('You are subscribed');
});

test('a debit: nothing begins while it is pending, and the page says so; the subscription begins once it has arrived', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const cardPage = await openCardPage(browser, site.monthly);
  const returnPage = await returnPageOf(service(), cardPage);
  expect(await site.pay(cardPage, DEBIT_CARD)).toBe('pending');
  await site.settle();
  const page = await browser.open(returnPage);
  expect([headingOf(page.body), await subscriptionsOf(site)]).toEqual(['Your payment is on its way', []]);
  expect(headingOf((await browser.open(cardPage)).body)).toBe('Your payment is on its way');
  service().clock.advance(26 * 3600);
  await site.settle();
  expect(await subscriptionsOf(site)).toEqual([]);
  await site.pass('4 days');
  expect(headingOf((await browser.open(returnPage)).body)).toBe('You are subscribed');
  expect(await subscriptionsOf(site)).toHaveLength(1);
});

test('a debit that fails: nothing begins, the page says so, and another payment can be tried', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const cardPage = await openCardPage(browser, site.monthly);
  const returnPage = await returnPageOf(service(), cardPage);
  await site.pay(cardPage, FAILING_DEBIT_CARD);
  await site.pass('4 days');
  const page = await browser.open(returnPage);
  expect([headingOf(page.body), await subscriptionsOf(site)]).toEqual(['The payment did not arrive', []]);
  expect(headingOf((await site.subscribe(browser)).body)).toBe('You are subscribed');
});

test('a gateway that is slow is given up within five seconds', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const form = formOf(await openSummary(browser, site.monthly));
  await site.setSandbox({ trouble: 'slow' });
  const started = ownTime();
  expect(
    (await expectFailure(() => browser.post(form.action, { ...form.fields, choice: site.monthly }))).statusCode,
  ).toBe(503);
  expect(ownTime() - started).toBeLessThan(5500);
});

test('while the gateway cannot say whether it was paid, the page looks again by itself, and stops in the end', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const cardPage = await openCardPage(browser, site.monthly);
  const returnPage = await returnPageOf(service(), cardPage);
  await site.pay(cardPage, GOOD_CARD);
  await site.setSandbox({ trouble: 'down' });
  const page = await browser.get(returnPage);
  expect([headingOf(page.body), page.headers['refresh']]).toEqual([
    'Confirming your payment',
    `2; url=${returnPage}?look=2`,
  ]);
  for (const look of ['10', '99', 'x', '']) {
    const last = await browser.get(`${returnPage}?look=${look}`);
    expect([headingOf(last.body), last.headers['refresh'] === undefined]).toEqual([
      'Confirming your payment',
      look !== '',
    ]);
  }
  await site.setSandbox({ trouble: 'none' });
  expect(headingOf((await browser.open(returnPage)).body)).toBe('You are subscribed');
});

test('a confirmation page that is opened after the subscription ended leads to the account', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const cardPage = await openCardPage(browser, site.monthly);
  await site.pay(cardPage, GOOD_CARD);
  const returnPage = await returnPageOf(service(), cardPage);
  await browser.open(returnPage);
  const { database, clock } = service();
  const [{ id = '' } = {}] = (await subscriptionsOf(site)) as { id: string }[];
  await database.transaction((transaction) => cancelSubscription(site.publication, transaction, clock, id));
  expect(headingOf((await browser.open(returnPage)).body)).toBe('Your account');
});
