// The HTML part of every mail to readers, as mail programs show it: axe finds nothing in it, in either language and scheme, and
// it fits a phone and a reading pane.
import { expect } from 'vitest';
import { previewMail } from '../../src/mails/words/preview.ts';
import { NO_WORDS, READER_MAIL_NAMES } from '../../src/models/publication/mail-words.ts';
import { getPublication } from '../../src/models/publication/publication.ts';
import { languageOf } from '../../src/views/language.ts';
import { violationsOf } from '../support/browser/axe.ts';
import { test } from '../support/browser/browser-test.ts';
import { givenPublication } from '../support/publications/publication.ts';
import { openService } from '../support/service/service.ts';

const WIDTHS = [320, 600];

test('axe finds nothing in any mail, and each fits', { timeout: 300_000 }, async ({ openPage }) => {
  const service = await openService();
  const { publication } = await givenPublication(service);
  const row = await getPublication(service.database, publication.id);
  await service.close();
  const page = await openPage();
  const example = { now: Date.UTC(2031, 0, 31), planName: 'Supporter', amount: 600, currency: 'EUR' };
  const faults: string[] = [];
  for (const tag of ['en', 'de'])
    for (const mail of READER_MAIL_NAMES) {
      const name = `${mail}, ${tag}`;
      const reader = { ...languageOf(row, { 'accept-language': tag }), publication: row };
      const { html } = previewMail(mail, reader, { words: NO_WORDS, readerName: 'Ada', example });
      await page.setContent(html);
      faults.push(...(await violationsOf(name, page)));
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (wide > width) faults.push(`${name} is ${wide} px wide at ${width}`);
      }
    }
  expect(faults).toEqual([]);
});
