// A price change by the dashboard: the preview says who pays what, what is confirmed happens once, its page shows how far
// it has come, and it can be taken back until it begins (decisions 40).
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { archiveOffer, listOffers } from '../../../src/models/catalog/offer.ts';
import { createPrice } from '../../../src/models/catalog/price.ts';
import { addDays } from '../../../src/payments/calendar.ts';
import { renewalClock } from '../../../src/payments/price-change/preview.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { attributeOf, linksOf, mainTextOf, tagsOf } from '../../support/browser/html.ts';
import { givenPayingSite, type PayingSite } from '../../support/publications/paying.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);

interface Given {
  readonly paid: PayingSite;
  readonly editor: Browser;
  readonly base: string;
}

async function given(): Promise<Given> {
  const paid = await givenPayingSite(service());
  const editor = await signedInStaff(service(), paid.publication, 'editor', `e@${paid.publication.siteHost}`);
  return { paid, editor, base: `/dashboard/${paid.publication.id}` };
}

/** The day in so many days. */
async function dayIn(paid: PayingSite, days: number): Promise<string> {
  const now = await renewalClock(service(), paid.publication);
  return new Date(addDays(now.getTime(), days)).toISOString().slice(0, 10);
}

function preview(
  { paid, editor, base }: Given,
  fields: Readonly<Record<string, string>>,
  browser = editor,
): Promise<LightMyRequestResponse> {
  const query = new URLSearchParams({ price_id: paid.price.id, new_amount: '6', who: 'keep', ...fields });
  return browser.get(`${base}/change-price?${query}`);
}

const confirm = ({ editor, base }: Given, page: LightMyRequestResponse, browser = editor) =>
  browser.submit(page, {}, `${base}/change-price`);

test('the way from the form over the preview to the page of the change, and back', async () => {
  const at = await given();
  const { paid, editor, base } = at;
  await paid.payingCustomer();
  const form = await editor.open(`${base}/change-price`);
  expect(mainTextOf(form.body)).toContain('Supporter: €5 a month');
  const page = await preview(at, { who: 'move', starts_at: await dayIn(paid, 40) });
  for (const words of [
    '€5 a month',
    '€6 a month',
    'supporter',
    'Present subscribers who move: 1',
    '+€12',
    'ada@example.org',
  ])
    expect(mainTextOf(page.body)).toContain(words);
  expect(await paid.rows('price_changes')).toEqual([]);
  const edit = linksOf(page.body).find((href) => href.includes('edit=1')) ?? '';
  expect((await editor.open(edit.replaceAll('&amp;', '&'))).body).toContain('name="new_amount" type="text" value="6"');
  const done = await confirm(at, page);
  expect(mainTextOf(done.body)).toContain('The price is changed.');
  await paid.settle();
  const [change] = await paid.rows<{ id: string }>('price_changes');
  const running = await editor.open(`${base}/price-changes/${change?.id}`);
  expect(mainTextOf(running.body)).toMatch(/Not told yet\s+1/);
  expect(mainTextOf((await editor.open(`${base}/price-changes`)).body)).toContain('Under way');
  const back = await editor.submit(running, {}, `${base}/price-changes/undo`);
  expect(mainTextOf(back.body)).toContain('The change is taken back.');
  await paid.settle();
  expect(mainTextOf((await editor.open(`${base}/price-changes/${change?.id}`)).body)).toContain('Keeps the old price');
  const again = await editor.submit(running, {}, `${base}/price-changes/undo`);
  expect(again.statusCode).toBe(200);
  const [offer] = await listOffers(paid.publication, service().database);
  expect(offer?.prices[0]?.id).toBe(paid.price.id);
});

test('a lower price that nobody pays is worth nothing, without a sign', async () => {
  const at = await given();
  const page = await preview(at, { who: 'move', new_amount: '4', starts_at: await dayIn(at.paid, 40) });
  expect(mainTextOf(page.body)).toContain('if everybody stays: €0.');
});

