// A publication as commands print it.
import { DETAIL_COLUMNS, DETAIL_NAMES } from '../../models/publication/details.ts';
import { languagesOf } from '../../models/publication/languages.ts';
import type { Publication } from '../../models/publication/publication.ts';
import { toTime, type Cells } from '../output.ts';

export function toPublicationObject(publication: Publication): Cells {
  const { id, name, siteUrl, brandColor, font, radius, logo, darkLogo, locale, timeZone, createdAt } = publication;
  const details = DETAIL_NAMES.map((detail) => [DETAIL_COLUMNS[detail], publication[detail]] as const);
  return {
    id,
    name,
    site_url: siteUrl,
    brand_color: brandColor,
    font,
    radius,
    logo,
    dark_logo: darkLogo,
    cover: publication.cover,
    ...Object.fromEntries(details),
    plans_per_reader: publication.plansPerReader,
    pauses_set_by: publication.pausesSetBy,
    languages: languagesOf(publication),
    locale,
    time_zone: timeZone,
    created_at: toTime(createdAt),
  };
}
