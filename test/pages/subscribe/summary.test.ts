// Choose, prove, pay: what is bought is summed up before it is paid, a mistyped address is corrected without losing
// anything, a discount code is applied by Enter and removed again, and two tabs never end in two plans.
import { expect, test } from 'vitest';
import { createDiscountCode } from '../../../src/models/catalog/discount-code.ts';
import { updateOffer, type OfferChange } from '../../../src/models/catalog/offer.ts';
import { createSubscription } from '../../../src/models/money/subscription.ts';
import { changeSeller } from '../../../src/models/tax/seller.ts';
import { removeRate, setRate } from '../../../src/models/tax/tax-rate.ts';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { attributeOf, formsOf, headingOf, linksOf, mainTextOf, tagsOf } from '../../support/browser/html.ts';
import { ledgerFaults } from '../../support/databases/ledger.ts';
import { DEBIT_CARD, GOOD_CARD } from '../../support/publications/cards.ts';
import { givenOfferedSite, openCardPage, returnPageOf, type OfferedSite } from '../../support/publications/paying.ts';
import { CONTINUE_URL } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const [ADA, TYPO] = ['ada@example.org', 'adda@example.org'];
const DAY = /\w+ \d{1,2}, \d{4}/.source;

async function givenSite(): Promise<OfferedSite> {
  const site = await givenOfferedSite(service());
  const code = { code: 'Spring', percentOff: 50, periods: 1, offerSlugs: [] };
  await service().database.transaction((transaction) =>
    createDiscountCode(site.publication, transaction, service().clock, code),
  );
  return site;
}

async function plansOf(site: OfferedSite): Promise<string[]> {
  const rows = await site.rows<{ planId: string; status: string }>('subscriptions');
  return rows.filter(({ status }) => status === 'active').map(({ planId }) => planId);
}

const summaryPath = (choice: string, more = ''): string =>
  `/offers/${choice.split('/')[0]}/subscribe?choice=${encodeURIComponent(choice)}${more}`;

test('after the code comes what is bought, when it renews and for how much, and the button that pays it', async () => {
  const site = await givenSite();
  const browser = site.newBrowser();
  const form = formOf(await browser.open('/subscribe'));
  const codePage = locationOf(await browser.post(form.action, { ...form.fields, choice: site.yearly, email: ADA }));
  const code = await browser.open(codePage);
  expect(tagsOf(code.body, 'input').find((tag) => attributeOf(tag, 'name') === 'code')).toContain('autofocus');
  const page = await browser.follow(await browser.enterCode(codePage, await browser.newestCode(ADA)));
  expect(mainTextOf(page.body)).toMatch(
    new RegExp(
      `^Check and pay Reader €50 a year To pay today €50 Renews on ${DAY} for €50\\..* Pay €50 .*Signed in as ${ADA}`,
    ),
  );
  expect(formOf(page).fields['choice']).toBe(site.yearly);
  const cardPage = locationOf(await browser.post(formOf(page).action, { ...formOf(page).fields, step: 'pay' }));
  expect((await browser.open(cardPage)).body).toContain('Pay €50');
});

test('of a trial it says the first payment and its day, and the button charges nothing', async () => {
  const site = await givenSite();
  await service().database.transaction((transaction) =>
    updateOffer(site.publication, transaction, 'reader', { trialDays: 14, benefits: 'Every story\n\n The archive ' }),
  );
  const { body } = await (await site.signedIn()).open(summaryPath(site.monthly));
  expect(mainTextOf(body)).toMatch(
    new RegExp(`To pay today €0 First payment: €5 on ${DAY}\\. Every story The archive .*Start the free trial`),
  );
});