test('a double click changes the price once, and a second editor is told that it changed', async () => {
  const at = await given();
  const other = await signedInStaff(service(), at.paid.publication, 'owner', `o@${at.paid.publication.siteHost}`);
  const [mine, theirs] = [await preview(at, {}), await preview(at, { new_amount: '7' }, other)];
  const answers = await Promise.all([confirm(at, mine), confirm(at, mine)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const refused = await confirm(at, theirs, other);
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([
    422,
    expect.stringContaining('have changed since the preview'),
  ]);
  expect(await at.paid.rows('price_changes')).toHaveLength(1);
  expect((await listOffers(at.paid.publication, service().database))[0]?.prices).toMatchObject([{ amount: 600 }]);
});

test('of two editors who confirm the same move at once, one changes the price', async () => {
  const at = await given();
  await at.paid.payingCustomer();
  const other = await signedInStaff(service(), at.paid.publication, 'owner', `o@${at.paid.publication.siteHost}`);
  const move = { who: 'move', starts_at: await dayIn(at.paid, 40) };
  const pages = [await preview(at, move), await preview(at, move, other)] as const;
  const answers = await Promise.all([confirm(at, pages[0]), confirm(at, pages[1], other)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  expect(await at.paid.rows('price_changes')).toHaveLength(1);
  expect((await listOffers(at.paid.publication, service().database))[0]?.prices).toHaveLength(1);
});

test('an offer that is archived beside the change keeps the new price, and one that was added is not changed unseen', async () => {
  const at = await given();
  const { database, clock } = service();
  const { publication } = at.paid;
  const page = await preview(at, {});
  const outcomes = await Promise.all([
    confirm(at, page),
    database.transaction((transaction) => archiveOffer(publication, transaction, clock, 'supporter')),
  ]);
  expect(outcomes[0].statusCode).toBe(200);
  expect(await at.paid.rows('price_changes')).toHaveLength(1);
  const shown = await database.knex('offer_prices').where({ publicationId: publication.id, priceId: at.paid.price.id });
  expect(shown).toEqual([]);
});

test.each([
  ['no amount', { new_amount: '' }, 'Enter an amount'],
  ['text for an amount', { new_amount: 'six' }, 'Enter an amount'],
  ['nothing', { new_amount: '0' }, 'Enter an amount'],
  ['the present amount', { new_amount: '5.00' }, 'That is the present price'],
  ['a price of somebody else', { price_id: 'price_00000000000000000000000000' }, 'Choose a price'],
  ['neither keep nor move', { who: 'both' }, 'Choose what becomes'],
  ['a day that is too early', { who: 'move', starts_at: '2020-01-01' }, 'at least 31 days ahead'],
  ['a day that is none', { who: 'move', starts_at: '2999-02-30' }, 'at least 31 days ahead'],
])('%s is refused beside its field, and keeps what was typed', async (_what, fields, message) => {
  const at = await given();
  const page = await preview(at, fields);
  expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining(message)]);
  const ids = [...page.body.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  for (const href of linksOf(page.body).filter((link) => link.startsWith('#'))) expect(ids).toContain(href.slice(1));
  const values = tagsOf(page.body, 'input').map((tag) => [attributeOf(tag, 'name'), attributeOf(tag, 'value')]);
  const typed: Readonly<Record<string, string>> = { new_amount: '6', ...fields };
  expect(values).toContainEqual(['new_amount', typed['new_amount']]);
});

test('a viewer sees the changes and neither changes nor takes back', async () => {
  const at = await given();
  await confirm(at, await preview(at, {}));
  const [change] = await at.paid.rows<{ id: string }>('price_changes');
  const viewer = await signedInStaff(service(), at.paid.publication, 'viewer', `v@${at.paid.publication.siteHost}`);
  const page = await viewer.open(`${at.base}/price-changes/${change?.id}`);
  expect(page.body).not.toContain('/price-changes/undo');
  expect((await viewer.open(`${at.base}/price-changes`)).body).not.toContain('/change-price');
});

test('in German, with amounts in the words of the language', async () => {
  const at = await given();
  await at.paid.payingCustomer();
  const page = await at.editor.get(
    `${at.base}/change-price?price_id=${at.paid.price.id}&new_amount=6,50&who=move&starts_at=${await dayIn(at.paid, 40)}`,
    { 'accept-language': 'de' },
  );
  expect(mainTextOf(page.body)).toContain('6,50 € im Monat');
});

test('a price that no offer shows can still be changed for those who pay it', async () => {
  const at = await given();
  const { publication, plan } = at.paid;
  const { database, clock } = service();
  const terms = { planId: plan.id, amount: 900, currency: 'EUR', interval: 'year' };
  const price = await database.transaction((transaction) => createPrice(publication, transaction, clock, terms));
  const page = await preview(at, { price_id: price.id, new_amount: '10' });
  expect(mainTextOf(page.body)).toContain('No offer shows this price');
  expect((await confirm(at, page)).statusCode).toBe(200);
});

test('the pages of a plan and of an offer lead to the form with the price chosen', async () => {
  const { paid, editor, base } = await given();
  const { plan, price, otherPrice } = paid;
  const [offer] = await listOffers(paid.publication, service().database);
  for (const page of [`/plans/${plan.id}`, `/offers/${offer?.id}`]) {
    const href =
      linksOf((await editor.open(`${base}${page}`)).body).find((link) => link.includes('/change-price')) ?? '';
    expect(href).toBe(`${base}/change-price?price=${price.id}`);
    const options = tagsOf((await editor.open(href)).body, 'option');
    expect([chosenOf(options), options.length]).toEqual([[price.id], 2]);
  }
  const other = await editor.open(`${base}/change-price?price=${otherPrice.id}`);
  expect(chosenOf(tagsOf(other.body, 'option'))).toEqual([otherPrice.id]);
});

function chosenOf(options: readonly string[]): (string | undefined)[] {
  return options.filter((tag) => tag.includes('selected')).map((tag) => attributeOf(tag, 'value'));
}
