// Pages are light (reliability R-L5): HTML of at most 40 kB with everything a page can have on it, stylesheets of at most 20 kB together, no script;
// together at most 30 kB for a page as most readers see it, which test/browser/axe.test.ts weighs.
import { expect, test } from 'vitest';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { PAGE_LANGUAGES, writeLanguages } from '../../src/models/publication/languages.ts';
import { updatePublication } from '../../src/models/publication/publication.ts';
import type { Browser } from '../support/browser/browser.ts';
import { attributeOf, tagsOf } from '../support/browser/html.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const HTML_MAX_BYTES = 40_000;
const STYLESHEET_MAX_BYTES = 20_000;
/** As PAGE_MAX_BYTES of test/support/browser/weight.ts. */
const PAGE_MAX_BYTES = 30_000;

test('R-L5 HTML stays light with twelve offers and twenty-five sessions', async () => {
  const site = await givenSite(service());
  const { publication, plan, price } = site;
  const { database, clock } = service();
  await database.transaction(async (transaction) => {
    for (let number = 1; number <= 10; number += 1) {
      const offer = {
        slug: `offer-${number}`,
        name: `Offer ${number}`,
        description: 'A few words on what it brings. '.repeat(8),
        planId: plan.id,
        priceIds: [price.id],
      };
      await createOffer(publication, transaction, clock, offer);
    }
  });
  const browser = await site.subscribed('ada@example.org');
  const customer = await database.knex('customers').where({ publicationId: publication.id }).first('id');
  await database.transaction(async ({ knex }) => {
    const now = clock.now().getTime();
    const sessions = Array.from({ length: 40 }, (_, index) => ({
      id: `sid_${publication.id}${index}`,
      publicationId: publication.id,
      customerId: customer.id,
      hash: `${publication.id}${index}`,
      browser: 'Samsung Internet on Android',
      authenticatedAt: now,
      createdAt: now,
      seenAt: now,
      expiresAt: now + 1e9,
    }));
    await knex('sessions').insert(sessions);
  });
  for (const path of ['/', '/offers', '/subscribe', '/free_offering', '/email-address', '/erase-account']) {
    const { body } = await browser.open(path);
    expect([path, Buffer.byteLength(body) <= HTML_MAX_BYTES]).toEqual([path, true]);
    expect([path, tagsOf(body, 'script')]).toEqual([path, []]);
  }
});

test('R-L5 the stylesheets stay light', async () => {
  const browser = (await givenSite(service())).newBrowser();
  const { body } = await browser.open('/offers');
  expect(await weightOfStylesheets(browser, body)).toBeLessThan(STYLESHEET_MAX_BYTES);
});

test('R-L5 a form with all countries stays light in each language, with all languages and all links in its foot', async () => {
  const site = await givenSite(service());
  const url = (page: string): string => `https://www.harbour-review.example/about-us/${page}`;
  await service().database.transaction((transaction) =>
    updatePublication(transaction, site.publication.id, {
      languages: writeLanguages(PAGE_LANGUAGES),
      contactEmail: 'readers@harbour-review.example',
      homeUrl: url('home'),
      imprintUrl: url('imprint'),
      termsUrl: url('terms-and-conditions'),
      privacyUrl: url('privacy-policy'),
      withdrawalUrl: url('right-of-withdrawal'),
    }),
  );
  const browser = await site.signedIn('ada@example.org');
  for (const language of PAGE_LANGUAGES)
    for (const path of ['/tax-details', '/postal-address']) {
      const { body } = await browser.get(path, { 'accept-language': language });
      expect([path, tagsOf(body, 'option').length > 240]).toEqual([path, true]);
      const bytes = Buffer.byteLength(body) + (await weightOfStylesheets(browser, body));
      expect([language, path, bytes, bytes <= PAGE_MAX_BYTES]).toEqual([language, path, bytes, true]);
    }
});

async function weightOfStylesheets(browser: Browser, html: string): Promise<number> {
  const links = tagsOf(html, 'link').filter((tag) => attributeOf(tag, 'rel') === 'stylesheet');
  expect(links).toHaveLength(2);
  let bytes = 0;
  for (const link of links) bytes += Buffer.byteLength((await browser.get(attributeOf(link, 'href') ?? '')).body);
  return bytes;
}
