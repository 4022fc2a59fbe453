// `npm run fonts`: makes the fonts that hosted pages ship (templates/assets/fonts/) from their packages: the characters of
// our languages, in the weights that the pages use.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** Latin as English, German, French, Spanish, Italian, Dutch and Portuguese write it, with their quotes and currencies. */
export const CHARACTERS = [
  ...charactersBetween(0x20, 0x7e),
  ...charactersBetween(0xa0, 0xff),
  ...'ŒœŸ–—‘’‚“”„†‡•…‰‹›€™−\u2009\u2011\u202f',
].join('');

export const SHIPPED = {
  serif: '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
  sans: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
} as const;

const FOLDER = new URL('../templates/assets/fonts/', import.meta.url);

export function makeFont(name: keyof typeof SHIPPED): Promise<Buffer> {
  const file = fileURLToPath(import.meta.resolve(SHIPPED[name]));
  return subsetFont(readFileSync(file), CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  });
}

function charactersBetween(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}

if (import.meta.main)
  for (const name of ['serif', 'sans'] as const) writeFileSync(new URL(`${name}.woff2`, FOLDER), await makeFont(name));
