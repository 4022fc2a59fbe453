// A publication's logo as pages show it. Its address names its content (src/site/logo.ts serves it).
import type { Look } from '../models/publication/look.ts';

export interface LogoOnPage {
  readonly src: string;
  /** For dark pages; undefined where the other serves there, too. */
  readonly darkSrc: string | undefined;
}

/** Undefined where the publication has none, and its name stands there. */
export function logoOf(look: Pick<Look, 'logo' | 'darkLogo'> | undefined): LogoOnPage | undefined {
  if (!look?.logo) return undefined;
  return { src: pathOf(look.logo), darkSrc: look.darkLogo === null ? undefined : pathOf(look.darkLogo) };
}

function pathOf(file: string): string {
  return `/assets/logos/${file}`;
}
