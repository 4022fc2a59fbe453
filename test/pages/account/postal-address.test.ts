// The postal address of a plan that is sent by post: asked for on each way to the plan, in the form of the country, without scripts.
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { createSubscription } from '../../../src/models/money/subscription.ts';
import { activationPath } from '../../../src/models/people/activation.ts';
import { changeSeller } from '../../../src/models/tax/seller.ts';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { formsOf, linksOf, mainTextOf, tagsOf } from '../../support/browser/html.ts';
import { GIFT_RECIPIENT, givenGift } from '../../support/publications/gift.ts';
import { givenOfferedSite, type OfferedSite } from '../../support/publications/paying.ts';
import { BERLIN, sendByPost } from '../../support/publications/postal.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';
const PAGE = '/postal-address';

async function givenSite(): Promise<OfferedSite> {
  const site = await givenOfferedSite(service());
  await sendByPost(site, site.otherPlan);
  return site;
}

const summaryPath = (choice: string): string => `/offers/friend/subscribe?choice=${encodeURIComponent(choice)}`;
const addressPage = (returnTo: string): string => `${PAGE}?${new URLSearchParams({ return_to: returnTo }).toString()}`;
/** Sends the form of the page of the address. */
const send = (browser: Browser, page: LightMyRequestResponse, fields: Record<string, string>) =>
  browser.submit(page, fields, PAGE);
const fieldNames = (page: LightMyRequestResponse): string[] =>
  [...page.body.matchAll(/<(?:input|select) id="(\w+)"/g)].map(([, id = '']) => id);

async function customerOf(site: OfferedSite, email = ADA) {
  const { objects } = (await site.api.get(`/customers?email=${email}`)).json();
  return objects[0];
}

/** Ada with the plan that is sent by post, as the publisher gave it. */
async function givenPlan(site: OfferedSite): Promise<Browser> {
  const browser = await site.signedIn(ADA);
  const { id } = await customerOf(site);
  await service().database.transaction((transaction) =>
    createSubscription(site.publication, transaction, service().clock, {
      customerId: id,
      planId: site.otherPlan.id,
      complimentary: true,
    }),
  );
  return browser;
}

test('a new reader of such a plan is asked after the code: the country, its form, what is wrong with it, and the summary shows it', async () => {
  const site = await givenSite();
  const browser = site.newBrowser();
  const form = formOf(await browser.open('/offers/friend/subscribe'));
  const codePage = locationOf(
    await browser.post(form.action, { ...form.fields, choice: site.friend, email: ADA, name: 'Ada' }),
  );
  const asked = await browser.follow(await browser.enterCode(codePage, await browser.newestCode(ADA)));
  // Nobody knows the country yet.
  expect(fieldNames(asked)).toEqual(['country']);
  const none = await send(browser, asked, { step: 'country' });
  expect([none.statusCode, mainTextOf(none.body)]).toEqual([422, expect.stringContaining('Choose a country')]);
  const american = await send(browser, none, { country: 'US', step: 'country' });
  expect(fieldNames(american)).toEqual(['name', 'organization', 'line1', 'line2', 'city', 'region', 'postal_code']);
  expect(mainTextOf(american.body)).toMatch(/ZIP code/);
  const wrong = await send(browser, american, { line1: '1 Main St', city: 'Austin', postal_code: '7330' });
  expect([wrong.statusCode, mainTextOf(wrong.body)]).toEqual([
    422,
    expect.stringMatching(/State is missing .*ZIP code: this does not fit an address in United States/),
  ]);
  // What was typed is kept while another country is chosen.
  const choosing = await send(browser, wrong, { step: 'choose' });
  const german = await send(browser, choosing, { country: 'DE', step: 'country' });
  expect(formsOf(german.body).find(({ action }) => action === PAGE)?.fields).toMatchObject({
    name: 'Ada',
    line1: '1 Main St',
    city: 'Austin',
  });
  const summary = await send(browser, german, BERLIN);
  expect(mainTextOf(summary.body)).toMatch(
    /Check and pay Friend €9 a month .*Sent by post to Change postal address Ada Hauptstraße 1 10827 Berlin Germany/,
  );
  expect(linksOf(summary.body)).toContain(addressPage(summaryPath(site.friend)));
  const paid = await browser.post(formOf(summary).action, { ...formOf(summary).fields, step: 'pay' });
  expect(locationOf(paid)).toContain('/sandbox/');
  expect((await customerOf(site)).postal_address).toMatchObject({
    country: 'DE',
    postal_code: '10827',
    city: 'Berlin',
  });
});

test('whoever is signed in cannot pay before they said where it goes, and other plans ask for nothing', async () => {
  const site = await givenSite();
  const browser = await site.signedIn(ADA);
  const form = formOf(await browser.open('/offers/friend/subscribe'));
  const sent = await browser.post(form.action, { ...form.fields, choice: site.friend, page: 'summary' });
  expect(locationOf(sent)).toBe(addressPage(summaryPath(site.friend)));
  const direct = await browser.get(summaryPath(site.friend));
  expect(locationOf(direct)).toBe(addressPage(summaryPath(site.friend)));
  expect(await site.rows('checkouts')).toEqual([]);
  const other = await browser.open(`/offers/reader/subscribe?choice=${encodeURIComponent(site.monthly)}`);
  expect(mainTextOf(other.body)).toMatch(/^Check and pay Reader/);
  expect(mainTextOf(other.body)).not.toContain('Sent by post');
});

