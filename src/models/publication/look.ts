// A publication's look on its pages and in its mails: colour, font, corners and logo. src/views/fonts.ts defines the
// typefaces of each font.
import { InvalidValue } from '../errors.ts';

/** Our choice: the first three are fonts that we ship, the others those of the reader's device. */
export const FONTS = [
  'editorial',
  'literary',
  'modern',
  'classic',
  'system',
  'serif',
  'humanist',
  'geometric',
  'slab',
] as const;
export type FontName = (typeof FONTS)[number];

/** Our choice, in CSS pixels: 0 is a square corner, 16 nearly a capsule on a button. */
export const RADIUS_MAX = 16;

export interface Look {
  /** #rrggbb */
  brandColor: string;
  font: FontName;
  /** The corner radius of fields and buttons in CSS pixels, 0 to 16. */
  radius: number;
  /** The file of the logo (src/models/publication/logo.ts), which mails show in place of the name; null for none. */
  logo: string | null;
  /** The logo on dark pages; null where `logo` serves there, too. */
  darkLogo: string | null;
}

/**
 * Our choice until the publication sets its own: a blue with a contrast of 8.6:1 on white, and headings in our serif.
 */
export const DEFAULT_LOOK: Look = { brandColor: '#1f4e79', font: 'editorial', radius: 10, logo: null, darkLogo: null };

/** The columns of a Look; publications must be selected as `p`. */
export const lookColumns = 'p.brand_color, p.font, p.radius, p.logo, p.dark_logo';

/** Throws InvalidValue. */
export function checkBrandColor(color: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(color))
    throw new InvalidValue('brand_color', 'brand_color must be six hex digits after #, such as #1f4e79');
  return color.toLowerCase();
}

export function isFontName(text: string): text is FontName {
  return FONTS.some((font) => font === text);
}

/** Throws InvalidValue. */
export function checkFont(text: string): FontName {
  if (!isFontName(text)) throw new InvalidValue('font', `font must be one of ${FONTS.join(', ')}`);
  return text;
}

export function isRadius(radius: number): boolean {
  return Number.isInteger(radius) && radius >= 0 && radius <= RADIUS_MAX;
}

/** Throws InvalidValue. */
export function checkRadius(radius: number): number {
  if (!isRadius(radius))
    throw new InvalidValue('radius', `radius must be a whole number of pixels from 0 to ${RADIUS_MAX}`);
  return radius;
}
