// A publication's own words in several languages: each page shows those in its language, field by field, and marks the
// words that it has in its own language alone by their `lang`.
import { beforeEach, expect, test } from 'vitest';
import { changeFreeOfferingTexts } from '../../src/models/catalog/free-offering.ts';
import { changeNewsletterTexts, createNewsletter } from '../../src/models/catalog/newsletter.ts';
import { changeOfferTexts, updateOffer } from '../../src/models/catalog/offer.ts';
import { changePlanTexts } from '../../src/models/catalog/plan.ts';
import { changePublicationTexts, updatePublication } from '../../src/models/publication/publication.ts';
import type { GivenTexts } from '../../src/models/publication/texts.ts';
import type { Browser } from '../support/browser/browser.ts';
import { attributeOf, tagsOf } from '../support/browser/html.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let site: TestSite;

beforeEach(async () => {
  site = await givenSite(service());
  const { publication } = site;
  const { database, clock } = service();
  await database.transaction(async (transaction) => {
    await updateOffer(publication, transaction, 'supporter', { benefits: 'Every story' });
    await changeOfferTexts(publication, transaction, 'supporter', {
      de: { name: 'Leser', benefits: ['Jeder Artikel', 'Das Archiv'] },
      fr: { name: 'Lecteur' },
    });
    await changePlanTexts(publication, transaction, 'supporter', { de: { name: 'Leserplan' } });
    await changeNewsletterTexts(publication, transaction, 'weekly', { de: { name: 'Die Woche' } });
    await createNewsletter(publication, transaction, clock, { slug: 'late', name: 'Late', description: 'At night.' });
    await changeNewsletterTexts(publication, transaction, 'late', { de: { description: 'Spät.' } });
    await changeFreeOfferingTexts(publication, transaction, { de: { description: 'Kostenlos.' } });
    await updatePublication(transaction, publication.id, { description: 'Stories.' });
    await changePublicationTexts(transaction, publication.id, { de: { description: 'Geschichten.' } });
  });
});

async function open(browser: Browser, path: string, language: string): Promise<string> {
  return (await browser.get(path, { 'accept-language': language })).body;
}

/** The language of the innermost element that begins with the text, and undefined where no element does. */
function langOf(html: string, text: string): string | undefined {
  const [, tag = ''] = new RegExp(`(<[a-z0-9]+ [^<>]*>)(?:<a [^<>]*>|<li>)?${text}`).exec(html) ?? [];
  return /lang="([^"]*)"/.exec(tag)?.[1];
}

function sharedBy(html: string): string | undefined {
  const tag = tagsOf(html, 'meta').find((meta) => attributeOf(meta, 'name') === 'description');
  return tag === undefined ? undefined : attributeOf(tag, 'content');
}

test('offers, their benefits and the free offering: each field in the language of the page, or in its own', async () => {
  const browser = site.newBrowser();
  const german = await open(browser, '/offers', 'de-AT');
  expect(
    ['Leser<', 'Every story\\.', 'Patron<', 'Free letters', 'Kostenlos\\.', 'Die Woche'].map((text) =>
      langOf(german, text),
    ),
  ).toEqual(['de', 'en', 'en', 'en', 'de', 'de']);
  expect(german).toMatch(/<ul class="included" lang="de" dir="auto">\s*<li>Jeder Artikel<\/li>\s*<li>Das Archiv<\/li>/);
  expect(german).not.toContain('>Supporter<');
  expect(sharedBy(german)).toBe('Geschichten.');
  const english = await open(browser, '/offers', 'en');
  expect(
    ['Supporter<', 'Every story\\.', 'Free of charge\\.', 'The Weekly'].map((text) => langOf(english, text)),
  ).toEqual(['en', 'en', 'en', 'en']);
  expect(english).not.toMatch(/Leser|Jeder|Woche|Kostenlos/);
  expect(sharedBy(english)).toBe('Stories.');
  // A language that the pages do not speak is not shown, although the offer has words in it.
  expect(await open(browser, '/offers', 'fr')).not.toContain('Lecteur');
  const offer = await open(browser, '/offers/supporter', 'de');
  expect([langOf(offer, 'Leser<'), sharedBy(offer)]).toEqual(['de', 'Every story.']);
});

test('the account page: the plan, and newsletters whose name and description are of two languages', async () => {
  const browser = await site.subscribed();
  const german = await open(browser, '/', 'de');
  expect(['Leserplan', 'Die Woche', 'Late', 'Spät\\.'].map((text) => langOf(german, text))).toEqual([
    'de',
    'de',
    'en',
    'de',
  ]);
  const english = await open(browser, '/', 'en');
  expect(['Supporter<', 'The Weekly', 'Late', 'At night\\.'].map((text) => langOf(english, text))).toEqual([
    'en',
    'en',
    'en',
    'en',
  ]);
  expect(langOf(await open(browser, '/subscribe', 'de'), 'Leserplan')).toBe('de');
});

test('after the publication changed its language, its own fields are the words in it', async () => {
  const { database } = service();
  await database.transaction((transaction) => updatePublication(transaction, site.publication.id, { locale: 'de' }));
  const german = await open(site.newBrowser(), '/offers', 'de');
  expect([langOf(german, 'Supporter<'), german.includes('Leser')]).toEqual(['de', false]);
});

test.each<[string, GivenTexts, string]>([
  [
    'the own language',
    { en: { name: 'Reader' } },
    "en is the publication's own language: change the fields themselves",
  ],
  ['an unknown language', { xx: { name: 'X' } }, 'texts must be in one of de, en, es, fr, it, nl, pt: xx'],
  ['an unknown field', { de: { slug: 'leser' } }, 'texts may have name, description, benefits: slug'],
  ['a field of every object', { de: { constructor: 'x' } }, 'texts may have name, description, benefits: constructor'],
  ['a long name', { de: { name: 'x'.repeat(256) } }, 'name must be at most 255 characters long'],
  ['too many benefits', { de: { benefits: Array.from({ length: 11 }, String) } }, 'benefits must be at most 10 lines'],
])('%s is refused, and nothing is written', async (_fault, texts, message) => {
  const { database } = service();
  const before = await open(site.newBrowser(), '/offers', 'de');
  const write = database.transaction((transaction) =>
    changeOfferTexts(site.publication, transaction, 'supporter', { it: { name: 'Lettore' }, ...texts }),
  );
  await expect(write).rejects.toThrow(message);
  expect(await open(site.newBrowser(), '/offers', 'de')).toBe(before);
});
