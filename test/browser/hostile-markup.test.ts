// R-B14: more than 300 texts that are markup, in each field of offers and in mails, shown by a real browser: nothing of them runs, loads or becomes a
// part of the page, which is made of the same elements as that of offers with plain texts, and the policy is not even asked.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { previewMail } from '../../src/mails/words/preview.ts';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { READER_MAIL_NAMES, type ReaderMail } from '../../src/models/publication/mail-words.ts';
import { languageOf } from '../../src/views/language.ts';
import { test } from '../support/browser/browser-test.ts';
import { HOSTILE_MARKUP } from '../support/outside/hostile-markup.ts';
import { startLiveService, type LiveService } from '../support/service/live-service.ts';

let live: LiveService;
beforeAll(async () => {
  live = await startLiveService();
});
afterAll(() => live.close());

/** An offer of a plan of its own for each text, which is the name of both, the description and a benefit. */
async function offer(texts: readonly string[], name: string): Promise<string[]> {
  const { service, publication } = live;
  const { database, clock } = service;
  return database.transaction(async (transaction) => {
    const slugs: string[] = [];
    for (const [index, text] of texts.entries()) {
      const slug = `${name}-${index}`;
      const { id: planId } = await createPlan(publication, transaction, clock, { slug, name: text });
      const price = { planId, amount: 500, currency: 'EUR', interval: 'month' } as const;
      const { id: priceId } = await createPrice(publication, transaction, clock, price);
      const fields = { slug, name: text, description: text, benefits: text, planId, priceIds: [priceId] };
      await createOffer(publication, transaction, clock, fields);
      slugs.push(slug);
    }
    return slugs;
  });
}

/** How the page was made: its elements with the names of their attributes, each once. */
function shapeOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shapes = [...document.querySelectorAll('*')].map(
      (element) => `${element.tagName} ${element.getAttributeNames().toSorted().join(' ')}`,
    );
    return [...new Set(shapes)].toSorted();
  });
}

function listenForFaults(): void {
  const executed: string[] = [];
  Object.assign(globalThis, { executed, x: () => executed.push('a script') });
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => executed.push(violatedDirective));
}

/** What ran, and what the policy of the page had to stop. */
const executedOn = (page: Page): Promise<string[]> => page.evaluate(() => Object(globalThis)['executed']);

test('R-B14 no text of an offer becomes a part of its pages, in a real browser', async ({ openPage }) => {
  expect(new Set(HOSTILE_MARKUP).size).toBeGreaterThanOrEqual(300);
  const page = await openPage();
  await page.addInitScript(listenForFaults);
  const [plain = ''] = await offer(['A plain text', 'Another one'], 'plain');
  const shapes = new Map<string, string[]>();
  const paths = ['/offers', '/subscribe'];
  for (const path of [...paths, `/offers/${plain}`]) {
    await page.goto(`${live.siteUrl}${path}`);
    shapes.set(path, await shapeOf(page));
  }
  const slugs = await offer(HOSTILE_MARKUP, 'hostile');
  const shown: string[] = [];
  for (const path of paths) {
    await page.goto(`${live.siteUrl}${path}`);
    expect([path, await shapeOf(page), await executedOn(page)]).toEqual([path, shapes.get(path), []]);
    shown.push(await page.locator('main').innerText());
  }
  // One of each page of an offer, by the markup.
  for (const slug of slugs.filter((_slug, index) => index % 13 === 0)) {
    await page.goto(`${live.siteUrl}/offers/${slug}`);
    expect([slug, await shapeOf(page), await executedOn(page)]).toEqual([slug, shapes.get(`/offers/${plain}`), []]);
  }
  const words = shown.join('\n');
  expect(HOSTILE_MARKUP.filter((text) => !words.includes(text.trim().replaceAll(/\s+/g, ' ')))).toEqual([]);
});

test('R-B14 no text becomes a part of a mail, shown without any policy', async ({ openPage }) => {
  const { publication } = live;
  const language = languageOf(publication, { 'accept-language': 'en' });
  /** All texts in what the publication adds, and some of them for the names in it. */
  const htmlOf = (mail: ReaderMail, texts: readonly string[]): string => {
    const [name = '', planName = '', readerName = ''] = texts;
    const example = { now: Date.UTC(2027, 4, 1), planName, amount: 600, currency: 'EUR' };
    const reader = { ...language, publication: { ...publication, name } };
    const words = { opening: texts.join('\n'), closing: texts.toReversed().join('\n') };
    return previewMail(mail, reader, { words, readerName, example }).html;
  };
  const page = await openPage();
  const show = async (html: string): Promise<string[]> => {
    await page.goto('about:blank');
    await page.evaluate(listenForFaults);
    await page.setContent(html);
    return shapeOf(page);
  };
  for (const [index, mail] of READER_MAIL_NAMES.entries()) {
    const texts = HOSTILE_MARKUP.filter((_text, at) => at % READER_MAIL_NAMES.length === index);
    const plain = await show(
      htmlOf(
        mail,
        texts.map(() => 'A plain text'),
      ),
    );
    expect([mail, await show(htmlOf(mail, texts)), await executedOn(page)]).toEqual([mail, plain, []]);
  }
});
