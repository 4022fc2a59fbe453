// Refunds by the dashboard: in part, in whole, with a cancel, and who may make how large ones how often.
import { expect, test } from 'vitest';
import type { Browser } from '../../support/browser/browser.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { givenGift } from '../../support/publications/gift.ts';
import { givenPayingSite, type PayingSite } from '../../support/publications/paying.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);

interface Given {
  readonly site: PayingSite;
  readonly editor: Browser;
  readonly people: string;
}

async function given(): Promise<Given> {
  const site = await givenPayingSite(service());
  const editor = await signedInStaff(service(), site.publication, 'editor', `e@${site.publication.siteHost}`);
  return { site, editor, people: `/dashboard/${site.publication.id}/people` };
}

/** Sends the form of a refund; returns what the answer says. */
async function refund(browser: Browser, path: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const page = await browser.open(path);
  return mainTextOf((await browser.submit(page, fields, path)).body);
}

const refundedOf = async (site: PayingSite, table: 'payments' | 'gifts') =>
  (await site.rows<{ refundedAmount: number }>(table)).map(({ refundedAmount }) => refundedAmount);

test('a payment is refunded in part, never for more than is left, and the rest with a cancel', async () => {
  const { site, editor, people } = await given();
  const { id } = await site.payingCustomer();
  const [payment] = await site.rows<{ id: string }>('payments');
  const path = `${people}/${id}/payments/${payment?.id}/refund`;
  for (const amount of ['', '0', '1.234', 'much'])
    expect(await refund(editor, path, { amount })).toContain('Enter an amount');
  expect(await refund(editor, path, { amount: '5.01' })).toContain('Less than that is left');
  expect(await refund(editor, path, { amount: '1,50' })).toContain('The amount is paid back.');
  expect(mainTextOf((await editor.open(path)).body)).toContain('Left of it: €3.50.');
  expect(await refund(editor, path, { amount: '4' })).toContain('Less than that is left');
  expect(await refundedOf(site, 'payments')).toEqual([150]);
  await refund(editor, path, { amount: '3.50', and_cancel: 'yes' });
  await site.settle();
  expect(await refundedOf(site, 'payments')).toEqual([500]);
  expect(await site.rows('subscriptions')).toMatchObject([{ status: 'canceled', endReason: 'publisher' }]);
  // Another reader's page has nothing of it.
  const other = await site.customer('other@example.org');
  expect((await editor.get(`${people}/${other.id}/payments/${payment?.id}/refund`)).statusCode).toBe(404);
});

test('a gift is refunded in part and stays good, and its code is void once nothing is left', async () => {
  const { site, editor, people } = await given();
  const giftId = await givenGift(site);
  const [gift] = await site.rows<{ customerId: string; codeHash: string; amount: number }>('gifts');
  const path = `${people}/${gift?.customerId}/gifts/${giftId}/refund`;
  await refund(editor, path, { amount: '5' });
  expect(await site.rows('gifts')).toMatchObject([{ state: 'paid', refundedAmount: 500, codeHash: gift?.codeHash }]);
  expect(await refund(editor, path, { amount: '10.01' })).toContain('Less than that is left');
  await refund(editor, path, { amount: '10' });
  expect(await site.rows('gifts')).toMatchObject([{ state: 'refunded', refundedAmount: 1500, codeHash: null }]);
});

test('the sixth refund of a day, and a large one, is for owners, who prove that it is them', async () => {
  const { site, editor, people } = await given();
  const { id } = await site.payingCustomer();
  const [payment] = await site.rows<{ id: string }>('payments');
  const path = `${people}/${id}/payments/${payment?.id}/refund`;
  expect(await refund(editor, path, { amount: '50.01' })).toContain('An owner pays back');
  for (let count = 0; count < 5; count += 1) await refund(editor, path, { amount: '0.10' });
  expect(await refund(editor, path, { amount: '0.10' })).toContain('An owner pays back');
  expect(await refundedOf(site, 'payments')).toEqual([50]);
  const owner = await signedInStaff(service(), site.publication, 'owner', `o@${site.publication.siteHost}`);
  service().clock.advance(16 * 60);
  expect(await refund(owner, path, { amount: '50.01' })).toContain('Confirm that it is you');
  expect(await refund(owner, path, { amount: '0.20' })).toContain('The amount is paid back.');
});
