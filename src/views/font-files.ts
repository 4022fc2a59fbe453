// The fonts that we ship (templates/assets/fonts/, made by scripts/fonts.ts), as files and as @font-face rules.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export type ShippedFont = 'serif' | 'sans';

interface FontFile {
  /** Contains a hash of the content. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** A face of many devices, stretched so that a line of it is as long and as high as one of ours. All in percent. */
interface StandIn {
  readonly name: string;
  readonly weight: string;
  /** The names of the face on different systems. */
  readonly local: readonly string[];
  readonly size: number;
  readonly ascent: number;
  readonly descent: number;
}

const ARIAL = ['Arial', 'Liberation Sans', 'Arimo', 'Helvetica'];
const ARIAL_BOLD = ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold', 'Helvetica Bold'];
const TIMES = ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'Tinos'];
const TIMES_BOLD = ['Times New Roman Bold', 'TimesNewRomanPS-BoldMT', 'Liberation Serif Bold', 'Tinos Bold'];
const [TEXT, HEADING] = ['400 500', '600 700'];

/** Measured on the texts of our catalogues, at the weights 400 and 600. */
const STAND_INS: Readonly<Record<ShippedFont, readonly StandIn[]>> = {
  serif: [
    { name: 'Georgia', weight: TEXT, local: ['Georgia'], size: 95.34, ascent: 77.62, descent: 28.32 },
    {
      name: 'Georgia',
      weight: HEADING,
      local: ['Georgia Bold', 'Georgia-Bold'],
      size: 85.89,
      ascent: 86.15,
      descent: 31.43,
    },
    { name: 'Times', weight: TEXT, local: TIMES, size: 104.09, ascent: 71.1, descent: 25.94 },
    { name: 'Times', weight: HEADING, local: TIMES_BOLD, size: 102.7, ascent: 72.05, descent: 26.29 },
  ],
  sans: [
    { name: 'Arial', weight: TEXT, local: ARIAL, size: 100.28, ascent: 94.73, descent: 24.93 },
    { name: 'Arial', weight: HEADING, local: ARIAL_BOLD, size: 94.53, ascent: 100.5, descent: 26.45 },
    { name: 'Roboto', weight: TEXT, local: ['Roboto'], size: 101.31, ascent: 93.77, descent: 24.68 },
    { name: 'Roboto', weight: HEADING, local: ['Roboto Bold'], size: 98.5, ascent: 96.45, descent: 25.38 },
  ],
};

const FAMILIES: Readonly<Record<ShippedFont, string>> = { serif: 'Masthead Serif', sans: 'Masthead Sans' };
const FILES: Readonly<Record<ShippedFont, FontFile>> = { serif: openFont('serif'), sans: openFont('sans') };

export const SHIPPED_FONT_FILES: readonly FontFile[] = Object.values(FILES);

export function pathOfFont(font: ShippedFont): string {
  return FILES[font].path;
}

/** Our family, and those that stand in until it has arrived, so that nothing jumps then. */
export function familiesOf(font: ShippedFont): string[] {
  const standIns = new Set(STAND_INS[font].map(({ name }) => `${FAMILIES[font]} ${name}`));
  return [FAMILIES[font], ...standIns];
}

/** The rules of a font and of those that stand in for it. */
export function fontFaces(font: ShippedFont): string {
  const shipped = `font-family:"${FAMILIES[font]}";font-weight:400 700;font-display:swap;src:url(${pathOfFont(font)}) format("woff2")`;
  const standIns = STAND_INS[font].map(({ name, weight, local, size, ascent, descent }) => {
    const sources = local.map((face) => `local("${face}")`).join(',');
    const metrics = `size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%`;
    return `font-family:"${FAMILIES[font]} ${name}";font-weight:${weight};src:${sources};${metrics}`;
  });
  return [shipped, ...standIns].map((face) => `@font-face{${face}}\n`).join('');
}

function openFont(name: ShippedFont): FontFile {
  const bytes = readFileSync(new URL(`../../templates/assets/fonts/${name}.woff2`, import.meta.url));
  return { path: `/assets/${name}.${hash('sha256', bytes, 'hex').slice(0, 10)}.woff2`, bytes };
}
