// The images of the settings form: chosen files, and boxes that remove what is there.
import type { Connection } from '../../database/connection.ts';
import { LOGO_MEDIA_TYPES, parseCover, parseLogo, type LogoExtension } from '../../models/publication/logo-image.ts';
import { findLogo, type NewLogos } from '../../models/publication/logo.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { fieldOf } from '../../site/form.ts';
import type { FormVisit } from '../visit.ts';

export const LOGO_FIELDS = ['logo', 'dark_logo', 'cover'] as const;

/** What the form says of the images. A chosen file takes precedence over the box. */
export function logosOf({ uploads, form }: Pick<FormVisit, 'uploads' | 'form'>): NewLogos {
  const logoOf = (field: (typeof LOGO_FIELDS)[number]): Uint8Array | null | undefined =>
    uploads[field] ?? (fieldOf(form, `remove_${field}`) === '' ? undefined : null);
  return { logo: logoOf('logo'), darkLogo: logoOf('dark_logo'), cover: logoOf('cover') };
}

/** The images as a page shows them that is not on the publication's host: as data URLs. Throws InvalidValue. */
export async function previewedLogos(
  publication: PublicationRow,
  connection: Connection,
  chosen: NewLogos,
): Promise<Pick<PublicationRow, 'logo' | 'darkLogo' | 'cover'>> {
  const shown = async (
    stored: string | null,
    image: Uint8Array | null | undefined,
    parse: (image: Uint8Array) => LogoExtension,
  ): Promise<string | null> => {
    const bytes =
      image === undefined && stored !== null ? await findLogo(publication, connection, stored) : (image ?? undefined);
    return bytes === undefined ? null : toDataUrl(parse(bytes), bytes);
  };
  return {
    logo: await shown(publication.logo, chosen.logo, (image) => parseLogo('logo', image)),
    darkLogo: await shown(publication.darkLogo, chosen.darkLogo, (image) => parseLogo('dark_logo', image)),
    cover: await shown(publication.cover, chosen.cover, (image) => parseCover('cover', image)),
  };
}

function toDataUrl(extension: LogoExtension, image: Uint8Array): string {
  return `data:${LOGO_MEDIA_TYPES[extension]};base64,${Buffer.from(image).toString('base64')}`;
}
