// A subscriber changes to another offer (decisions 29; service.md, Endpoints A, rule 5): what is charged equals what was shown.
import { expect, test } from 'vitest';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { headingOf, linksOf, mainTextOf } from '../../support/browser/html.ts';
import { DEBIT_CARD, LATER_FAILING_CARD } from '../../support/publications/cards.ts';
import { givenOfferedSite, type OfferedSite } from '../../support/publications/paying.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';

async function paymentsOf({ publication }: OfferedSite): Promise<{ amount: number; reason: string }[]> {
  const rows: { amount: number | string; reason: string }[] = await service()
    .database.knex('payments')
    .where({ publicationId: publication.id })
    .orderBy('paidAt')
    .orderBy('id')
    .select('amount', 'reason');
  return rows.map(({ amount, reason }) => ({ amount: Number(amount), reason }));
}

async function preview(browser: Browser, choice: string) {
  const link = linksOf((await browser.open('/upgrade')).body).find((href) => href.includes(encodeURIComponent(choice)));
  return browser.open(link ?? 'no such link');
}

/** What the page says is due now, in minor units. */
function dueNowOn(html: string): number {
  return Math.round(100 * Number(/Due now €([\d.]+)/.exec(mainTextOf(html))?.[1]));
}

test.each(['/subscribe', '/offers/friend', '/offers/friend/subscribe', '/upgrade'])(
  '%s shows a subscriber what else there is',
  async (path) => {
    const site = await givenOfferedSite(service());
    const page = await (await site.payer(ADA)).open(path);
    expect(headingOf(page.body)).toBe('You are already subscribed');
    expect(mainTextOf(page.body)).toContain('Friend €9 a month See what changes');
  },
);

test('offers other prices of the same offer, and not the one that is paid', async () => {
  const site = await givenOfferedSite(service());
  const page = await (await site.payer(ADA)).open('/offers/reader');
  const choices = linksOf(page.body)
    .filter((href) => href.startsWith('/upgrade?'))
    .map((href) => new URLSearchParams(href.split('?')[1]).get('choice'));
  expect(choices).toEqual([site.yearly]);
});

test('an upgrade shows what it costs now and later, and charges just that, once', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  await site.pass('10 days');
  const page = await preview(browser, site.friend);
  const text = mainTextOf(page.body);
  expect(text).toMatch(/Now Supporter , €5 a month New Friend , €9 a month Due now €2\.\d\d/);
  expect(text).toMatch(/The change takes effect at once\..*Next payment: €9 on \w+ \d+, \d{4}\./);
  service().clock.advance(20 * 60);
  const form = formOf(page);
  const answers = await Promise.all(Array.from({ length: 5 }, () => browser.post(form.action, form.fields)));
  expect(answers.map(locationOf)).toEqual(Array.from({ length: 5 }, () => '/?done=switched'));
  expect(await paymentsOf(site)).toEqual([
    { amount: 500, reason: 'start' },
    { amount: dueNowOn(page.body), reason: 'switch' },
  ]);
  const account = mainTextOf((await browser.open('/?done=switched')).body);
  expect(account).toMatch(/Your plan has been changed\..*Patron €9 a month Next payment: €9/);
  expect((await site.api.get('/members')).json<{ objects: unknown[] }>().objects).toMatchObject([
    { plan_slug: 'patron' },
  ]);
});

test('a change to a smaller charge costs nothing now and waits for the end of the period', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA, site.friend);
  const page = await preview(browser, site.monthly);
  expect(mainTextOf(page.body)).toMatch(/Due now €0 .*You keep your plan until \w+ \d+, \d{4}\. .*Next payment: €5 on/);
  const account = mainTextOf((await browser.submit(page)).body);
  expect(account).toMatch(/Patron €9 a month From \w+ \d+, \d{4}: Supporter, €5 a month\. Next payment: €5 on/);
  await site.pass('5 weeks');
  expect(mainTextOf((await browser.open('/')).body)).toMatch(/Your subscription Supporter €5 a month Next payment: €5/);
  expect((await paymentsOf(site)).map(({ amount }) => amount)).toEqual([900, 500]);
});

test('what was shown too long ago, or before something else changed, is not charged but shown anew', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  const [first, second] = [await preview(browser, site.friend), await preview(browser, site.yearly)];
  await browser.submit(second);
  const stale = await browser.submit(first);
  expect([stale.statusCode, headingOf(stale.body), linksOf(stale.body).includes('/upgrade')]).toEqual([
    409,
    'The amount has changed',
    true,
  ]);
  const third = await preview(browser, site.friend);
  service().clock.advance(31 * 60);
  expect((await browser.submit(third)).statusCode).toBe(409);
  expect(await paymentsOf(site)).toHaveLength(2);
});