test('an upgrade to such a plan asks before it shows what is due', async () => {
  const site = await givenSite();
  const browser = await site.payer(ADA);
  const link =
    linksOf((await browser.open('/upgrade')).body).find((href) => href.includes(encodeURIComponent(site.friend))) ?? '';
  const asked = await browser.follow(await browser.get(link));
  expect(mainTextOf(asked.body)).toContain('Postal address');
  const choosing = await send(browser, asked, { country: 'DE', step: 'country' });
  expect(mainTextOf((await send(browser, choosing, BERLIN)).body)).toContain('Due now');
});

test('a claimed gift and an activated account of such a plan lead to the address, and to what was done', async () => {
  const site = await givenOfferedSite(service());
  await givenGift(site);
  await sendByPost(site, site.plan);
  const claimant = await site.signedIn(GIFT_RECIPIENT);
  const mail = (await claimant.mails(GIFT_RECIPIENT)).find(({ subject }) => subject.includes('A gift for you'));
  const code = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/.exec(mail?.text ?? '')?.[0] ?? '';
  const gift = await claimant.submit(await claimant.open('/gift/claim'), { code });
  const accept = formsOf(gift.body).find(({ action }) => action.endsWith('/accept'))?.action ?? '';
  const asked = await claimant.submit(gift, {}, accept);
  expect(mainTextOf(asked.body)).toMatch(/^Postal address Supporter comes by post\. Where may we send it\?/);
  const shown = await send(claimant, await send(claimant, asked, { country: 'DE', step: 'country' }), BERLIN);
  expect(mainTextOf(shown.body)).toMatch(/gift .*Postal address Ada Hauptstraße 1 10827 Berlin Germany/i);

  const { id } = (await site.api.post('/customers', { activation_code: 'a-code-in-a-letter' })).json();
  await site.api.post('/subscriptions', { customer_id: id, plan_id: site.plan.id, complimentary: 'true' });
  const reader = site.newBrowser();
  const path = activationPath(service().secretKeys, id);
  const codePage = await reader.submit(await reader.open(path), { email: ADA });
  const activated = await reader.submit(codePage, { code: await reader.newestCode(ADA) }, formOf(codePage).action);
  expect(mainTextOf(activated.body)).toMatch(/^Postal address Supporter comes by post/);
});

test('the account page asks for one that is missing; it is changed there, and stays while something is sent to it', async () => {
  const site = await givenSite();
  await service().database.transaction((transaction) => changeSeller(site.publication, transaction, { country: 'DE' }));
  const browser = await givenPlan(site);
  expect(mainTextOf((await browser.open('/')).body)).toContain(
    'Patron comes by post, and we do not know where to send it. Enter your postal address',
  );
  // Where the seller is.
  const page = await browser.open(PAGE);
  expect(fieldNames(page)).toEqual(['name', 'organization', 'line1', 'line2', 'postal_code', 'city']);
  const saved = await send(browser, page, BERLIN);
  expect(mainTextOf(saved.body)).toMatch(/Your postal address has been saved.*Hauptstraße 1 10827 Berlin Germany/);
  expect(mainTextOf(saved.body)).not.toContain('we do not know where');
  const moved = await send(browser, await browser.open(PAGE), { line1: 'Nebenstraße 2' });
  expect(mainTextOf(moved.body)).toContain('Nebenstraße 2');
  const data = (await browser.get('/my-data.json')).json();
  expect(data.customer[0].postal_address).toMatchObject({ country: 'DE', line1: 'Nebenstraße 2' });
  expect((await browser.get('/my-data.csv')).body).toContain('Nebenstraße 2');
  const open = await browser.open(PAGE);
  expect(tagsOf(open.body, 'button').some((tag) => tag.includes('value="remove"'))).toBe(false);
  await send(browser, open, { step: 'remove' });
  expect((await customerOf(site)).postal_address).toMatchObject({ line1: 'Nebenstraße 2' });
  const [subscription] = await site.rows<{ id: string }>('subscriptions');
  await site.api.post(`/subscriptions/${subscription?.id}/cancel`);
  const removed = await send(browser, await browser.open(PAGE), { step: 'remove' });
  expect(mainTextOf(removed.body)).not.toContain('Nebenstraße 2');
  expect((await customerOf(site)).postal_address).toBeNull();
});

test('goes on to pages of ours alone', async () => {
  const site = await givenSite();
  const browser = await site.signedIn(ADA);
  for (const path of ['https://evil.example/', '//evil.example', '/subscribe', '/sign-out?x', '/?done=<b>']) {
    const page = await browser.open(addressPage(path));
    expect(formsOf(page.body).find(({ action }) => action === PAGE)?.fields['return_to']).toBe('');
    const sent = await browser.post(PAGE, { ...formOf(page, PAGE).fields, ...BERLIN, return_to: path });
    expect(locationOf(sent)).toBe('/?done=address');
  }
});
