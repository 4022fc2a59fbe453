// What a publisher changes, orders, archives and brings back is what the hosted pages show from the next visit on
// (decisions 40).
import { expect, test } from 'vitest';
import { createOffer, findOffer, getOffer, listOffers } from '../../../src/models/catalog/offer.ts';
import { getPlan } from '../../../src/models/catalog/plan.ts';
import { locationOf } from '../../support/browser/browser.ts';
import { formsOf, linksOf, mainTextOf, tagsOf } from '../../support/browser/html.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';
import { givenEditing } from './given.ts';

const service = useService(DASHBOARD);
const given = () => givenEditing(service());

test('a plan is renamed for everybody who has it, and programs know it by the same slug', async () => {
  const { site, send, hosted } = await given();
  await site.subscribed('reader@example.org');
  await send(`/plans/${site.plan.id}`, { name: 'Friends of the house' });
  expect(await hosted('/offers/supporter')).toMatch(/^200/);
  const { objects } = (await site.api.get('/members')).json<{ objects: { plan_slug: string }[] }>();
  expect(objects.map(({ plan_slug: slug }) => slug)).toEqual(['supporter']);
  const plan = await getPlan(site.publication, service().database, site.plan.id);
  expect(plan).toMatchObject({ name: 'Friends of the house', slug: 'supporter' });
  const empty = await send(`/plans/${site.plan.id}`, { name: '' });
  expect([empty.statusCode, mainTextOf(empty.body)]).toEqual([422, expect.stringContaining('Enter a name')]);
});

test('a plan is sent by post or not, from its first day on or later', async () => {
  const { site, open, send } = await given();
  const isPosted = async (slug: string): Promise<boolean> => (await site.api.get(`/plans/${slug}`)).json().sent_by_post;
  const isTicked = (body: string): boolean =>
    tagsOf(body, 'input').some((tag) => /name="sent-by-post".*\schecked\b/.test(tag));
  const plan = `/plans/${site.plan.id}`;
  expect([await isPosted('supporter'), isTicked((await open(plan)).body)]).toEqual([false, false]);
  await send(plan, { name: 'Supporter', 'sent-by-post': 'yes' });
  expect([await isPosted('supporter'), isTicked((await open(plan)).body)]).toEqual([true, true]);
  await send(plan, { name: 'Supporter', 'sent-by-post': '' });
  expect(await isPosted('supporter')).toBe(false);
  await send('/new-plan', { name: 'On paper', 'sent-by-post': 'yes' });
  expect(await isPosted('on-paper')).toBe(true);
});

test('a plan that an offer sells is archived after that offer, and both come back', async () => {
  const { site, open, send, hosted } = await given();
  const plan = `/plans/${site.plan.id}`;
  const before = await open(plan);
  expect(mainTextOf(before.body)).toContain('These offers sell it. Archive them first: Supporter');
  expect(formsOf(before.body).some(({ action }) => action.endsWith(`${plan}/archive`))).toBe(false);
  await send('/offers/archive', { offer: 'supporter' }, '/offers');
  expect(await hosted('/offers')).not.toContain('Supporter');
  await send(`${plan}/archive`, {}, plan);
  expect(mainTextOf((await open('/new-offer')).body)).not.toContain('Supporter');
  const refused = await send('/offers/unarchive', { offer: 'supporter' }, '/offers');
  expect(mainTextOf(refused.body)).toContain('The plan is archived: bring it back first');
  await send(`${plan}/unarchive`, {}, '/plans');
  await send('/offers/unarchive', { offer: 'supporter' }, '/offers');
  expect(await hosted('/offers')).toContain('Supporter');
});

test('an offer that comes on sale while the page of its plan is open keeps the plan from being archived', async () => {
  const { site, editor, base, open, send } = await given();
  const plan = `/plans/${site.plan.id}`;
  await send('/offers/archive', { offer: 'supporter' }, '/offers');
  const page = await open(plan);
  await send('/offers/unarchive', { offer: 'supporter' }, '/offers');
  const refused = await editor.submit(page, {}, `${base}${plan}/archive`);
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([
    422,
    expect.stringContaining('Offers of this plan are for sale: archive them first'),
  ]);
  expect((await getPlan(site.publication, service().database, site.plan.id)).archivedAt).toBeNull();
});

