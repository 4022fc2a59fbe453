// The logos of the settings form: chosen files, and boxes that remove what is there.
import type { Connection } from '../../database/connection.ts';
import { LOGO_MEDIA_TYPES, parseLogo, type LogoExtension } from '../../models/publication/logo-image.ts';
import { findLogo, type NewLogos } from '../../models/publication/logo.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { fieldOf } from '../../site/form.ts';
import type { FormVisit } from '../visit.ts';

export const LOGO_FIELDS = ['logo', 'dark_logo'] as const;

/** What the form says of the logos. A chosen file takes precedence over the box. */
export function logosOf({ uploads, form }: Pick<FormVisit, 'uploads' | 'form'>): NewLogos {
  const logoOf = (field: (typeof LOGO_FIELDS)[number]): Uint8Array | null | undefined =>
    uploads[field] ?? (fieldOf(form, `remove_${field}`) === '' ? undefined : null);
  return { logo: logoOf('logo'), darkLogo: logoOf('dark_logo') };
}

/** The logos as a page shows them that is not on the publication's host: as data URLs. Throws InvalidValue. */
export async function previewedLogos(
  publication: PublicationRow,
  connection: Connection,
  { logo, darkLogo }: NewLogos,
): Promise<Pick<PublicationRow, 'logo' | 'darkLogo'>> {
  return {
    logo: logo === undefined ? await storedLogo(publication, connection, publication.logo) : chosenLogo('logo', logo),
    darkLogo:
      darkLogo === undefined
        ? await storedLogo(publication, connection, publication.darkLogo)
        : chosenLogo('dark_logo', darkLogo),
  };
}

async function storedLogo(
  publication: PublicationRow,
  connection: Connection,
  file: string | null,
): Promise<string | null> {
  const image = file === null ? undefined : await findLogo(publication, connection, file);
  return image === undefined ? null : toDataUrl(parseLogo('logo', image), image);
}

function chosenLogo(field: string, image: Uint8Array | null): string | null {
  return image === null ? null : toDataUrl(parseLogo(field, image), image);
}

function toDataUrl(extension: LogoExtension, image: Uint8Array): string {
  return `data:${LOGO_MEDIA_TYPES[extension]};base64,${Buffer.from(image).toString('base64')}`;
}
