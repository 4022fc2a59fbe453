// A reader leaves, or pauses instead (decisions 30 and 43): what the page offers, and what is kept of the reason.
import { expect, test } from 'vitest';
import { createSubscription } from '../../../src/models/money/subscription.ts';
import { formOf, type Browser } from '../../support/browser/browser.ts';
import { linksOf, mainTextOf } from '../../support/browser/html.ts';
import { ledgerFaults } from '../../support/databases/ledger.ts';
import { DEBIT_CARD, LATER_FAILING_CARD } from '../../support/publications/cards.ts';
import { givenOfferedSite, type OfferedSite } from '../../support/publications/paying.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';

const subscriptionsOf = (site: OfferedSite) =>
  site.rows<{ id: string; status: string; endReason: string | null; leavingReason: string | null }>('subscriptions');

/** The page behind a link of the account page. */
async function linked(browser: Browser, link: RegExp) {
  const href = linksOf((await browser.open('/')).body).find((one) => link.test(one));
  return browser.open(href ?? 'no such link');
}

/** How many ended in the figures, by their reasons. */
async function endsOf(site: OfferedSite): Promise<Record<string, number>> {
  const changes = await site.rows<{ figure: string; part: string; amount: number | string }>('figure_changes', 'at');
  const ends = changes.filter(({ figure }) => figure === 'end').map(({ part, amount }) => [part, Number(amount)]);
  return Object.fromEntries(ends);
}

test('the reason is asked, need not be given, is kept until the end and counted then; who stays has none', async () => {
  const site = await givenOfferedSite(service());
  const [ada, eve] = [await site.payer(ADA), await site.payer('eve@example.org')];
  const page = await linked(ada, /\/cancel$/);
  expect(mainTextOf(page.body)).toContain('Why are you leaving? (optional)');
  await ada.submit(page, { reason: 'no_time' });
  await eve.submit(await linked(eve, /\/cancel$/), { reason: 'made up' });
  expect(await subscriptionsOf(site)).toMatchObject([
    { status: 'active', endReason: 'reader', leavingReason: 'no_time' },
    { status: 'active', endReason: 'reader', leavingReason: null },
  ]);
  await ada.submit(await ada.open('/'), {}, `/subscriptions/${(await subscriptionsOf(site))[0]?.id}/resume`);
  expect((await subscriptionsOf(site))[0]).toMatchObject({ endReason: null, leavingReason: null });
  await ada.submit(await linked(ada, /\/cancel$/), { reason: 'too_expensive' });
  await site.pass('2 months');
  expect(await endsOf(site)).toEqual({ 'reader/too_expensive': 1, 'reader/': 1 });
});

test('what ends at once is counted with its reason: unpaid, in a pause, free of charge', async () => {
  const site = await givenOfferedSite(service());
  await site.set({ pausesSetBy: 'reader' });
  const owing = await site.payer(ADA, site.monthly, LATER_FAILING_CARD);
  const resting = await site.payer('eve@example.org');
  await resting.submit(await linked(resting, /\/pause$/), { months: '12' });
  await site.pass('32 days');
  const given = await site.signedIn('grace@example.org');
  const { id: customerId } = await site.customer('grace@example.org');
  await service().database.transaction((transaction) =>
    createSubscription(site.publication, transaction, service().clock, {
      customerId,
      planId: site.plan.id,
      complimentary: true,
    }),
  );
  await owing.submit(await linked(owing, /\/cancel$/), { reason: 'technical' });
  await resting.submit(await linked(resting, /\/cancel$/), { reason: 'content' });
  await given.submit(await linked(given, /\/cancel$/), { reason: 'mistake' });
  expect(await endsOf(site)).toEqual({ 'reader/technical': 1, 'reader/content': 1, 'reader/mistake': 1 });
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('a plan that costs less is offered to whoever leaves, and none that costs more', async () => {
  const site = await givenOfferedSite(service());
  const dear = mainTextOf((await linked(await site.payer(ADA, site.friend), /\/cancel$/)).body);
  expect(dear).toContain('Pay less Supporter');
  const cheap = mainTextOf((await linked(await site.payer('eve@example.org'), /\/cancel$/)).body);
  expect(cheap).not.toContain('Pay less');
});

test('a reader pauses where the publisher lets readers: once at a time, for an offered length, and takes it back', async () => {
  const site = await givenOfferedSite(service());
  const ada = await site.payer(ADA);
  const [{ id = '' } = {}] = await subscriptionsOf(site);
  const path = `/subscriptions/${id}/pause`;
  expect(linksOf((await ada.open('/')).body)).not.toContain(path);
  expect((await ada.open(path)).statusCode).toBe(404);
  await site.set({ pausesSetBy: 'reader' });
  expect(linksOf((await linked(ada, /\/cancel$/)).body)).toContain(path);
  const page = await linked(ada, /\/pause$/);
  expect(mainTextOf(page.body)).toMatch(/It is paid until .* 2 months Next payment: €5 on /);
  const refused = await ada.submit(page, { months: '24' });
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([422, expect.stringContaining('Choose how long')]);
  expect(mainTextOf((await ada.submit(page, { months: '2' })).body)).toMatch(
    /Your subscription will be paused\. .*is paused until/,
  );
  // In another tab, it was not yet.
  expect(mainTextOf((await ada.submit(page, { months: '12' })).body)).toContain('A pause is planned already');
  const [billing] = await site.rows<{ pauseUntil: number; periodEnd: number }>('billings');
  expect(Math.round(((billing?.pauseUntil ?? 0) - (billing?.periodEnd ?? 0)) / 86_400_000)).toBeLessThan(63);
  await ada.submit(await linked(ada, /\/read-on$/));
  expect(linksOf((await ada.open('/')).body)).toContain(path);
  await ada.submit(await linked(ada, /\/cancel$/));
  expect(mainTextOf((await ada.open(path)).body)).toContain('It ends anyway');
});

test('nobody pauses while a debit is under way, and the page says why', async () => {
  const site = await givenOfferedSite(service());
  await site.set({ pausesSetBy: 'reader' });
  const ada = await site.payer(ADA, site.monthly, DEBIT_CARD);
  await site.pass('4 days');
  await site.passToLastDay();
  await site.pass('1 day');
  const page = await linked(ada, /\/pause$/);
  const refused = await ada.submit(page, { months: '2' });
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([
    409,
    expect.stringContaining('Your last payment is still on its way: a debit takes a few days.'),
  ]);
  await site.pass('4 days');
  expect(mainTextOf((await ada.submit(await linked(ada, /\/pause$/), { months: '2' })).body)).toContain(
    'Your subscription will be paused.',
  );
});

test("nobody pauses another's", async () => {
  const site = await givenOfferedSite(service());
  await site.set({ pausesSetBy: 'reader' });
  await site.payer(ADA);
  const [{ id = '' } = {}] = await subscriptionsOf(site);
  const eve = await site.payer('eve@example.org');
  const own = await linked(eve, /\/pause$/);
  expect((await eve.open(`/subscriptions/${id}/pause`)).statusCode).toBe(404);
  const { fields } = formOf(own);
  expect((await eve.post(`/subscriptions/${id}/pause`, { ...fields, months: '1' })).statusCode).toBe(404);
  const billings = await site.rows<{ subscriptionId: string; pauseUntil: number | null }>('billings');
  expect(billings.find(({ subscriptionId }) => subscriptionId === id)?.pauseUntil).toBeNull();
});
