// The word that no line may break is an element of its own in text, and nowhere else.
import { expect, test } from 'vitest';
import { PAGE_LANGUAGES } from '../../src/models/publication/languages.ts';
import { formatDay } from '../../src/views/formats.ts';
import { keepWhole } from '../../src/views/whole-words.ts';

test.each([
  ['<p>Your e-mail, or E-Mails.</p>', '<p>Your <i>e-mail</i>, or <i>E-Mails</i>.</p>'],
  ['<b>E-Mail</b>-Adresse</p>', '<b><i>E-Mail</i></b>-Adresse</p>'],
  ['<a title="by e-mail" href="/e-mail">here</a>', undefined],
  ['<title>Your e-mail</title>', undefined],
  ['<textarea name="e-mail">by e-mail</textarea>', undefined],
  ['<option value="e-mail">By e-mail</option>', undefined],
  ['<select><option value="e-mail">By e-mail<option>E-mail</select>', undefined],
  ['<p>By <span class="whole">e-mail</span></p>', undefined],
  ['<p>the-mail, e-mailed</p>', '<p>the-mail, <i>e-mail</i>ed</p>'],
])('%s', (html, expected = html) => {
  expect(keepWhole(html)).toBe(
    expected.replaceAll(/<(\/?)i>/g, (_tag, end) => (end ? '</span>' : '<span class="whole">')),
  );
});

test.each(PAGE_LANGUAGES)('no line breaks between a day and its month in %s, in whatever order', (language) => {
  const days = [Date.UTC(2026, 4, 1), Date.UTC(2026, 11, 26)];
  for (const day of days.flatMap((at) => [formatDay(at, language), formatDay(at, `${language}-US`)])) {
    const kept = day.replace(/ (?:(de) )?(?=\D+ )|(?<=^\D+) /, (_, of?: string) =>
      of ? `\u00A0${of}\u00A0` : '\u00A0',
    );
    expect(kept).toContain('\u00A0');
    expect(keepWhole(`<p>On ${day}, at 12</p>`)).toBe(`<p>On ${kept}, at 12</p>`);
    for (const html of [`<input value="${day}">`, `<textarea>${day}</textarea>`, `<p>Issue 12 of 3 readers</p>`])
      expect(keepWhole(html)).toBe(html);
  }
});
