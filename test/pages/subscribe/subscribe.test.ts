// The way to a paid subscription, up to the step that takes money (service.md, Endpoints A, rules 1 to 5).
import { expect, test } from 'vitest';
import { archiveOffer, createOffer } from '../../../src/models/catalog/offer.ts';
import { createPrice } from '../../../src/models/catalog/price.ts';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { attributeOf, headingOf, mainTextOf, tagsOf, titleOf } from '../../support/browser/html.ts';
import { CONTINUE_URL, givenSite, type TestSite } from '../../support/publications/site.ts';
import { expectFailure } from '../../support/service/failures.ts';
import { openService, useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';
const SUBSCRIBE_PAGES = ['/subscribe', '/offers/reader/subscribe'];

interface Reader extends TestSite {
  readonly monthly: string;
  readonly yearly: string;
}

/** With an offer that is paid by the month or the year; the names of its two choices. */
async function givenReader(given: { siteUrl?: string } = {}): Promise<Reader> {
  const site = await givenSite(service(), given);
  const { publication, plan, price } = site;
  const { database, clock } = service();
  const year = await database.transaction(async (transaction) => {
    const made = await createPrice(publication, transaction, clock, {
      planId: plan.id,
      amount: 5000,
      currency: 'EUR',
      interval: 'year',
    });
    await createOffer(publication, transaction, clock, {
      slug: 'reader',
      name: 'Reader',
      planId: plan.id,
      priceIds: [price.id, made.id],
    });
    return made;
  });
  return { ...site, monthly: `reader/${price.id}`, yearly: `reader/${year.id}` };
}

function checkedOn(html: string): string | undefined {
  const radios = tagsOf(html, 'input').filter((tag) => attributeOf(tag, 'type') === 'radio' && /\schecked\b/.test(tag));
  return radios.length === 1 ? attributeOf(radios[0] ?? '', 'value') : undefined;
}

async function codePageOf(browser: Browser, path: string, fields: Record<string, string>): Promise<string> {
  const form = formOf(await browser.open(path));
  return locationOf(await browser.post(form.action, { ...form.fields, email: ADA, ...fields }));
}

test('lists what each offer costs, with what a year costs less than twelve months', async () => {
  const { newBrowser } = await givenReader();
  const text = mainTextOf((await newBrowser().open('/offers/reader')).body);
  expect(text).toContain('€5 a month');
  expect(text).toContain('€50 a year 2 months free');
});

test('writes amounts and words in the language of the visitor', async () => {
  const { newBrowser } = await givenReader();
  const text = mainTextOf(
    (await newBrowser().get('/offers/reader/subscribe', { 'accept-language': 'de' })).body,
  ).replaceAll('\u00a0', ' ');
  expect(text).toContain('5 € im Monat');
  expect(text).toContain('Konto anlegen');
});

test.each(SUBSCRIBE_PAGES)(
  '%s keeps what was chosen, the name and continue_url until the account is there',
  async (path) => {
    const { yearly, newBrowser, api } = await givenReader();
    const browser = newBrowser();
    const codePage = await codePageOf(browser, `${path}?continue_url=${encodeURIComponent(CONTINUE_URL)}`, {
      choice: yearly,
      name: 'Ada King',
    });
    const page = await browser.follow(await browser.enterCode(codePage, await browser.newestCode(ADA)));
    expect(headingOf(page.body)).toBe('Check and pay');
    expect(formOf(page).fields).toMatchObject({ choice: yearly, continue_url: CONTINUE_URL });
    expect(mainTextOf(page.body)).toContain(`Signed in as ${ADA}`);
    expect((await api.get('/members')).json<{ objects: unknown[] }>().objects).toMatchObject([
      { email: ADA, name: 'Ada King', plan_slug: null },
    ]);
  },
);

test.each(SUBSCRIBE_PAGES)('rule 3: %s with email starts with the code, and leads to what was chosen', async (path) => {
  const { newBrowser, monthly } = await givenReader();
  const browser = newBrowser();
  const page = await browser.open(`${path}?email=${ADA}&choice=${encodeURIComponent(monthly)}`);
  expect(headingOf(page.body)).toBe('Check your inbox');
  const form = await browser.follow(await browser.enterCode(formOf(page).action, await browser.newestCode(ADA)));
  expect(formOf(form).fields['choice']).toBe(monthly);
});

test.each(['/offers/reader', ...SUBSCRIBE_PAGES])(
  '%s with email sends nothing for a prefetch or an image',
  async (path) => {
    const browser = (await givenReader()).newBrowser();
    for (const headers of [{ 'sec-purpose': 'prefetch' }, { 'sec-fetch-dest': 'image' }])
      expect((await browser.get(`${path}?email=${ADA}`, headers)).statusCode).toBe(200);
    expect(await browser.mails(ADA)).toEqual([]);
  },
);

test.each(SUBSCRIBE_PAGES)(
  '%s refuses an address that can be none, and keeps what was typed and chosen',
  async (path) => {
    const { yearly, newBrowser } = await givenReader();
    const browser = newBrowser();
    const page = await browser.submit(await browser.open(path), { email: 'ada', name: 'Ada', choice: yearly });
    expect([page.statusCode, titleOf(page.body)]).toEqual([422, 'Error: Create your account – The Weekly Test']);
    expect(page.body).toContain('<a href="#email">');
    expect([checkedOn(page.body), formOf(page).fields['email'], formOf(page).fields['name']]).toEqual([
      yearly,
      'ada',
      'Ada',
    ]);
  },
);

test.each(SUBSCRIBE_PAGES)('%s refuses a choice that is not on it, signed out as signed in', async (path) => {
  const site = await givenReader();
  const other = await givenReader();
  for (const browser of [site.newBrowser(), await site.signedIn(ADA)]) {
    for (const choice of ['', 'reader', 'nothing/none', other.yearly, `reader/${site.otherPrice.id}`]) {
      const page = await browser.submit(await browser.open(path), { choice, email: 'eve@example.org' });
      expect([page.statusCode, /<a href="#choice">Choose what you want/.test(page.body)]).toEqual([422, true]);
    }
  }
});

test.each(SUBSCRIBE_PAGES)('%s with a continue_url of another host drops it silently', async (path) => {
  const { newBrowser } = await givenReader();
  const page = await newBrowser().open(`${path}?continue_url=${encodeURIComponent('https://evil.example/')}`);
  // The switch of the language keeps the query, in a link to this site.
  expect(page.body.replaceAll(/href="\/language\/[^"]*"/g, '')).not.toContain('evil.example');
  expect(formOf(page).fields['continue_url']).toBe('');
});

test('rule 2: who proves an address with a subscription is led on, as the policy of the code page allows', async () => {
  const site = await givenReader();
  await site.subscribed('grace@example.org');
  const browser = site.newBrowser();
  const codePage = await codePageOf(
    browser,
    `/offers/reader/subscribe?continue_url=${encodeURIComponent(CONTINUE_URL)}`,
    { email: 'grace@example.org' },
  );
  const policy = (await browser.get(codePage)).headers['content-security-policy'];
  expect(policy).toContain(`form-action 'self' https:;`);
  const answer = await browser.follow(await browser.enterCode(codePage, await browser.newestCode('grace@example.org')));
  expect([answer.statusCode, locationOf(answer)]).toEqual([303, CONTINUE_URL]);
});

test('rule 5: who has a subscription that is billed outside reads so, and finds no way to upgrade', async () => {
  const site = await givenReader();
  const page = await (await site.subscribed()).open('/offers/patron');
  expect(headingOf(page.body)).toBe('You are already subscribed');
  expect(page.body).not.toContain('/upgrade?');
});

test('asks for no account where nobody could pay then', async () => {
  const production = await openService({
    ENVIRONMENT: 'production',
    API_URL: 'https://api.example.test',
    TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1',
    MAIL_URL: 'smtp://localhost:1',
  });
  try {
    const browser = (await givenSite(production)).newBrowser();
    for (const path of [
      '/offers/supporter',
      '/subscribe?email=ada@example.org',
      '/offers/supporter/subscribe?email=ada@example.org',
    ]) {
      const page = await expectFailure(() => browser.open(path));
      expect([page.statusCode, headingOf(page.body)]).toEqual([503, 'Payments are not possible right now']);
    }
    expect(await browser.mails(ADA)).toEqual([]);
  } finally {
    await production.close();
  }
});

test('says so where there is nothing on offer, and sends no code', async () => {
  const site = await givenSite(service());
  const { database, clock } = service();
  for (const slug of ['supporter', 'patron'])
    await database.transaction((transaction) => archiveOffer(site.publication, transaction, clock, slug));
  const browser = site.newBrowser();
  const page = await browser.open(`/subscribe?email=${ADA}`);
  expect(mainTextOf(page.body)).toContain('There are no offers at the moment.');
  expect(await browser.mails(ADA)).toEqual([]);
});
