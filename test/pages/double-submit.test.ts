// Fifty clicks at once through the doors, on a real database: one open checkout, one subscription, one payment; and forms that say more than
// the page let them say.
import { expect, test } from 'vitest';
import { formOf, locationOf } from '../support/browser/browser.ts';
import { headingOf } from '../support/browser/html.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import {
  givenOfferedSite,
  givenPayingSite,
  openCardPage,
  openSummary,
  returnPageOf,
  type OfferedSite,
} from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const CLICKS = 50;
const rowsOf = ({ publication }: OfferedSite, table: string) =>
  service().database.knex(table).where({ publicationId: publication.id }).select('*');
const atOnce = <Answer>(click: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: CLICKS }, (_, index) => click(index)));

test(
  'R-A21 fifty clicks on subscribe and fifty on the card page end in one subscription, paid once',
  { timeout: 60_000 },
  async () => {
    const site = await givenOfferedSite(service());
    const browser = await site.signedIn();
    const form = formOf(await openSummary(browser, site.monthly));
    const started = await atOnce(() => browser.post(form.action, form.fields));
    expect(new Set(started.map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
    const [cardPage = '', ...others] = new Set(started.map(locationOf));
    expect(others).toEqual([]);
    expect(await rowsOf(site, 'checkouts')).toMatchObject([{ state: 'open' }]);
    const card = formOf(await browser.open(cardPage));
    const paid = await atOnce(() => browser.post(cardPage, { ...card.fields, card_number: '4242424242424242' }));
    const returnPage = await returnPageOf(service(), cardPage);
    expect(new Set(paid.map(({ statusCode, headers }) => `${statusCode} ${String(headers.location)}`))).toEqual(
      new Set([`303 ${site.publication.siteUrl}${returnPage}`]),
    );
    const pages = await Promise.all(Array.from({ length: 5 }, () => browser.open(returnPage)));
    expect(new Set(pages.map(({ body }) => headingOf(body)))).toEqual(new Set(['You are subscribed']));
    for (const table of [
      'checkouts',
      'subscriptions',
      'billings',
      'payments',
      'sandbox_subscriptions',
      'sandbox_payments',
      'gateway_customers',
    ])
      expect([table, (await rowsOf(site, table)).length]).toEqual([table, 1]);
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  },
);

test('R-A21 what a form adds about amount, currency and interval is not heard', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn();
  const form = formOf(await openSummary(browser, site.monthly));
  for (const added of [
    { amount: '1' },
    { amount: '-500' },
    { amount: '99999999999999999999' },
    { currency: 'JPY' },
    { interval: 'year', price_id: site.friend },
    { trial_days: '999' },
  ]) {
    await browser.post(form.action, { ...form.fields, choice: site.monthly, ...added });
  }
  const cardPage = locationOf(await browser.post(form.action, { ...form.fields, choice: site.monthly }));
  const card = formOf(await browser.open(cardPage));
  await browser.post(cardPage, { ...card.fields, card_number: '4242424242424242', amount: '1', currency: 'JPY' });
  await browser.open(await returnPageOf(service(), cardPage));
  expect(await rowsOf(site, 'checkouts')).toMatchObject([{ amount: 500, currency: 'EUR', interval: 'month' }]);
  expect(await rowsOf(site, 'sandbox_payments')).toMatchObject([{ amount: 500, currency: 'EUR' }]);
});

test.each(['an offer’s price under another offer', 'a price of another publication', 'an offer that is not there'])(
  'R-A21 %s begins no checkout',
  async (what) => {
    const [site, other] = [await givenOfferedSite(service()), await givenOfferedSite(service())];
    const browser = await site.signedIn();
    const form = formOf(await openSummary(browser, site.monthly));
    const choices: Record<string, string> = {
      'an offer’s price under another offer': `reader/${site.friend.split('/')[1]}`,
      'a price of another publication': other.monthly,
      'an offer that is not there': `nowhere/${site.monthly.split('/')[1]}`,
    };
    const answer = await browser.post(form.action, { ...form.fields, choice: choices[what] ?? '' });
    expect(answer.headers.location ?? '').not.toContain('/sandbox/');
    expect([
      await rowsOf(site, 'checkouts'),
      await rowsOf(other, 'checkouts'),
      await rowsOf(site, 'sandbox_checkouts'),
    ]).toEqual([[], [], []]);
  },
);

test('back from the card page before any notification came, the page is right, and the notifications change nothing', async () => {
  const paid = await givenPayingSite(service());
  paid.holdsNotices = true;
  const browser = await paid.signedIn();
  const cardPage = await openCardPage(browser, `supporter/${paid.price.id}`);
  const returnPage = await returnPageOf(service(), cardPage);
  expect(headingOf((await browser.open(returnPage)).body)).not.toBe('You are subscribed');
  await paid.payAt(cardPage);
  expect(headingOf((await browser.open(returnPage)).body)).toBe('You are subscribed');
  expect(await service().database.knex('gateway_events').select('*')).toEqual([]);
  const before = [await paid.rows('subscriptions'), await paid.rows('billings'), await paid.rows('checkouts')];
  paid.holdsNotices = false;
  service().clock.advance(3600);
  await paid.settle();
  expect(paid.notices.length).toBeGreaterThan(1);
  expect([await paid.rows('subscriptions'), await paid.rows('billings'), await paid.rows('checkouts')]).toEqual(before);
});
