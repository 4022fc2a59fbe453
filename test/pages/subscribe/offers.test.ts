// The offers page (service.md, Endpoints A): offers with prices in the visitor's language, and the free offering.
import { expect, test } from 'vitest';
import { archiveOffer, createOffer } from '../../../src/models/catalog/offer.ts';
import { createPrice } from '../../../src/models/catalog/price.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { givenSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();

test.each([
  ['de', '5 € im Monat'],
  ['de-AT,de;q=0.8', '€ 5 im Monat'],
  ['en-GB', '€5 a month'],
  ['fr;q=0.4, ja;q=0.9', '€5 a month'],
  ['fr, de;q=0.5', '5 € im Monat'],
  ['tlh', '€5 a month'],
  ['*', '€5 a month'],
  ['', '€5 a month'],
  ['de-DE-u-nu-thai', '€5 a month'],
  [`${'x'.repeat(5000)},de`, '€5 a month'],
  [';;,,=;q=x, en', '€5 a month'],
])('writes amounts for Accept-Language %s', async (language, amount) => {
  const browser = (await givenSite(service())).newBrowser();
  const text = mainTextOf((await browser.get('/offers', { 'accept-language': language })).body).replaceAll(
    '\u00a0',
    ' ',
  );
  expect(text).toContain(amount);
});

test.each([
  [450, 'EUR', '€4.50'],
  [500, 'JPY', '¥500'],
  [1250, 'KWD', 'KWD 1.250'],
  [99_999_999, 'USD', '$999,999.99'],
])('writes %d minor units of %s as %s', async (amount, currency, written) => {
  const { publication, plan, newBrowser } = await givenSite(service());
  const { database, clock } = service();
  await database.transaction(async (transaction) => {
    const price = await createPrice(publication, transaction, clock, {
      planId: plan.id,
      amount,
      currency,
      interval: 'year',
    });
    await createOffer(publication, transaction, clock, {
      slug: 'special',
      name: 'Special',
      planId: plan.id,
      priceIds: [price.id],
    });
  });
  const text = mainTextOf((await newBrowser().get('/offers')).body).replaceAll('\u00a0', ' ');
  expect(text).toContain(`Special ${written} a year`);
});

test('does not show an archived offer', async () => {
  const { publication, newBrowser } = await givenSite(service());
  const { database, clock } = service();
  await database.transaction((transaction) => archiveOffer(publication, transaction, clock, 'patron'));
  const text = mainTextOf((await newBrowser().get('/offers')).body);
  expect(text).toContain('Supporter');
  expect(text).not.toContain('Patron');
});

test('shows nothing of another publication', async () => {
  const [site, other] = [await givenSite(service(), { name: 'Ours' }), await givenSite(service(), { name: 'Theirs' })];
  const text = (await site.newBrowser().get('/offers')).body;
  expect(text).toContain('Ours');
  expect(text).not.toContain('Theirs');
  expect(text).not.toContain(other.publication.siteHost);
});