test('a price is added to an offer and taken away, and the last one of an offer for sale stays', async () => {
  const { site, open, send, hosted } = await given();
  const plan = `/plans/${site.plan.id}`;
  await send(`${plan}/prices`, { amount: '7,50', currency: 'EUR', interval: 'month' }, plan);
  expect(await hosted('/offers/supporter')).not.toContain('7.50');
  const offer = await getOffer(site.publication, service().database, 'supporter');
  const form = tagsOf((await open(`/offers/${offer.id}`)).body, 'input').filter((tag) => tag.includes('name="price"'));
  expect(form).toHaveLength(2);
  const added = form.find((tag) => !/\schecked/.test(tag)) ?? '';
  const id = /value="([^"]*)"/.exec(added)?.[1] ?? '';
  await send(`/offers/${offer.id}`, { price: id });
  expect(await hosted('/offers/supporter')).toContain('7.50');
  const refused = await send(`${plan}/prices/archive`, { price: id }, plan);
  expect(mainTextOf(refused.body)).toContain('It is the only price of an offer for sale');
  expect(await hosted('/offers/supporter')).toContain('7.50');
});

test('an archived price leaves the pages at once and comes back to them', async () => {
  const { site, send, hosted } = await given();
  const plan = `/plans/${site.plan.id}`;
  await send('/new-offer', { name: 'Both', plan: site.plan.id, month: '9', year: '90' });
  const both = await findOffer(site.publication, service().database, 'both');
  const price = both?.prices.find(({ interval }) => interval === 'year')?.id ?? '';
  expect(await hosted('/offers/both')).toContain('€90');
  await send(`${plan}/prices/archive`, { price }, plan);
  expect(await hosted('/offers/both')).not.toContain('€90');
  await send(`${plan}/prices/unarchive`, { price }, plan);
  expect(await hosted('/offers/both')).toContain('€90');
});

test.each([
  ['text', 'five'],
  ['nothing', ''],
  ['zero', '0'],
  ['too much', '999999999'],
])('%s for a price is refused beside the field and keeps what was typed', async (_what, amount) => {
  const { site, send } = await given();
  const plan = `/plans/${site.plan.id}`;
  const page = await send(`${plan}/prices`, { amount, currency: 'USD', interval: 'year' }, plan);
  expect(page.statusCode).toBe(422);
  expect(formsOf(page.body).find(({ action }) => action.endsWith('/prices'))?.fields).toMatchObject({
    amount,
    currency: 'USD',
    interval: 'year',
  });
});

const moves = (body: string, list: string) => formsOf(body).filter(({ action }) => action.endsWith(`${list}/move`));

test('offers, plans and newsletters are moved up and down, and the pages show them so', async () => {
  const { open, hosted, send } = await given();
  const before = await hosted('/offers');
  expect(before.indexOf('Supporter')).toBeLessThan(before.indexOf('Patron'));
  for (const list of ['/offers', '/plans', '/newsletters']) {
    const [down] = moves((await open(list)).body, list);
    expect(mainTextOf((await send(`${list}/move`, down?.fields, list)).body)).toContain('Moved.');
  }
  const after = await hosted('/offers');
  expect(after.indexOf('Patron')).toBeLessThan(after.indexOf('Supporter'));
  const newsletters = mainTextOf((await open('/newsletters')).body);
  expect(newsletters.indexOf('The Daily')).toBeLessThan(newsletters.indexOf('The Weekly'));
  expect((await send('/offers/move', { side: 'sideways' }, '/offers')).statusCode).toBe(400);
  expect((await send('/offers/move', { moved: 'unknown' }, '/offers')).statusCode).toBe(404);
});

test('after a move the same button has the focus, and at the end of the list the other one', async () => {
  const { site, editor, open } = await given();
  const [supporter] = await listOffers(site.publication, service().database);
  const press = async (): Promise<string> => {
    const form = moves((await open('/offers')).body, '/offers').find(
      ({ fields }) => fields['moved'] === supporter?.id && fields['side'] === 'after',
    );
    const answer = await editor.post(form?.action ?? '', form?.fields ?? {});
    return new URL(locationOf(answer), 'https://x.test').hash.slice(1);
  };
  const made = (slug: string) =>
    service().database.transaction((transaction) =>
      createOffer(site.publication, transaction, service().clock, {
        slug,
        name: slug,
        planId: site.plan.id,
        priceIds: [site.price.id],
      }),
    );
  await made('third');
  expect(await press()).toBe(`down-${supporter?.id}`);
  const last = await press();
  expect(last).toBe(`up-${supporter?.id}`);
  expect((await open('/offers')).body).toContain(`id="${last}"`);
});

