// What a publisher does with a reader's subscription: gives one, cancels it now or later, takes the cancel back.
import { expect, test } from 'vitest';
import { updatePublication } from '../../../src/models/publication/publication.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { givenPayingSite, type PayingSite } from '../../support/publications/paying.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);

interface Given {
  readonly site: PayingSite;
  readonly editor: Browser;
  readonly base: string;
  /** Sends the form of an act of this reader. */
  act(path: string, fields: Readonly<Record<string, string>>): Promise<string>;
}

async function given(email: string): Promise<Given> {
  const site = await givenPayingSite(service());
  await service().database.transaction((transaction) =>
    updatePublication(transaction, site.publication.id, { timeZone: 'Europe/Berlin' }),
  );
  const editor = await signedInStaff(service(), site.publication, 'editor', `e@${site.publication.siteHost}`);
  const { id } = await site.customer(email);
  const base = `/dashboard/${site.publication.id}/people/${id}`;
  const act: Given['act'] = async (path, fields) => {
    const page = await editor.open(base + path);
    return mainTextOf((await editor.submit(page, fields, base + path.replace(/\?.*/, ''))).body);
  };
  return { site, editor, base, act };
}

const subscriptionsOf = (site: PayingSite) =>
  site.rows<{
    id: string;
    planId: string;
    status: string;
    endsAt: number | null;
    endReason: string | null;
    leavingReason: string | null;
  }>('subscriptions');

test('a complimentary subscription ends with its last day in the publication’s zone, and is told if asked', async () => {
  const { site, act } = await given('ada@example.org');
  expect(await act('/give', { plan: site.plan.id, last_day: '2020-01-01' })).toContain('Choose a day to come');
  expect(await act('/give', { plan: site.plan.id, last_day: 'soon' })).toContain('Enter a day');
  expect(await subscriptionsOf(site)).toEqual([]);
  expect(await act('/give', { plan: site.plan.id, last_day: '2098-07-31', tell: 'yes' })).toContain('is given');
  const [made] = await subscriptionsOf(site);
  expect(made?.endsAt).toBe(Date.parse('2098-08-01T00:00:00+02:00'));
  const reader = await site.signedIn('ada@example.org');
  const mail = (await reader.mails('ada@example.org')).find(({ subject }) => subject.includes('gives you'));
  expect(mail?.text).toContain('July 31, 2098');
  expect(mainTextOf((await reader.open('/')).body)).toContain('Ends on July 31, 2098');
  // The other plan is given without a word.
  await act('/give', { plan: site.otherPlan.id, last_day: '' });
  expect((await reader.mails('ada@example.org')).filter(({ subject }) => subject.includes('gives you'))).toHaveLength(
    1,
  );
  expect(await act(`/subscriptions/${made?.id}/end`, { last_day: '' })).toContain('The end is changed.');
  const when = { when: 'day', last_day: '2098-12-31', reason: 'content' };
  expect(await act(`/subscriptions/${made?.id}/cancel`, when)).toContain('will end by itself');
  expect(await subscriptionsOf(site)).toMatchObject([
    { status: 'active', endsAt: Date.parse('2099-01-01T00:00:00+01:00'), leavingReason: 'content' },
    { status: 'active', endsAt: null },
  ]);
});

test('a paid one is canceled at the period’s end, which can be taken back, or at once, with the publisher as the reason', async () => {
  const { site, act } = await given('grace@example.org');
  await site.payingCustomer('grace@example.org');
  const [made] = await subscriptionsOf(site);
  const path = `/subscriptions/${made?.id}`;
  expect(await act(`${path}/cancel`, { when: 'period-end', reason: 'no_time' })).toContain('will end by itself');
  const billing = async () => (await site.rows<{ cancelAt: number | null; state: string }>('billings'))[0];
  expect((await billing())?.cancelAt).toEqual(expect.any(Number));
  expect(await subscriptionsOf(site)).toMatchObject([{ endReason: 'publisher', leavingReason: 'no_time' }]);
  expect(await act(`${path}/resume`, {})).toContain('goes on');
  expect((await billing())?.cancelAt).toBeNull();
  expect(await subscriptionsOf(site)).toMatchObject([{ status: 'active', endReason: null, leavingReason: null }]);
  expect(await act(`${path}/end`, {}).catch(() => 'no form')).toBe('no form');
  expect(await act(`${path}/cancel`, { when: 'now', reason: 'other' })).toContain('is canceled');
  await site.settle();
  expect((await billing())?.state).toBe('ended');
  expect(await subscriptionsOf(site)).toMatchObject([
    { status: 'canceled', endReason: 'publisher', leavingReason: 'other' },
  ]);
  // The reader did none of it.
  const mails = (await site.newBrowser().mails('grace@example.org')).map(({ text }) => text);
  expect(mails.filter((text) => /cancel|has ended/.test(text) && !/Thank you for subscribing/.test(text))).toEqual([
    expect.stringContaining('has ended your subscription'),
    expect.stringContaining('The cancellation is undone'),
    expect.stringContaining('is canceled'),
  ]);
  expect(mails.join(' ')).not.toMatch(/you (had planned|took|have taken|have canceled)/i);
});

test('a plan or a price is changed as the preview says: by the gateway, or at once where it collects nothing', async () => {
  const { site, editor, act, base } = await given('joan@example.org');
  await site.payingCustomer('joan@example.org');
  const [paid] = await subscriptionsOf(site);
  const choice = await editor.open(`${base}/subscriptions/${paid?.id}/switch`);
  expect(mainTextOf(choice.body)).toContain('You see what it costs');
  const preview = `/subscriptions/${paid?.id}/switch?to=${site.otherPrice.id}`;
  const shown = mainTextOf((await editor.open(base + preview)).body);
  expect(shown).toMatch(/It changes at once, and €[\d.]+ is charged|It stays as it is until/);
  expect(await subscriptionsOf(site)).toMatchObject([{ planId: site.plan.id }]);
  await act(preview, {});
  await site.settle();
  const [billing] = await site.rows<{ priceId: string; nextPriceId: string | null }>('billings');
  expect([billing?.priceId, billing?.nextPriceId]).toContain(site.otherPrice.id);
  // A complimentary one moves to a plan, and not to one that the reader has.
  const free = await site.api.post('/customers', { email: 'free@example.org' });
  const comp = await site.api.post('/subscriptions', {
    customer_id: free.json().id,
    plan_id: site.plan.id,
    complimentary: 'true',
  });
  const path = `/dashboard/${site.publication.id}/people/${free.json().id}/subscriptions/${comp.json().id}/switch`;
  const page = await editor.open(`${path}?to=${site.otherPlan.id}`);
  expect(mainTextOf(page.body)).toContain('Nothing is charged here.');
  await editor.submit(page, {}, path);
  const moved = await site.api.get(`/subscriptions/${comp.json().id}`);
  expect(moved.json()).toMatchObject({ plan_id: site.otherPlan.id, price_id: null, complimentary: true });
  await site.api.post('/subscriptions', { customer_id: free.json().id, plan_id: site.plan.id, complimentary: 'true' });
  const held = mainTextOf((await editor.open(`${path}?to=${site.plan.id}`)).body);
  expect(held).toContain('There is nothing that this subscription could be changed to now.');
});
