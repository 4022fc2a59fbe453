// Selling by the dashboard: an offer is made with its plan and prices in one step, its links are ready to copy, and what
// is archived can be brought back (decisions 40).
import { expect, test } from 'vitest';
import { listNewsletters } from '../../../src/models/catalog/newsletter.ts';
import { listOffers } from '../../../src/models/catalog/offer.ts';
import { listPlans } from '../../../src/models/catalog/plan.ts';
import { listPrices } from '../../../src/models/catalog/price.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { attributeOf, linksOf, mainTextOf, tagsOf } from '../../support/browser/html.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);

async function given(): Promise<{ site: TestSite; editor: Browser; base: string }> {
  const site = await givenSite(service());
  const editor = await signedInStaff(service(), site.publication, 'editor', `e@${site.publication.siteHost}`);
  return { site, editor, base: `/dashboard/${site.publication.id}` };
}

async function make(editor: Browser, base: string, fields: Record<string, string>) {
  return editor.submit(await editor.open(`${base}/new-offer`), fields, `${base}/new-offer`);
}

test('an offer is made with a new plan and its prices, and readers can subscribe by its link', async () => {
  const { site, editor, base } = await given();
  const fields = { name: 'Die große Zeitung', month: '4,50', year: '45', currency: 'EUR', description: 'Alles.' };
  const page = await make(editor, base, fields);
  expect(mainTextOf(page.body)).toContain('The offer is for sale.');
  const made = (await listOffers(site.publication, service().database)).at(-1);
  expect(made).toMatchObject({ slug: 'die-grosse-zeitung', name: 'Die große Zeitung', trialDays: null });
  expect(made?.plan.name).toBe('Die große Zeitung');
  expect(made?.prices.map(({ amount, currency, interval }) => [amount, currency, interval])).toEqual([
    [450, 'EUR', 'month'],
    [4500, 'EUR', 'year'],
  ]);
  const link = linksOf(page.body).find((href) => href.endsWith('/offers/die-grosse-zeitung/subscribe')) ?? '';
  expect(link.startsWith(site.publication.siteUrl)).toBe(true);
  expect(mainTextOf((await site.newBrowser().open(link)).body)).toContain('€4.50');
});

test('a new offer says what it brings, is recommended in place of another, and is not given', async () => {
  const { site, editor, base } = await given();
  const path = `${base}/offers/supporter`;
  await editor.submit(await editor.open(path), { recommended: 'on' }, path);
  const fields = { name: 'Reader', month: '7', benefits: 'Every story\r\nThe archive', recommended: 'on', gifts: '' };
  const page = await make(editor, base, fields);
  expect(page.body.match(/<strong>Recommended<\/strong>/g)).toHaveLength(1);
  const offers = await listOffers(site.publication, service().database);
  expect(offers.map(({ slug, recommended, giftable }) => [slug, recommended, giftable])).toEqual([
    ['supporter', false, true],
    ['patron', false, true],
    ['reader', true, false],
  ]);
  const card = (await site.newBrowser().get('/offers')).body.split('offer-recommended')[1] ?? '';
  for (const text of ['Reader', '<li>Every story</li>', '<li>The archive</li>']) expect(card).toContain(text);
  const refused = await make(editor, base, { name: 'A', month: '5', benefits: 'x'.repeat(121) });
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([422, expect.stringContaining('at most ten lines')]);
  expect(refused.body).toContain('x'.repeat(121));
});

test('an existing plan and a price that it has are used again', async () => {
  const { site, editor, base } = await given();
  const plans = await listPlans(site.publication, service().database);
  const prices = await listPrices(site.publication, service().database);
  await make(editor, base, { name: 'Student', plan: site.plan.id, month: '5', trial_days: '14' });
  expect(await listPlans(site.publication, service().database)).toEqual(plans);
  expect(await listPrices(site.publication, service().database)).toEqual(prices);
  const made = (await listOffers(site.publication, service().database)).at(-1);
  expect(made).toMatchObject({ slug: 'student', trialDays: 14, prices: [{ id: site.price.id }] });
});

test.each([
  ['no name', { month: '5', slug: 'x' }, 'Enter a name'],
  ['no price', { name: 'A' }, 'Enter a price a month, a year, or both'],
  ['text for a price', { name: 'A', month: 'five' }, 'Enter an amount, such as 5 or 4.50'],
  ['a price of nothing', { name: 'A', year: '0' }, 'Enter an amount, such as 50'],
  ['cents of a currency without them', { name: 'A', month: '4.50', currency: 'JPY' }, 'Enter an amount'],
  ['a currency that is none', { name: 'A', month: '5', currency: 'XXX' }, 'Choose a currency'],
  ['a plan of somebody else', { name: 'A', month: '5', plan: 'plan_00000000000000000000000000' }, 'Choose a plan'],
  ['a name without letters for an address', { name: '読売', month: '5' }, 'Use lower-case letters'],
  ['an address in use', { name: 'A', month: '5', slug: 'supporter' }, 'This address is in use already'],
  ['a trial of text', { name: 'A', month: '5', trial_days: 'two' }, 'Enter a number of days from 0 to 365'],
])('%s is refused with what to do, keeps what was typed, and leaves nothing', async (_what, fields, message) => {
  const { site, editor, base } = await given();
  const [offers, plans, prices] = [
    await listOffers(site.publication, service().database),
    await listPlans(site.publication, service().database),
    await listPrices(site.publication, service().database),
  ];
  const page = await make(editor, base, fields);
  expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining(message)]);
  const ids = [...page.body.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  for (const href of linksOf(page.body).filter((link) => link.startsWith('#'))) expect(ids).toContain(href.slice(1));
  const values = tagsOf(page.body, 'input').map((tag) => [attributeOf(tag, 'name'), attributeOf(tag, 'value')]);
  const typed: Readonly<Record<string, string>> = fields;
  for (const name of ['name', 'month', 'year', 'slug'])
    if (typed[name] !== undefined) expect(values).toContainEqual([name, typed[name]]);
  expect([
    await listOffers(site.publication, service().database),
    await listPlans(site.publication, service().database),
    await listPrices(site.publication, service().database),
  ]).toEqual([offers, plans, prices]);
});