test('a mistyped address is corrected on the page of the code, and all that was chosen and typed stays', async () => {
  const site = await givenSite();
  const browser = site.newBrowser();
  const form = formOf(await browser.open(`/subscribe?continue_url=${encodeURIComponent(CONTINUE_URL)}`));
  const typed = { choice: site.yearly, email: TYPO, name: 'Ada King', code: 'spring', step: 'prove' };
  const codePage = await browser.follow(await browser.post(form.action, { ...form.fields, ...typed }));
  const correction = formsOf(codePage.body).find(({ action }) => action.endsWith('/address'));
  expect(correction?.fields['email']).toBe(TYPO);
  const wrong = await browser.submit(codePage, { email: 'ada' }, correction?.action);
  expect([wrong.statusCode, /<details class="code-entry" open>/.test(wrong.body)]).toEqual([422, true]);
  const again = await browser.submit(codePage, { email: ADA }, correction?.action);
  expect(mainTextOf(again.body)).toContain(ADA);
  const { action } = formOf(again, formsOf(again.body)[0]?.action);
  const page = await browser.follow(await browser.enterCode(action, await browser.newestCode(ADA)));
  expect(formOf(page).fields).toMatchObject({ choice: site.yearly, continue_url: CONTINUE_URL, code: 'Spring' });
  const members = (await site.api.get('/members')).json<{ objects: unknown[] }>().objects;
  expect(members).toMatchObject([{ email: ADA, name: 'Ada King' }]);
});

test('whose address is not theirs to choose cannot send the code elsewhere', async () => {
  const site = await givenSite();
  const browser = await site.signedIn(ADA);
  const page = await browser.submit(await browser.open('/erase-account'));
  expect(page.body).not.toContain('/address"');
  const { action, fields } = formOf(page, formsOf(page.body)[0]?.action);
  const sent = await browser.post(`${action}/address`, { ...fields, email: 'eve@example.org' });
  expect([sent.statusCode, await browser.mails('eve@example.org')]).toEqual([410, []]);
});

test.each([
  ['signed out', (site: OfferedSite) => Promise.resolve(site.newBrowser())],
  ['signed in', (site: OfferedSite) => site.signedIn(ADA)],
])('%s, Enter in the field applies a code, which can be removed again', async (_visitor, open) => {
  const site = await givenSite();
  const browser = await open(site);
  const typed = { choice: site.yearly, email: 'eve@example.org', name: 'Eve' };
  const page = await browser.open('/offers/reader/subscribe');
  // Enter sends the first button of the form, which has no name.
  expect(/<form[^>]*>\s*<button class="visually-hidden" type="submit"/.test(page.body)).toBe(true);
  const applied = await browser.submit(page, { ...typed, code: ' sPring ' });
  expect(mainTextOf(applied.body)).toContain('Discount code Spring is applied. Remove Spring');
  expect(mainTextOf(applied.body)).toContain('With Spring: €25 for the first year, then €50 a year.');
  const { fields } = formOf(applied);
  expect([fields['code'], fields['email'] ?? typed.email, fields['name'] ?? typed.name]).toEqual([
    'Spring',
    typed.email,
    typed.name,
  ]);
  const removed = await browser.submit(applied, { step: 'remove' });
  expect(mainTextOf(removed.body)).not.toContain('Spring');
  expect(mainTextOf(removed.body)).toContain('Have a discount code?');
  const next = await browser.post(formOf(applied).action, { ...fields, choice: site.yearly });
  expect(locationOf(next)).toMatch(/^\/email-code\/|\/subscribe\?choice=reader/);
});

test('the summary applies a code above its button, and shows what is left of the price', async () => {
  const site = await givenSite();
  const browser = await site.signedIn(ADA);
  const page = await browser.open(summaryPath(site.monthly));
  expect(page.body.indexOf('id="code"')).toBeLessThan(page.body.indexOf('value="pay"'));
  const wrong = await browser.submit(page, { code: 'sprong' });
  expect([headingOf(wrong.body), mainTextOf(wrong.body)]).toEqual([
    'Check and pay',
    expect.stringContaining('We do not know this code'),
  ]);
  const applied = await browser.submit(page, { code: 'spring' });
  expect(mainTextOf(applied.body)).toMatch(new RegExp(`Renews on ${DAY} for €5\\..*is applied.*Pay €2\\.50`));
});

