// The deployment as a tenant. What belongs to no publication, such as the mails by which staff sign in, is kept under it;
// it has no site and is in no list. The first migration inserts its row.
import { NO_DETAILS } from './details.ts';
import { DASHBOARD_LANGUAGES, writeLanguages } from './languages.ts';
import { DEFAULT_LOOK } from './look.ts';
import { HOUSE_ID, type PublicationRow } from './publication.ts';

export const HOUSE_NAME = 'Masthead';

/** @param dashboardUrl an origin, which its mails link to */
export function houseOf(dashboardUrl: string): PublicationRow {
  return {
    ...DEFAULT_LOOK,
    ...NO_DETAILS,
    id: HOUSE_ID,
    name: HOUSE_NAME,
    siteUrl: dashboardUrl,
    siteHost: '(none)',
    locale: 'en',
    languages: writeLanguages(DASHBOARD_LANGUAGES),
    timeZone: 'UTC',
  };
}