test('an archived offer is gone from the pages, keeps its address, and comes back as it was', async () => {
  const { site, editor, base } = await given();
  const before = await listOffers(site.publication, service().database);
  await editor.submit(await editor.open(`${base}/offers`), { offer: 'supporter' }, `${base}/offers/archive`);
  expect((await site.newBrowser().get('/offers/supporter')).statusCode).toBe(404);
  const taken = await make(editor, base, { name: 'A', month: '5', slug: 'supporter', plan: site.plan.id });
  expect(mainTextOf(taken.body)).toContain('Something archived has this name: bring it back');
  expect(linksOf(taken.body)).toContain(`${base}/offers/${before[0]?.id}`);
  const back = await editor.submit(
    await editor.open(`${base}/offers`),
    { offer: 'supporter' },
    `${base}/offers/unarchive`,
  );
  expect(mainTextOf(back.body)).toContain('The offer is for sale again.');
  expect(await listOffers(site.publication, service().database)).toEqual(before);
});

test('of an archiving and a bringing back at once, each acts once or is refused', async () => {
  const { site, editor, base } = await given();
  const page = await editor.open(`${base}/offers`);
  const archive = () => editor.submit(page, { offer: 'supporter' }, `${base}/offers/archive`);
  const second = await editor.open(`${base}/offers`);
  const again = () => editor.submit(second, { offer: 'supporter' }, `${base}/offers/archive`);
  const answers = await Promise.all([archive(), again()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
  expect((await listOffers(site.publication, service().database)).map(({ slug }) => slug)).toEqual(['patron']);
});

test('an offer is renamed, with its description and trial; an unknown one is not found', async () => {
  const { site, editor, base } = await given();
  const form = await editor.open(`${base}/offers/supporter`);
  const fields = { name: 'Friend', description: 'All of it.', trial_days: '7' };
  await editor.submit(form, fields, `${base}/offers/supporter`);
  const [changed] = await listOffers(site.publication, service().database);
  expect(changed).toMatchObject({ slug: 'supporter', name: 'Friend', description: 'All of it.', trialDays: 7 });
  expect((await editor.get(`${base}/offers/unknown`)).statusCode).toBe(404);
});

test('an offer is recommended and says what it brings; too much of it is refused beside its field', async () => {
  const { site, editor, base } = await given();
  const path = `${base}/offers/supporter`;
  await editor.submit(await editor.open(path), { benefits: 'Every story\r\n\r\nThe archive', recommended: 'on' }, path);
  const [changed] = await listOffers(site.publication, service().database);
  expect(changed).toMatchObject({ recommended: true, benefits: ['Every story', 'The archive'] });
  const many = Array.from({ length: 11 }, (_, index) => `Line ${index}`).join('\n');
  const refused = await editor.submit(await editor.open(path), { benefits: many }, path);
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([422, expect.stringContaining('at most ten lines')]);
  expect(refused.body).toContain('Line 10');
});

test('a newsletter is for those with a plan, and neither without one nor in the free offering', async () => {
  const { site, editor, base } = await given();
  const all = await listNewsletters(site.publication, service().database);
  const pathOf = (slug: string) =>
    `${base}/newsletters/${all.find((newsletter) => newsletter.slug === slug)?.id ?? ''}`;
  const send = async (path: string, fields: Record<string, string>) =>
    editor.submit(await editor.open(path), fields, path);
  const daily = pathOf('daily');
  const refused = await send(daily, { audience: 'plans' });
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([422, expect.stringContaining('at least one plan')]);
  const saved = await send(daily, { audience: 'plans', plan: site.plan.id });
  expect(mainTextOf(saved.body)).toContain('Saved.');
  expect(mainTextOf(saved.body)).toContain('Who can join it: Readers with certain plans');
  expect((await editor.open(daily)).body).toContain(`value="${site.plan.id}" checked`);
  const offered = await send(pathOf('weekly'), { audience: 'paying' });
  expect(mainTextOf(offered.body)).toContain('It is in the free offering');
  const taken = await send(`${base}/free-offering`, { newsletter: daily.split('/').at(-1) ?? '' });
  expect([taken.statusCode, mainTextOf(taken.body)]).toEqual([422, expect.stringContaining('not for everybody')]);
});
