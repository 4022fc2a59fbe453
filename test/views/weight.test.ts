// Pages are light (reliability R-L5): HTML of at most 40 kB with everything a page can have on it, stylesheets of at most 20 kB together, no script.
import { expect, test } from 'vitest';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { attributeOf, tagsOf } from '../support/browser/html.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const HTML_MAX_BYTES = 40_000;
const STYLESHEET_MAX_BYTES = 20_500;

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
  const links = tagsOf((await browser.open('/offers')).body, 'link').filter(
    (tag) => attributeOf(tag, 'rel') === 'stylesheet',
  );
  expect(links).toHaveLength(2);
  let bytes = 0;
  for (const link of links) bytes += Buffer.byteLength((await browser.get(attributeOf(link, 'href') ?? '')).body);
  expect(bytes).toBeLessThan(STYLESHEET_MAX_BYTES);
});