test('who is signed in and chooses reads the summary before anything is paid, on each page that offers a choice', async () => {
  const site = await givenSite();
  const browser = await site.signedIn(ADA);
  for (const path of ['/subscribe', '/offers/reader', '/offers/reader/subscribe']) {
    const page = await browser.open(`${path}?continue_url=${encodeURIComponent(CONTINUE_URL)}`);
    const chosen = { choice: site.yearly, code: 'spring', step: 'continue' };
    const summary = await browser.submit(page, chosen);
    expect([path, headingOf(summary.body)]).toEqual([path, 'Check and pay']);
    expect(mainTextOf(summary.body)).toContain('Pay €25');
    expect(formOf(summary).fields).toMatchObject({ choice: site.yearly, continue_url: CONTINUE_URL, code: 'Spring' });
  }
  expect(await site.rows('checkouts')).toEqual([]);
});

async function twoTabs(site: OfferedSite, browser: Browser): Promise<readonly [string, string]> {
  const forms = [
    formOf(await browser.open(summaryPath(site.monthly))),
    formOf(await browser.open(summaryPath(site.friend))),
  ];
  const pages: string[] = [];
  for (const { action, fields } of forms)
    pages.push(locationOf(await browser.post(action, { ...fields, step: 'pay' })));
  return [pages[0] ?? '', pages[1] ?? ''];
}

test('a check-out in another tab closes the first, and whoever has paid reads that they are subscribed', async () => {
  const site = await givenSite();
  const browser = await site.signedIn(ADA);
  const [first, second] = await twoTabs(site, browser);
  expect(await site.pay(first, GOOD_CARD)).toBe('over');
  expect(await site.pay(second, GOOD_CARD)).toBe('paid');
  await site.settle();
  expect(await plansOf(site)).toEqual([site.otherPlan.id]);
  expect(headingOf((await browser.open(summaryPath(site.monthly))).body)).toBe('You are already subscribed');
});

