// The list of money in and out, and that each figure leads to a list with what it counts.
import { expect, test } from 'vitest';
import { amountText } from '../../src/models/amount.ts';
import { cancelSubscription } from '../../src/models/money/subscription.ts';
import { refundGiftPart } from '../../src/payments/gift-refund.ts';
import { refundPayment } from '../../src/payments/refund.ts';
import { listPaymentsOf, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { linksOf, mainTextOf } from '../support/browser/html.ts';
import { LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { givenGift } from '../support/publications/gift.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { signedInStaff } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

/** Two readers who pay, one of them until her card fails; a gift; a refund of each kind; a subscription that was canceled. */
async function givenMoney(): Promise<PayingSite> {
  const site = await givenPayingSite(service());
  const { publication } = site;
  const { database, clock } = service();
  await database.transaction(({ knex }) =>
    knex('publications').where({ id: publication.id }).update({ timeZone: 'Asia/Tokyo' }),
  );
  const ada = await site.payingCustomer('ada@example.org');
  const eve = await site.payingCustomer('eve@example.org', LATER_FAILING_CARD);
  const giftId = await givenGift(site);
  await site.settle();
  const [payment] = await listPaymentsOf(service(), publication, ada.id);
  await refundPayment(service(), publication, { paymentId: payment?.id ?? '', amount: 150, key: undefined });
  await refundGiftPart(service(), publication, { giftId, amount: 100, key: 'one' });
  await site.pass('1 month');
  const [held] = await subscriptionDetailsOf(service(), publication, ada.id);
  await database.transaction((transaction) =>
    cancelSubscription(publication, transaction, clock, held?.subscriptionId ?? '', 'content'),
  );
  await site.settle();
  expect(eve.id).not.toBe(ada.id);
  return site;
}

/** The lines of a CSV file, without its heading. */
const linesOf = (body: string): string[][] =>
  body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

test('payments, gifts, refunds and failed charges stand in one list, filtered, page by page, as a file and on the person’s page', async () => {
  const site = await givenMoney();
  const owner = await signedInStaff(service(), site.publication, 'owner', 'o@example.org');
  const base = `/dashboard/${site.publication.id}`;
  const file = async (query = '') => linesOf((await owner.open(`${base}/money.csv?${query}`)).body);
  const all = await file();
  expect(all.map(([, what]) => what).toSorted()).toEqual([
    'failed',
    'gift',
    'gift_refund',
    'payment',
    'payment',
    'payment',
    'refund',
  ]);
  const kindsOf = async (kind: string) => (await file(`kind=${kind}`)).length;
  const counts = ['net', 'in', 'payment', 'gift', 'out', 'failed'].map((kind) => kindsOf(kind));
  expect(await Promise.all(counts)).toEqual([6, 4, 3, 1, 2, 1]);
  expect(await file(`plan=${site.otherPlan.id}`)).toEqual([]);
  expect((await file(`plan=${site.plan.id}&currency=EUR`)).length).toBe(7);
  expect(all.find(([, what]) => what === 'refund')?.slice(-2)).toEqual(['-1.5', 'EUR']);
  // Days are those of the publication: yesterday has nothing.
  expect(await file('until=2020-01-01')).toEqual([]);
  const page = await owner.open(`${base}/money`);
  expect(mainTextOf(page.body)).toContain('Gift paid back');
  expect(mainTextOf(page.body)).toContain('-€1.50');
  const person = linksOf(page.body).find((href) => /\/people\/cus_\w+$/.test(href));
  expect((await owner.open(person ?? '')).statusCode).toBe(200);
  const receipts = linksOf(page.body).filter((href) => href.includes('/receipts/'));
  expect(receipts).toHaveLength(4);
  for (const receipt of new Set(receipts)) expect((await owner.open(receipt)).statusCode).toBe(200);
  const wrong = await owner.get(`${base}/money?since=2027-02-30&kind=other`);
  expect([wrong.statusCode, wrong.body.includes('value="2027-02-30"')]).toEqual([422, true]);
  const [ada] = await site.rows<{ id: string }>('customers');
  const own = mainTextOf((await owner.open(`${base}/people/${ada?.id}`)).body);
  expect(own).toContain('-€1.50');
});

test('a page of the list begins where the one before ended, and rows of one moment stand on one of them alone', async () => {
  const site = await givenPayingSite(service());
  const { id } = await site.customer('ada@example.org');
  const owner = await signedInStaff(service(), site.publication, 'owner', 'o@example.org');
  const row = { publicationId: site.publication.id, customerId: id, figure: 'in', part: 'payment', currency: 'EUR' };
  const rows = Array.from({ length: 120 }, (_, index) => ({ ...row, at: 1_700_000_000_000, amount: index + 1 }));
  await service().database.transaction(({ knex }) => knex('figure_changes').insert(rows));
  const seen: string[] = [];
  let path: string | undefined = `/dashboard/${site.publication.id}/money`;
  for (let pages = 0; path !== undefined && pages < 5; pages += 1) {
    const { body } = await owner.open(path);
    seen.push(...[...body.matchAll(/data-label="Amount">([^<]+)</g)].map(([, amount = '']) => amount));
    path = linksOf(body).find((href) => href.includes('page='));
  }
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
});

/** A cell of a table with its link. */
const LINKED = /<a href="([^"]+)">([^<]+)<\/a><\/td>/g;
/** One without, and what needs none: zero, a share, a dash, a word. */
const UNLINKED = /<td[^>]*>([^<]+)<\/td>/g;
const NOTHING = /^(?:-?€?0|–||[\d.,]+%|[^\d€]+)$/;

