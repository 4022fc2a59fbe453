// The fonts that a publication can choose: two that we ship, and stacks of system fonts. Nothing is loaded from another
// host. A stack names faces of Apple's, Microsoft's, Google's and free systems, and ends in a generic family.
import type { FontName } from '../models/publication/look.ts';
import { familiesOf, type ShippedFont } from './font-files.ts';

export interface FontStacks {
  /** For running text and fields. */
  readonly text: string;
  /** For headings, amounts and the publication's name. */
  readonly display: string;
}

const SYSTEM =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";
const BOOK =
  "ui-serif, 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Source Serif 4', 'Noto Serif', Georgia, 'Liberation Serif', 'Times New Roman', serif";
const TRANSITIONAL =
  "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'Noto Serif', 'DejaVu Serif', Georgia, serif";
const HUMANIST =
  "Seravek, 'Gill Sans Nova', 'Gill Sans', Candara, Optima, Ubuntu, 'Open Sans', 'DejaVu Sans', 'Noto Sans', sans-serif";
const GEOMETRIC =
  "Avenir, 'Avenir Next', Montserrat, Corbel, 'URW Gothic', Jost, 'Century Gothic', 'Noto Sans', sans-serif";
const SLAB = "Rockwell, 'Rockwell Nova', 'Roboto Slab', 'Zilla Slab', 'DejaVu Serif', 'Sitka Small', serif";

const GENERIC = { serif: BOOK, sans: SYSTEM } as const;
const [SERIF_FILE, SANS_FILE] = [stackOf('serif'), stackOf('sans')];

/** System fonts alone. Mails use these, since a font that they fetched would tell when they are read. */
export const SYSTEM_STACKS: Readonly<Record<FontName, FontStacks>> = {
  editorial: { text: SYSTEM, display: BOOK },
  literary: { text: BOOK, display: BOOK },
  modern: { text: SYSTEM, display: SYSTEM },
  classic: { text: SYSTEM, display: BOOK },
  system: { text: SYSTEM, display: SYSTEM },
  serif: { text: TRANSITIONAL, display: TRANSITIONAL },
  humanist: { text: HUMANIST, display: HUMANIST },
  geometric: { text: GEOMETRIC, display: GEOMETRIC },
  slab: { text: SYSTEM, display: SLAB },
};

export const FONT_STACKS: Readonly<Record<FontName, FontStacks>> = {
  ...SYSTEM_STACKS,
  editorial: { text: SANS_FILE, display: SERIF_FILE },
  literary: { text: SERIF_FILE, display: SERIF_FILE },
  modern: { text: SANS_FILE, display: SANS_FILE },
};

const SHIPPED: Readonly<Partial<Record<FontName, readonly ShippedFont[]>>> = {
  editorial: ['serif', 'sans'],
  literary: ['serif'],
  modern: ['sans'],
};

/** The shipped fonts that a choice loads. */
export function shippedFontsOf(font: FontName): readonly ShippedFont[] {
  return SHIPPED[font] ?? [];
}

function stackOf(font: ShippedFont): string {
  return [...familiesOf(font).map((name) => `'${name}'`), GENERIC[font]].join(', ');
}
