// The fonts that a publication can choose: stacks of system fonts, so that nothing is loaded from anywhere. Each names
// faces of Apple's, Microsoft's, Google's and free systems, and ends in a generic family.
import type { FontName } from '../models/publication/look.ts';

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

export const FONT_STACKS: Readonly<Record<FontName, FontStacks>> = {
  editorial: { text: SYSTEM, display: BOOK },
  system: { text: SYSTEM, display: SYSTEM },
  serif: { text: TRANSITIONAL, display: TRANSITIONAL },
  humanist: { text: HUMANIST, display: HUMANIST },
  geometric: { text: GEOMETRIC, display: GEOMETRIC },
  slab: { text: SYSTEM, display: SLAB },
};
