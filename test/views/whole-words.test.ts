// The word that no line may break is an element of its own in text, and nowhere else.
import { expect, test } from 'vitest';
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