test('a card that is declined changes nothing, and the page says why', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA, site.monthly, LATER_FAILING_CARD);
  const page = await browser.submit(await preview(browser, site.friend));
  expect([page.statusCode, headingOf(page.body)]).toEqual([402, 'Your plan was not changed']);
  expect(mainTextOf((await browser.open('/')).body)).toContain('Supporter €5 a month');
});

test('while a debit is under way, a change that costs something is not made, and the page says why', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA, site.monthly, DEBIT_CARD);
  await site.pass('4 days');
  await site.passToLastDay();
  const shown = await preview(browser, site.friend);
  await site.advance('1 day');
  const [asked, confirmed] = [await browser.submit(shown), await preview(browser, site.friend)];
  for (const page of [asked, confirmed]) {
    expect([page.statusCode, headingOf(page.body)]).toEqual([409, 'Your last payment is still on its way']);
    expect(mainTextOf(page.body)).toContain('Nothing was changed, and you have not been charged.');
  }
  await site.pass('4 days');
  expect(headingOf((await preview(browser, site.friend)).body)).toBe('Change plan');
  expect((await paymentsOf(site)).map(({ reason }) => reason)).toEqual(['start', 'renewal']);
});

test('what has changed at the gateway, which has not told of it yet, is not charged but shown anew', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  await site.passToLastDay();
  const shown = await preview(browser, site.friend);
  await site.advance('1 day');
  const page = await browser.submit(shown);
  expect([page.statusCode, headingOf(page.body)]).toEqual([409, 'The amount has changed']);
  expect(await paymentsOf(site)).toHaveLength(1);
});

test('nobody confirms the change of another, and unknown ones are a page that is not there', async () => {
  const site = await givenOfferedSite(service());
  const [owner, stranger] = [await site.payer(ADA), await site.payer('eve@example.org')];
  const [shown, own] = [formOf(await preview(owner, site.friend)), formOf(await preview(stranger, site.friend))];
  for (const id of [shown.fields['switch'] ?? '', 'swi_nothing', ''])
    expect((await stranger.post('/upgrade', { ...own.fields, switch: id })).statusCode).toBe(404);
  expect(await paymentsOf(site)).toHaveLength(2);
});

test('looking writes nothing, and an amount that was altered is not believed', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  const form = formOf(await preview(browser, site.friend));
  const stored = async () =>
    service()
      .database.knex('price_switches')
      .join('billings', 'billings.id', 'price_switches.billing_id')
      .where({ 'billings.publication_id': site.publication.id })
      .select('price_switches.id');
  expect(await stored()).toEqual([]);
  const [text = '', mac = ''] = (form.fields['switch'] ?? '').split('.');
  const shown: Record<string, unknown> = JSON.parse(Buffer.from(text, 'base64url').toString());
  for (const change of [
    { dueNow: 0 },
    { dueNow: -400 },
    { amount: 1, nextAmount: 1 },
    { priceId: site.yearly.split('/')[1] },
    { createdAt: Date.now() * 2 },
  ]) {
    const altered = Buffer.from(JSON.stringify({ ...shown, ...change })).toString('base64url');
    expect((await browser.post('/upgrade', { ...form.fields, switch: `${altered}.${mac}` })).statusCode).toBe(404);
  }
  expect([await stored(), await paymentsOf(site)]).toMatchObject([[], [{ reason: 'start' }]]);
  await browser.post('/upgrade', form.fields);
  expect(await stored()).toHaveLength(1);
});

test.each(['friend/price_nothing', 'nothing', '', 'reader/'])(
  'the choice %j that is none shows what there is',
  async (choice) => {
    const site = await givenOfferedSite(service());
    const page = await (await site.payer(ADA)).open(`/upgrade?choice=${encodeURIComponent(choice)}`);
    expect([page.statusCode, headingOf(page.body)]).toEqual([200, 'You are already subscribed']);
  },
);

test('leads who is signed out to sign in, and who has no subscription to subscribe', async () => {
  const site = await givenOfferedSite(service());
  expect(locationOf(await site.newBrowser().get('/upgrade'))).toBe('/sign-in?return_to=%2Fupgrade');
  expect(locationOf(await (await site.signedIn()).get('/upgrade'))).toBe('/subscribe');
});

test('one that is canceled is first kept before it is changed', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  const cancel = linksOf((await browser.open('/')).body).find((href) => href.endsWith('/cancel')) ?? '';
  await browser.submit(await browser.open(cancel));
  expect(linksOf((await browser.open('/upgrade')).body).filter((href) => href.startsWith('/upgrade'))).toEqual([]);
});
