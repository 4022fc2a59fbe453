// The fonts that we ship (scripts/fonts.ts): what they hold, and that they are what their script makes.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHARACTERS, makeFont } from '../../scripts/fonts.ts';
import { PAGE_CATALOGUES } from '../../src/views/text.ts';

const FOLDER = new URL('../../templates/assets/fonts/', import.meta.url);

/** The letters of our languages beyond the Latin alphabet, as Unicode's CLDR lists them. */
const LETTERS = {
  de: 'äöüß',
  fr: 'àâæçéèêëîïôœùûüÿ',
  es: 'áéíñóúü¿¡',
  it: 'àèéìòù',
  nl: 'áäéëíïóöúü',
  pt: 'áâãàçéêíóôõúªº',
};

test('the fonts are what their script makes of their packages', async () => {
  for (const name of ['serif', 'sans'] as const) {
    const made = await makeFont(name);
    expect([name, made.equals(readFileSync(new URL(`${name}.woff2`, FOLDER)))]).toEqual([name, true]);
  }
});

test('they have every letter of our languages in both cases, and every character of our texts', () => {
  const has = new Set(CHARACTERS);
  const letters = Object.entries(LETTERS).flatMap(([language, text]) =>
    [...text, ...text.replace('ß', '').toUpperCase()].map((letter) => `${language}: ${letter}`),
  );
  expect(letters.filter((letter) => !has.has(letter.slice(-1)))).toEqual([]);
  const texts = Object.values(PAGE_CATALOGUES).flatMap((catalogue) => Object.values(catalogue));
  const used = new Set(JSON.stringify(texts));
  expect([...used].filter((character) => !has.has(character))).toEqual([]);
});

test.each(['newsreader', 'figtree'])('the licence of %s comes with it', (font) => {
  expect(readFileSync(new URL(`OFL-${font}.txt`, FOLDER), 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1');
});
