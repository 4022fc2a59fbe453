// Text on the publication's colour, and the colour as text, are read on every ground (WCAG 2.2, 1.4.3).
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_LOOK, FONTS } from '../../src/models/publication/look.ts';
import { brandStylesheet, contrast, readableColor } from '../../src/views/brand.ts';

const LEVELS = ['00', '24', '49', '6d', '92', 'b6', 'db', 'ff'];
const COLORS = LEVELS.flatMap((red) => LEVELS.flatMap((green) => LEVELS.map((blue) => `#${red}${green}${blue}`)));
const stylesheet = readFileSync(new URL('../../templates/assets/masthead.css', import.meta.url), 'utf8');

const stylesheetOf = (brandColor: string): string => brandStylesheet({ ...DEFAULT_LOOK, brandColor });

/** The light and the dark value of a custom property of our stylesheet. */
function groundsOf(name: string): string[] {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(stylesheet) ?? [];
  return [light, dark];
}

test('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 2);
  expect(contrast('#1f4e79', '#1f4e79')).toBe(1);
});

/** The light and the dark value of a custom property of a look. */
function valuesOf(look: string, name: string): string[] {
  return new RegExp(`--${name}:light-dark\\((#\\w{6}),(#\\w{6})\\)`).exec(look)?.slice(1) ?? [];
}

test('text on every brand colour, also under the pointer, has 4.5:1 in both schemes', () => {
  for (const color of COLORS) {
    const look = stylesheetOf(color);
    const inks = valuesOf(look, 'on-brand');
    for (const fill of ['brand', 'brand-strong'])
      for (const [scheme, value] of valuesOf(look, fill).entries())
        expect({ color, fill, scheme, isRead: contrast(value, inks[scheme] ?? '') >= 4.5 }).toMatchObject({
          isRead: true,
        });
  }
});

test('the fill of every brand colour stands out by 3:1 on dark pages by itself, and on light ones with its line', () => {
  for (const color of COLORS) {
    const look = stylesheetOf(color);
    const [line = '', darkLine = ''] = valuesOf(look, 'brand-line');
    const [, dark = ''] = valuesOf(look, 'brand');
    expect({ color, darkLine }).toEqual({ color, darkLine: dark });
    for (const name of ['ground', 'surface', 'surface-quiet']) {
      const [light = '', darkGround = ''] = groundsOf(name);
      expect([color, contrast(line, light) >= 3, contrast(dark, darkGround) >= 3]).toEqual([color, true, true]);
    }
  }
});

test('every brand colour as text has 4.5:1 on every ground of the stylesheet', () => {
  const [light, dark] = [0, 1].map((index) =>
    ['ground', 'surface', 'surface-quiet'].map((name) => groundsOf(name)[index] ?? ''),
  );
  for (const color of COLORS) {
    const [onLight = '', onDark = ''] = valuesOf(stylesheetOf(color), 'brand-text');
    for (const ground of light ?? [])
      expect({ color, ground, isRead: contrast(onLight, ground) >= 4.5 }).toEqual({ color, ground, isRead: true });
    for (const ground of dark ?? [])
      expect({ color, ground, isRead: contrast(onDark, ground) >= 4.5 }).toEqual({ color, ground, isRead: true });
  }
});

test('leaves a colour that is read as it is', () => {
  expect(readableColor('#1f4e79', '#ffffff')).toBe('#1f4e79');
});

test('our own inks and the colour of faults have 4.5:1 on every ground', () => {
  for (const ink of ['ink', 'ink-quiet', 'fault']) {
    for (const ground of ['ground', 'surface', 'surface-quiet']) {
      const [inks, grounds] = [groundsOf(ink), groundsOf(ground)];
      for (const scheme of [0, 1])
        expect(contrast(inks[scheme] ?? '', grounds[scheme] ?? '')).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('borders of fields have 3:1 (WCAG 2.2, 1.4.11)', () => {
  const [lines, surfaces] = [groundsOf('line-strong'), groundsOf('surface')];
  for (const scheme of [0, 1]) expect(contrast(lines[scheme] ?? '', surfaces[scheme] ?? '')).toBeGreaterThanOrEqual(3);
});

test.each(FONTS)('the font %s asks nobody else for anything, and ends in one that is always there', (font) => {
  const sheet = brandStylesheet({ ...DEFAULT_LOOK, font });
  expect(sheet.replaceAll(/url\(\/assets\/[\w.]+\)/g, '')).not.toMatch(/url\(|@import/);
  for (const name of ['font', 'font-display'])
    expect(new RegExp(`--${name}:[^;}]*\\b(?:sans-)?serif[;}]`).test(sheet)).toBe(true);
});

test('corners are in rem, so that they grow with the letters', () => {
  expect(brandStylesheet({ ...DEFAULT_LOOK, radius: 0 })).toContain('--radius:0rem');
  expect(brandStylesheet({ ...DEFAULT_LOOK, radius: 16 })).toContain('--radius:1rem');
});