test('a second plan that is paid all the same is paid back, and its page says so', async () => {
  const site = await givenSite();
  const browser = await site.signedIn(ADA);
  const first = await openCardPage(browser, site.monthly);
  // As if both were opened at the same moment.
  const setState = (state: string) =>
    service().database.transaction(({ knex }) =>
      knex('checkouts').where({ publicationId: site.publication.id }).update({ state }),
    );
  await setState('expired');
  const second = await openCardPage(browser, site.friend);
  await setState('open');
  await site.pay(first, GOOD_CARD);
  await site.pay(second, GOOD_CARD);
  await site.settle();
  expect(await plansOf(site)).toHaveLength(1);
  await site.pass('1 hour');
  const pages = [];
  for (const cardPage of [first, second])
    pages.push(headingOf((await browser.open(await returnPageOf(service(), cardPage))).body));
  expect(pages.toSorted()).toEqual(['You already have a subscription', 'You are subscribed']);
  const payments = await site.rows<{ amount: number; refundedAmount: number }>('payments');
  expect(payments.filter(({ amount, refundedAmount }) => amount === refundedAmount)).toHaveLength(1);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('while a debit is under way for one plan, another leads to its page', async () => {
  const site = await givenSite();
  const browser = await site.signedIn(ADA);
  const first = await openCardPage(browser, site.monthly);
  expect(await site.pay(first, DEBIT_CARD)).toBe('pending');
  expect(await openCardPage(browser, site.friend)).toBe(
    site.publication.siteUrl + (await returnPageOf(service(), first)),
  );
});

test('plans are sold side by side where the publication says so', async () => {
  const site = await givenSite();
  await site.sellSideBySide();
  const browser = await site.signedIn(ADA);
  const [first, second] = await twoTabs(site, browser);
  await site.pay(first, GOOD_CARD);
  await site.pay(second, GOOD_CARD);
  await site.settle();
  expect((await plansOf(site)).toSorted()).toEqual([site.plan.id, site.otherPlan.id].toSorted());
});

test('whoever has one plan may add another there, by links on the page that says so', async () => {
  const site = await givenSite();
  await site.sellSideBySide();
  const browser = await site.payer(ADA);
  const links = linksOf((await browser.open('/subscribe')).body);
  const add = links.find((href) => href.startsWith('/offers/friend/subscribe?choice=')) ?? '';
  expect(headingOf((await browser.open(add)).body)).toBe('Check and pay');
});

test('whoever has a plan for nothing buys another one, and leaves the one that was given, alone', async () => {
  const site = await givenSite();
  const [browser, customer] = [await site.signedIn(ADA), await site.customer(ADA)];
  const { database, clock } = service();
  const given = { customerId: customer.id, planId: site.plan.id, complimentary: true };
  const { id } = await database.transaction((transaction) =>
    createSubscription(site.publication, transaction, clock, given),
  );
  const page = await browser.open('/offers');
  expect(mainTextOf(page.body)).toContain('Your plan Reader');
  const links = linksOf((await browser.open('/subscribe')).body);
  expect(links.filter((href) => href.includes('choice=reader'))).toEqual([]);
  const add = links.find((href) => href.startsWith('/offers/friend/subscribe?choice=')) ?? '';
  const cardPage = locationOf(await browser.post(add.split('?')[0] ?? '', formOf(await browser.open(add)).fields));
  await site.pay(cardPage, GOOD_CARD);
  expect(headingOf((await browser.open(await returnPageOf(service(), cardPage))).body)).toBe('You are subscribed');
  const stranger = await site.payer('eve@example.org', site.friend);
  expect((await stranger.get(`/subscriptions/${id}/cancel`)).statusCode).toBe(404);
  const own = formsOf((await stranger.open('/')).body)[0]?.fields ?? {};
  expect((await stranger.post(`/subscriptions/${id}/cancel`, own)).statusCode).toBe(404);
  const left = await browser.submit(await browser.open(`/subscriptions/${id}/cancel`));
  expect(mainTextOf(left.body)).toContain('Your subscription is canceled.');
  const rows = await site.rows<{ id: string; status: string; endReason: string | null }>('subscriptions');
  expect(rows.find((row) => row.id === id)).toMatchObject({ status: 'canceled', endReason: 'reader' });
  expect(rows.filter(({ status }) => status === 'active')).toHaveLength(2);
});

test.each(['/offers', '/free_offering'])(
  'continue_url survives the sign-in from %s: a subscriber is led on to it, by the policy of the code page',
  async (path) => {
    const site = await givenSite();
    await site.subscribed(ADA);
    const query = `?continue_url=${encodeURIComponent(CONTINUE_URL)}`;
    const browser = site.newBrowser();
    const links = linksOf((await browser.open(path + query)).body);
    if (path === '/offers') expect(links).toContain(`/offers/reader${query}`);
    const signIn = links.find((href) => href.startsWith('/sign-in')) ?? '';
    const codePage = await browser.askForCode(ADA, signIn);
    expect((await browser.get(codePage)).headers['content-security-policy']).toContain("form-action 'self' https:;");
    const led = await browser.follow(await browser.enterCode(codePage, await browser.newestCode(ADA)));
    expect(locationOf(led)).toBe(CONTINUE_URL);
    const other = site.newBrowser();
    const evil = `/sign-in?return_to=${encodeURIComponent('/subscribe?continue_url=javascript:alert(1)')}`;
    expect(
      (await other.get(await other.askForCode('eve@example.org', evil))).headers['content-security-policy'],
    ).not.toContain('javascript');
  },
);

test('one offer is recommended, its button alone is filled, and each says what it brings and saves', async () => {
  const site = await givenSite();
  const change = (slug: string, given: OfferChange) =>
    service().database.transaction((transaction) => updateOffer(site.publication, transaction, slug, given));
  await change('friend', { recommended: true });
  await change('reader', { recommended: true, benefits: 'Every story\r\nThe archive' });
  const { body } = await site.newBrowser().open('/offers');
  expect(body.match(/class="offer-mark">Recommended/g)).toHaveLength(1);
  expect(mainTextOf(body)).toMatch(/Recommended Reader €5 a month or €50 a year 2 months free Every story The archive/);
  const buttons = tagsOf(body, 'a').filter((tag) => /class="button/.test(tag));
  expect(
    buttons.filter((tag) => attributeOf(tag, 'class') === 'button').map((tag) => attributeOf(tag, 'href')),
  ).toEqual(['/offers/reader/subscribe']);
  const long = 'x'.repeat(121);
  await expect(change('reader', { benefits: long })).rejects.toThrow('at most 10 lines');
});

test('where the tax depends on the country, it is asked once before the summary, which names the tax of that country', async () => {
  const site = await givenSite();
  const inTransaction = service().database.transaction.bind(service().database);
  await inTransaction(async (transaction) => {
    await changeSeller(site.publication, transaction, { country: 'DE', hasReverseCharge: true });
    await setRate(site.publication, transaction, { country: 'DE', percent: '7' });
    await setRate(site.publication, transaction, { country: 'AT', percent: '10' });
  });
  const browser = await site.signedIn(ADA);
  const path = summaryPath(site.monthly, `&continue_url=${encodeURIComponent(CONTINUE_URL)}`);
  const asked = await browser.follow(await browser.get(path));
  expect(headingOf(asked.body)).toBe('Details for receipts');
  const say = (page: typeof asked, fields: Readonly<Record<string, string>>) =>
    browser.submit(page, fields, '/tax-details');
  const silent = await say(asked, { country: '' });
  expect([silent.statusCode, silent.body.includes('id="country-error"')]).toEqual([422, true]);
  const wrong = await say(silent, { country: 'AT', vat_number: 'ATU1', company: 'Lovelace' });
  expect([wrong.statusCode, wrong.body.includes('id="vat_number-error"')]).toEqual([422, true]);
  const summary = await browser.follow(await say(wrong, { country: 'AT', vat_number: '' }));
  expect(mainTextOf(summary.body)).toMatch(
    /^Check and pay Reader €5 a month Net €4\.55 VAT 10% €0\.45 To pay today €5 Renews on .*Includes 10% VAT \(€0\.45\)\./,
  );
  expect(formOf(summary).fields).toMatchObject({ choice: site.monthly, continue_url: CONTINUE_URL });
  const change = linksOf(summary.body).find((href) => href.startsWith('/tax-details?')) ?? '';
  const business = await browser.follow(await say(await browser.open(change), { vat_number: 'ATU12345678' }));
  expect(mainTextOf(business.body)).toContain('Reverse charge: the buyer owes the VAT.');
  const away = await browser.open('/tax-details?return_to=https://evil.example/subscribe?choice=a');
  expect(away.body).not.toContain('name="return_to"');
  const paying = await site.signedIn('eve@example.org');
  const { action, fields } = formOf(await paying.open('/offers/reader'));
  const sent = await paying.post(action, { ...fields, choice: site.monthly, page: 'summary' });
  expect(locationOf(sent)).toMatch(/^\/tax-details\?return_to=/);
});

test('one rate for all is named without a question, of what is paid today and of what follows; no rate is not even named', async () => {
  const site = await givenSite();
  const { database } = service();
  const browser = await site.signedIn(ADA);
  await database.transaction((transaction) => setRate(site.publication, transaction, { percent: '19' }));
  const page = await browser.open(summaryPath(site.monthly));
  expect(mainTextOf(page.body)).toContain('Includes 19% VAT (€0.80).');
  expect(page.body).not.toContain('/tax-details');
  const cheaper = mainTextOf((await browser.open(summaryPath(site.monthly, '&code=spring'))).body);
  expect(cheaper).toMatch(
    new RegExp(
      `Net €2\\.10 VAT 19% €0\\.40 To pay today €2\\.50 Renews on ${DAY} for €5\\. Includes 19% VAT \\(€0\\.80\\)\\.`,
    ),
  );
  await database.transaction((transaction) => updateOffer(site.publication, transaction, 'reader', { trialDays: 14 }));
  expect(mainTextOf((await browser.open(summaryPath(site.monthly, '&code=spring'))).body)).toMatch(
    new RegExp(`To pay today €0 First payment: €2\\.50 on ${DAY}\\. Includes 19% VAT \\(€0\\.40\\)\\.`),
  );
  await database.transaction((transaction) => removeRate(site.publication, transaction, {}));
  expect(mainTextOf((await browser.open(summaryPath(site.monthly))).body)).not.toContain('VAT');
});