test('the same move of two editors at once is one, and each form acts by itself', async () => {
  const { site, editor, open } = await given();
  const other = await signedInStaff(service(), site.publication, 'owner', `o@${site.publication.siteHost}`);
  const path = `/dashboard/${site.publication.id}/offers`;
  const [one, two] = [await editor.open(path), await other.open(path)];
  await Promise.all([editor.submit(one, {}, `${path}/move`), other.submit(two, {}, `${path}/move`)]);
  const order = async () => (await listOffers(site.publication, service().database)).map(({ slug }) => slug);
  expect(await order()).toEqual(['patron', 'supporter']);
  // Two forms of one page, as after "back".
  const page = await open('/offers');
  for (const { action, fields } of formsOf(page.body).filter((form) => form.action.endsWith('/offers/archive')))
    expect((await editor.post(action, fields)).statusCode).toBe(303);
  expect(await order()).toEqual([]);
});

test('the address of an archived offer is for a new one once the archived one has another', async () => {
  const { site, send, hosted } = await given();
  await send('/offers/archive', { offer: 'supporter' }, '/offers');
  const fields = { name: 'New', month: '5', slug: 'supporter', plan: site.plan.id };
  const taken = await send('/new-offer', fields);
  const old = await getOffer(site.publication, service().database, 'supporter');
  expect(linksOf(taken.body).filter((href) => href.endsWith(`/offers/${old.id}`))).toHaveLength(1);
  await send(`/offers/${old.id}`, { slug: 'supporter-before' });
  await send('/new-offer', fields);
  expect(await hosted('/offers/supporter')).toMatch(/^200 New/);
  await send('/offers/unarchive', { offer: 'supporter-before' }, '/offers');
  expect(await hosted('/offers/supporter-before')).toMatch(/^200 Supporter/);
});

test('a newsletter is made, described, archived and brought back; the free offering keeps one', async () => {
  const { site, open, send, hosted } = await given();
  await send('/new-newsletter', { name: 'Sunday Letter', description: 'On Sundays.' });
  expect(mainTextOf((await open('/newsletters')).body)).toMatch(
    /On Sundays\. Who can join it: Everybody · Not in the free offering/,
  );
  const again = await send('/new-newsletter', { name: 'Sunday Letter' });
  expect(mainTextOf(again.body)).toContain('This name is in use already');
  const row = async (slug: string): Promise<string> =>
    String((await site.rows<{ id: string; slug: string }>('newsletters')).find((one) => one.slug === slug)?.id);
  const weekly = await row('weekly');
  const refused = await send('/newsletters/archive', { newsletter: weekly }, '/newsletters');
  expect(mainTextOf(refused.body)).toContain('It is the only newsletter of the free offering');
  await send('/free-offering', { name: 'Sundays', newsletter: await row('sunday-letter') });
  expect(await hosted('/free_offering')).toContain('Sundays');
  await send('/newsletters/archive', { newsletter: weekly }, '/newsletters');
  await send(`/newsletters/${weekly}`, { name: 'Weekly no more' });
  await send('/newsletters/unarchive', { newsletter: weekly }, '/newsletters');
  expect(mainTextOf((await open('/newsletters')).body)).toContain('Weekly no more');
});

test('the free offering is withdrawn from the pages and comes back as it was', async () => {
  const { open, send, hosted } = await given();
  const before = await hosted('/free_offering');
  await send('/free-offering/withdraw', {}, '/free-offering');
  expect(await hosted('/free_offering')).toMatch(/^404/);
  expect(await hosted('/offers')).not.toContain('Free letters');
  expect(mainTextOf((await open('/free-offering')).body)).toContain('It is withdrawn');
  await send('/free-offering/restore', {}, '/free-offering');
  expect(await hosted('/free_offering')).toBe(before);
  const { database } = service();
  expect((await database.knex('free_offerings').whereNotNull('withdrawnAt')).length).toBe(0);
});
