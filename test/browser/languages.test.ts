// The way of a reader in each language but English, which the other tours take: each page is in it, with nothing left in English, axe finds nothing,
// and it fits a screen of 320 px and is light. So does each mail fit.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { previewMail } from '../../src/mails/words/preview.ts';
import { houseOf } from '../../src/models/publication/house.ts';
import { PAGE_LANGUAGES } from '../../src/models/publication/languages.ts';
import { NO_WORDS, READER_MAIL_NAMES } from '../../src/models/publication/mail-words.ts';
import { languageOf } from '../../src/views/language.ts';
import { PAGE_CATALOGUES } from '../../src/views/text.ts';
import { violationsInOneView } from '../support/browser/axe.ts';
import { test } from '../support/browser/browser-test.ts';
import { visitInLanguage } from '../support/browser/language-tour.ts';
import { layoutFaultsOf } from '../support/browser/layout.ts';
import { PAGE_MAX_BYTES, weightOf } from '../support/browser/weight.ts';
import { drawnOf } from '../support/runs/drawn.ts';

const OTHERS = PAGE_LANGUAGES.filter((language) => language !== 'en');
const EXAMPLE = { now: Date.UTC(2027, 10, 11), planName: 'Reader', amount: 123_456, currency: 'EUR' };
const OWN_CURRENT = 'html, .language[aria-current]';

/** The texts of several words; the shorter ones may be the same in two languages. */
const ENGLISH = Object.values<unknown>(PAGE_CATALOGUES.en).filter(
  (text): text is string => typeof text === 'string' && !text.includes('{') && text.split(' ').length > 2,
);

async function faultsOf(name: string, page: Page, language: string): Promise<string[]> {
  const shown = await page
    .locator(OWN_CURRENT)
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('lang')?.slice(0, 2) ?? ''));
  const body = await page.locator('body').innerText();
  const left = ENGLISH.filter((text) => body.includes(text));
  const bytes = await weightOf(page);
  return [
    ...(shown.every((lang) => lang === language) ? [] : [`${name} is in ${shown.join()}`]),
    ...left.map((text) => `${name} says in English: ${text}`),
    ...(bytes > PAGE_MAX_BYTES ? [`${name} weighs ${bytes}`] : []),
    ...(await violationsInOneView(name, page)),
    ...(await layoutFaultsOf(name, page)),
  ];
}

const DRAWN = drawnOf(['en', ...OTHERS] as const).filter((language) => language !== 'en');

test.for(DRAWN)('the way of a reader in %s', { timeout: 120_000 }, async (language, { demo, openPage }) => {
  const page = await openPage();
  const faults: string[] = [];
  await visitInLanguage(demo, page, language, async (name) => {
    faults.push(...(await faultsOf(name, page, language)));
  });
  expect(faults).toEqual([]);
});

test('each mail in each language fits a screen of 320 px', { timeout: 120_000 }, async ({ openPage }) => {
  const page = await openPage();
  await page.setViewportSize({ width: 320, height: 640 });
  const faults: string[] = [];
  for (const tag of PAGE_LANGUAGES) {
    const publication = { ...houseOf('https://news.example.org'), name: 'The Harbour Review', languages: tag };
    const reader = { ...languageOf(publication, { 'accept-language': tag }), publication };
    for (const mail of READER_MAIL_NAMES) {
      await page.setContent(previewMail(mail, reader, { words: NO_WORDS, readerName: 'Ada', example: EXAMPLE }).html);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > 320) faults.push(`${mail} in ${tag} is ${width} px wide`);
    }
  }
  expect(faults).toEqual([]);
});