test('each figure leads to a list with as many rows, or as much money, as it says', async () => {
  const site = await givenMoney();
  const owner = await signedInStaff(service(), site.publication, 'owner', 'o@example.org');
  const base = `/dashboard/${site.publication.id}`;
  const faults: string[] = [];
  let followed = 0;
  const links = linksOf((await owner.open(`${base}/figures`)).body);
  const past = links.find((href) => href.includes('?month=')) ?? '';
  expect(past).not.toBe('');
  for (const path of [
    '/figures',
    past.slice(base.length),
    '/figures/people?range=year',
    '/figures/revenue?range=year',
    '/figures/leaving?range=year',
    '/figures/cohorts',
  ]) {
    const { body } = await owner.open(base + path);
    for (const [, text = ''] of body.matchAll(UNLINKED))
      if (!NOTHING.test(text)) faults.push(`${path}: ${text} has no list`);
    for (const [, address = '', text = ''] of body.matchAll(LINKED)) {
      const href = address.replaceAll('&amp;', '&');
      const told = await listed(href);
      if (told === undefined) continue;
      followed += 1;
      // A share leads to the people whom it counts.
      const isRight = text.endsWith('%') ? !told.includes('0') : told.includes(text.replace(/ \(.*/, '').trim());
      if (!isRight) faults.push(`${path}: ${text} leads to ${told.join(' or ')} at ${href}`);
    }
  }
  expect(faults).toEqual([]);
  expect(followed).toBeGreaterThan(40);

  /** What a list holds: the sum of its money, or its rows and the share that they are of. Undefined for a page without a list. */
  async function listed(href: string): Promise<string[] | undefined> {
    if (href.includes('/money?')) {
      const rows = linesOf((await owner.open(href.replace('/money?', '/money.csv?'))).body);
      const sum = rows.reduce((total, cells) => total + Math.round(Number(cells.at(-2)) * 100), 0);
      const isOut = href.includes('kind=out');
      return [toEuros(isOut ? -sum : sum)];
    }
    if (href.includes('/figures/behind?')) return [`${linesOf((await owner.open(`${href}&csv=people`)).body).length}`];
    if (href.includes('/figures/changes?')) {
      expect((await owner.open(href)).statusCode).toBe(200);
      const rows = linesOf((await owner.open(`${href}&csv=people`)).body);
      const sum = rows.reduce((total, cells) => total + Math.round(Number(cells.at(-1)) * 100), 0);
      return href.includes('currency=') ? [toEuros(sum), toEuros(-sum)] : [`${rows.length}`];
    }
    if (href.includes('/figures/people-at?')) {
      expect((await owner.open(href)).statusCode).toBe(200);
      const rows = linesOf((await owner.open(`${href}&csv=people`)).body);
      const sum = rows.reduce((total, cells) => total + Math.round(Number(cells.at(-1)) * 100), 0);
      return [href.includes('currency=') ? toEuros(sum) : `${sum / 100}`];
    }
    if (href.includes('/people?'))
      return [`${linesOf((await owner.open(href.replace('/people?', '/people.csv?'))).body).length}`];
    if (href.endsWith('/people')) return [`${linesOf((await owner.open(`${href}.csv`)).body).length}`];
    return undefined;
  }
});

function toEuros(minor: number): string {
  const text = amountText(Math.abs(minor), 'EUR').replace(' EUR', '').replace(/\.00$/, '');
  return `${minor < 0 ? '-' : ''}€${text}`;
}
