// A publication as commands print it.
import type { Publication } from '../../models/publication/publication.ts';
import { toTime, type Cells } from '../output.ts';

export function toPublicationObject({
  id,
  name,
  siteUrl,
  brandColor,
  font,
  radius,
  logo,
  darkLogo,
  locale,
  timeZone,
  createdAt,
}: Publication): Cells {
  return {
    id,
    name,
    site_url: siteUrl,
    brand_color: brandColor,
    font,
    radius,
    logo,
    dark_logo: darkLogo,
    locale,
    time_zone: timeZone,
    created_at: toTime(createdAt),
  };
}
