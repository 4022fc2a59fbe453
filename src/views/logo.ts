// The URLs of a publication's logo and cover, which contain a hash of its content (src/site/logo.ts serves it).
import type { Look } from '../models/publication/look.ts';

export interface LogoOnPage {
  readonly src: string;
  /** The logo for dark pages; undefined where there is one logo for both. */
  readonly darkSrc: string | undefined;
}

/** Undefined where the publication has none; its name is shown then. */
export function logoOf(look: Pick<Look, 'logo' | 'darkLogo'> | undefined): LogoOnPage | undefined {
  if (!look?.logo) return undefined;
  return { src: imageUrl(look.logo), darkSrc: look.darkLogo === null ? undefined : imageUrl(look.darkLogo) };
}

/** A preview brings an image along as a data URL. */
export function imageUrl(file: string): string {
  return file.startsWith('data:') ? file : `/assets/logos/${file}`;
}
