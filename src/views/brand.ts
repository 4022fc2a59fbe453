// Makes a stylesheet of the publication's look: fonts, corners and colour. Text on the colour, and text in the colour,
// have a contrast of at least 4.5:1 for any colour (WCAG 2.2, 1.4.3).
import type { Look } from '../models/publication/look.ts';
import { fontFaces } from './font-files.ts';
import { FONT_STACKS, shippedFontsOf } from './fonts.ts';

/** CSS pixels of a rem at the default text size; corners grow with larger text. */
const REM = 16;

/** WCAG 2.2, 1.4.3: contrast of text. */
const MIN_CONTRAST = 4.5;
/** WCAG 2.2, 1.4.11: contrast of shapes, such as a button's. */
const MIN_CONTRAST_OF_SHAPES = 3;
/** The backgrounds with the least contrast to text in the colour; templates/assets/masthead.css uses no others. */
const LIGHT_GROUND = '#f4f4f2';
const DARK_GROUND = '#25282c';
const BLACK = '#000000';
const WHITE = '#ffffff';
const STEP = 0.04;

/** Black or white, whichever has more contrast; one of them always has at least 4.58:1. */
export function textColorOn(color: string): string {
  return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
}

/** Darkens or lightens the colour as little as the contrast on the background requires. */
export function readableColor(color: string, ground: string, atLeast = MIN_CONTRAST): string {
  const towards = textColorOn(ground);
  let readable = color;
  for (let share = STEP; contrast(readable, ground) < atLeast && share <= 1; share += STEP)
    readable = mix(color, towards, share);
  return readable;
}

/** The colour as a fill of dark pages: lifted until it stands out from them by itself, without an outline. */
function liftedColor(color: string): string {
  return readableColor(color, DARK_GROUND, MIN_CONTRAST_OF_SHAPES);
}

/** How a colour is used, for people who choose one. */
export interface ColorUse {
  /** Its contrast on a light page, 1 to 21. */
  readonly contrast: number;
  /** Whether text in it is darkened on a light page. */
  readonly isDarkened: boolean;
  readonly textOnIt: 'white' | 'black';
}

export function useOfColor(color: string): ColorUse {
  return {
    contrast: contrast(color, LIGHT_GROUND),
    isDarkened: readableColor(color, LIGHT_GROUND) !== color,
    textOnIt: textColorOn(color) === WHITE ? 'white' : 'black',
  };
}

/** The custom properties of a look, which templates/assets/masthead.css uses. */
export function brandStylesheet({
  brandColor: color,
  font,
  radius,
}: Pick<Look, 'brandColor' | 'font' | 'radius'>): string {
  const stacks = FONT_STACKS[font];
  const lifted = liftedColor(color);
  const declarations = [
    `--brand:light-dark(${color},${lifted})`,
    `--on-brand:light-dark(${textColorOn(color)},${textColorOn(lifted)})`,
    `--brand-strong:light-dark(${strongerOf(color)},${strongerOf(lifted)})`,
    `--brand-line:light-dark(${readableColor(color, LIGHT_GROUND, MIN_CONTRAST_OF_SHAPES)},${lifted})`,
    `--brand-text:light-dark(${readableColor(color, LIGHT_GROUND)},${readableColor(color, DARK_GROUND)})`,
    `--font:${stacks.text}`,
    `--font-display:${stacks.display}`,
    `--radius:${radius / REM}rem`,
  ];
  return `${shippedFontsOf(font).map(fontFaces).join('')}@layer brand{:root{${declarations.join(';')}}}\n`;
}

/** The favicon in the colour. */
export function brandIcon(color: string): string {
  const onBrand = textColorOn(color);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/><path d="M9 10h14M9 16h14M9 22h8" stroke="${onBrand}" stroke-width="3" stroke-linecap="round"/></svg>\n`;
}

/** WCAG 2.2, contrast ratio: 1 to 21. */
export function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** The colour on hover, changed away from that of its text, so that the contrast grows. */
function strongerOf(color: string): string {
  return mix(color, textColorOn(color) === WHITE ? BLACK : WHITE, 0.16);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(color: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(color).map((channel, index) =>
    Math.round(channel * (1 - share) + (others[index] ?? 0) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
