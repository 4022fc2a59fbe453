// A pause that a publisher sets for a reader, what the reader sees of it, and the ways out of it.
import { expect, test } from 'vitest';
import { findCustomer } from '../../../src/models/people/customer-summary.ts';
import { subscriptionDetailsOf } from '../../../src/payments/subscription.ts';
import { locationOf, type Browser } from '../../support/browser/browser.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { ledgerFaults } from '../../support/databases/ledger.ts';
import { LATER_FAILING_CARD } from '../../support/publications/cards.ts';
import { givenOfferedSite, type OfferedSite } from '../../support/publications/paying.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);

interface Given {
  readonly site: OfferedSite;
  readonly editor: Browser;
  /** The browser of the reader. */
  readonly reader: Browser;
  readonly person: string;
  readonly path: string;
  readonly paidUntil: number;
  send(path: string, fields?: Readonly<Record<string, string>>): Promise<string>;
  /** The day that is so many days after the end of the paid period. */
  day(after: number): string;
}

async function given(email: string, card?: string): Promise<Given> {
  const site = await givenOfferedSite(service());
  const editor = await signedInStaff(service(), site.publication, 'editor', `e@${site.publication.siteHost}`);
  const { id } = await site.payingCustomer(email, card);
  const reader = await site.signedIn(email);
  const [held] = await subscriptionDetailsOf(service(), site.publication, id);
  const person = `/dashboard/${site.publication.id}/people/${id}`;
  const path = `${person}/subscriptions/${held?.subscriptionId}`;
  const send: Given['send'] = async (name, fields = {}) =>
    mainTextOf((await editor.submit(await editor.open(path + name), fields, path + name)).body);
  const paidUntil = held?.billing?.periodEnd ?? 0;
  const day = (after: number): string => new Date(paidUntil + after * 86_400_000).toISOString().slice(0, 10);
  return { site, editor, reader, person, path, paidUntil, send, day };
}

const textOf = async (browser: Browser, path: string): Promise<string> => mainTextOf((await browser.open(path)).body);
const billingOf = async (site: OfferedSite) =>
  (await site.rows<{ state: string; pauseFrom: number | null; pauseUntil: number | null }>('billings'))[0];

test('a pause is set for a length or until a day, changed and undone before it begins; a wrong one is refused beside its field', async () => {
  const { site, editor, reader, person, path, send, day, paidUntil } = await given('ada@example.org');
  expect(await textOf(editor, person)).toContain('Pause ');
  const page = await textOf(editor, `${path}/pause`);
  expect(page).toContain('€5 is charged by itself');
  expect(await send('/pause', { length: 'day', until: 'soon' })).toContain('Enter a day');
  expect(await send('/pause', { length: 'day', until: day(3) })).toContain('between a week and a year');
  expect(await send('/pause', { length: 'ever' })).toContain('Choose for how long');
  expect(await billingOf(site)).toMatchObject({ pauseFrom: null });
  expect(await send('/pause', { length: 'day', until: day(40) })).toContain('The pause is set.');
  expect(await billingOf(site)).toMatchObject({ pauseFrom: paidUntil, pauseUntil: paidUntil + 40 * 86_400_000 });
  expect(await textOf(editor, `${path}/pause`)).toContain('A pause is set already');
  expect(await send('/pause', { length: '2' })).toContain('The pause is set.');
  expect((await billingOf(site))?.pauseUntil).toBeGreaterThan(paidUntil + 57 * 86_400_000);
  // What is changed waits for the end of the pause, for publisher and reader alike.
  expect(await textOf(editor, `${path}/switch?to=${site.otherPrice.id}`)).toContain('end it before you change');
  expect(await textOf(reader, '/upgrade')).toContain('undo it in your account first');
  expect(await textOf(reader, '/')).toContain('is paused until');
  expect(await send('/unpause')).toContain('The pause is over.');
  expect(await send('/unpause').catch(() => 'no form')).toBe('no form');
  expect(await textOf(editor, `${path}/unpause`)).toContain('is not paused');
  await site.pass('1 month');
  expect(await site.rows('payments')).toHaveLength(2);
  const acts = (await site.rows<{ act: string }>('audit_entries')).map(({ act }) => act);
  expect(acts.filter((act) => act.startsWith('subscription.'))).toEqual([
    'subscription.pause',
    'subscription.pause',
    'subscription.unpause',
  ]);
});

test('while it runs nothing is sold beside it, and the reader reads on by a payment of their own', async () => {
  const { site, editor, reader, person, path, send, day } = await given('grace@example.org');
  await send('/pause', { length: 'day', until: day(60) });
  await site.pass('1 month');
  expect(await textOf(editor, person)).toContain('End the pause of');
  expect(await textOf(editor, `${path}/pause`)).toContain('It is paused now');
  expect(await send('/pause', { length: 'day', until: day(70) })).toContain('The pause is set.');
  expect(await textOf(reader, '/subscribe')).toContain('Your subscription is paused');
  const bought = await reader.post('/subscribe', { choice: site.yearly, terms: '' });
  expect(bought.statusCode).not.toBe(500);
  const customer = await findCustomer(site.publication, service().database, person.split('/').at(-1) ?? '');
  if (customer === undefined) throw new Error('no such reader');
  await expect(site.start(customer)).rejects.toThrow('paused');
  const account = await reader.open('/');
  expect(mainTextOf(account.body)).toContain('Paused until');
  const readOn = /href="([^"]*read-on)"/.exec(account.body)?.[1] ?? '';
  const shown = await reader.open(readOn);
  expect(mainTextOf(shown.body)).toContain('We charge €5 to your card');
  expect(await site.rows('payments')).toHaveLength(1);
  const done = await reader.submit(shown, {}, readOn);
  expect(mainTextOf(done.body)).toContain('Your subscription continues.');
  // A second click charges nothing.
  const again = await reader.post(readOn, {
    csrf_token: /name="csrf_token" value="([^"]+)"/.exec(shown.body)?.[1] ?? '',
  });
  expect([again.statusCode, locationOf(again)]).toEqual([303, '/?done=resumed']);
  expect(await site.rows('payments')).toHaveLength(2);
  expect(await site.rows('subscriptions')).toHaveLength(2);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('a paused subscription that is canceled does not come back', async () => {
  const { site, editor, path, send } = await given('joan@example.org');
  await send('/pause', { length: '1' });
  await site.pass('1 month');
  expect(await textOf(editor, `${path}/cancel`)).toContain('it does not come back');
  expect(await send('/cancel')).toContain('The subscription is canceled.');
  await site.settle();
  expect(await billingOf(site)).toMatchObject({ state: 'ended' });
  await site.pass('2 months');
  expect(await site.rows('payments')).toHaveLength(1);
  expect(await site.rows<{ state: string }>('customers')).toMatchObject([{ state: 'ended' }]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('when the card fails at the end of a pause, the reader is told so and can give another one', async () => {
  const { site, editor, reader, path, send } = await given('mary@example.org', LATER_FAILING_CARD);
  await send('/pause', { length: '1' });
  await site.pass('1 month');
  expect(await send('/unpause')).toContain('the payment failed');
  expect(await textOf(editor, `${path}/pause`)).toContain('The last payment failed');
  const account = await reader.open('/');
  expect(mainTextOf(account.body)).toContain('Use another card by');
  const card = /href="([^"]*card)"/.exec(account.body)?.[1] ?? '';
  const asked = await reader.post(card, {
    csrf_token: /name="csrf_token" value="([^"]+)"/.exec((await reader.open(card)).body)?.[1] ?? '',
  });
  expect(locationOf(asked)).toContain('/sandbox');
});
