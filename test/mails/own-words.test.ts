// The words that a publication adds to its mails: between the heading and the end, in the reader's language, as text; the
// mail keeps all its own.
import { beforeEach, expect, test } from 'vitest';
import { previewMail } from '../../src/mails/words/preview.ts';
import { PAGE_LANGUAGES } from '../../src/models/publication/languages.ts';
import {
  NO_WORDS,
  READER_MAIL_NAMES,
  READER_MAILS,
  resetMailWords,
  setMailWords,
  WORDS_MAX_LENGTH,
} from '../../src/models/publication/mail-words.ts';
import { languageOf } from '../../src/views/language.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let paid: PayingSite;

beforeEach(async () => {
  paid = await givenPayingSite(service());
});

type Given = Parameters<typeof setMailWords>[2];
const set = (given: Given, { publication } = paid): Promise<void> =>
  service().database.transaction((transaction) => setMailWords(publication, transaction, given));
const mailTo = async (email: string) => (await paid.newBrowser().mails(email))[0];
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const EVIL = '<b>Hi</b> {name},\nsee https://example.org/?a=1&b=2\n\nYour {plan} of {publication} waits.';

test('stand as text around what the mail says, once each placeholder is filled in', async () => {
  const { name } = paid.publication;
  await set({ mail: 'paid', language: 'en', opening: EVIL, closing: 'The people' });
  await set({ mail: 'paid', language: 'de', opening: 'Auf Deutsch' });
  await paid.payingCustomer();
  const mail = await mailTo('ada@example.org');
  const [heading, greeting, ...lines] = linesOf(mail?.text ?? '');
  expect([heading, greeting]).toEqual([mail?.subject, 'Hello,']);
  expect(lines.slice(0, 4)).toEqual([
    '<b>Hi</b>,',
    'see https://example.org/?a=1&b=2',
    `Your Supporter of ${name} waits.`,
    'Thank you for subscribing. Everything that Supporter brings is yours to read from now on.',
  ]);
  expect(lines.slice(-3)).toEqual(['The people', name, paid.publication.siteUrl]);
  expect(mail?.html).toContain('&lt;b&gt;Hi&lt;/b&gt;,<br>see https://example.org/?a=1&amp;b=2</td>');
  expect(mail?.html).not.toMatch(/Auf Deutsch|<b>Hi|href="https:\/\/example\.org/);
});

test('are those of the publication alone, and gone once it takes them back', async () => {
  const other = await givenPayingSite(service());
  await set({ mail: 'email_code', language: 'en', opening: 'Of another' }, other);
  await set({ mail: 'email_code', language: 'en', closing: 'Of ours' });
  await paid.newBrowser().askForCode('ada@example.org');
  const mail = await mailTo('ada@example.org');
  expect(mail?.text).toMatch(
    /Your code to sign in:\n\n\d{6}\n\n[^\n]+\n\n[^\n]+Nobody will ever ask[^\n]+\n\nOr open[^\n]+\n[^\n]+\?code=\d{6}\n+Of ours\n\nIf you did not ask/,
  );
  expect(mail?.text).not.toContain('Of another');
  await service().database.transaction((transaction) => resetMailWords(paid.publication, transaction, 'email_code'));
  await paid.newBrowser().askForCode('grace@example.org');
  expect((await mailTo('grace@example.org'))?.text).not.toContain('Of ours');
});

test('name the reader where the name is known, which fills nothing in itself', async () => {
  await set({ mail: 'paid', language: 'en', opening: 'Dear {name}, welcome.' });
  const { id } = await paid.customer();
  await paid.api.post(`/customers/${id}`, { name: 'Ada {plan}' });
  await paid.payingCustomer();
  expect((await mailTo('ada@example.org'))?.text).toContain('Dear Ada {plan}, welcome.');
});

test.each([
  [{ mail: 'unknown', language: 'en', opening: 'x' }, 'No such mail'],
  [{ mail: 'invitation', language: 'en', opening: 'x' }, 'No such mail'],
  [{ mail: 'staff_code', language: 'en', opening: 'x' }, 'No such mail'],
  [{ mail: 'paid', language: 'xx', opening: 'x' }, 'language must be one of de, en'],
  [{ mail: 'paid', language: 'en', closing: 'Dear {nmae}' }, 'closing has {nmae}, but this mail has only {name}'],
  [{ mail: 'email_code', language: 'en', opening: 'Dear {name}' }, 'opening has {name}, but this mail has only'],
  [{ mail: 'paid', language: 'en', opening: 'x'.repeat(WORDS_MAX_LENGTH + 1) }, 'at most 1000 characters'],
  [{ mail: 'paid', language: 'en', opening: 'a\u0000b' }, 'opening must be text'],
])('%o are refused', async (given, message) => {
  await expect(set(given)).rejects.toThrow(message);
});

const EXAMPLE = { now: Date.UTC(2027, 4, 1), planName: 'Reader', amount: 600, currency: 'EUR' };

test('every mail to readers keeps each of its sentences, and fills in what it has', () => {
  for (const mail of READER_MAIL_NAMES)
    for (const tag of PAGE_LANGUAGES) {
      const speaking = { ...paid.publication, languages: tag };
      const reader = { ...languageOf(speaking, { 'accept-language': tag }), publication: paid.publication };
      const given = READER_MAILS[mail].map((name) => `{${name}}`).join(' ');
      const about = { readerName: 'Ada', example: EXAMPLE };
      const plain = previewMail(mail, reader, { ...about, words: NO_WORDS });
      const full = previewMail(mail, reader, { ...about, words: { opening: `A ${given}`, closing: `Z ${given}` } });
      const added = linesOf(full.text).filter((line) => !linesOf(plain.text).includes(line));
      expect(linesOf(full.text).filter((line) => linesOf(plain.text).includes(line))).toEqual(linesOf(plain.text));
      const filled = given
        .replace('{name}', 'Ada')
        .replace('{plan}', 'Reader')
        .replace('{publication}', paid.publication.name);
      expect(added).toEqual([`A ${filled}`, `Z ${filled}`]);
      for (const line of added) expect(full.html).toContain(line);
      expect([plain.text, plain.html].join()).not.toMatch(/undefined|\{\w+\}/);
    }
});

test('the preview of a receipt for a gift is of a payment that was made, with its number', () => {
  const { publication } = paid;
  const reader = { ...languageOf(publication, { 'accept-language': 'en' }), publication };
  const { text } = previewMail('gift_bought', reader, { readerName: 'Ada', example: EXAMPLE, words: NO_WORDS });
  expect(text).toMatch(/You paid \S+ on May 1, 2027 for/);
  expect(text).toContain('Receipt number: R-000042');
});
