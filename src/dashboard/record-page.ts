// Where the dashboard shows the record that an entry of the audit log is about.
import type { Connection } from '../database/connection.ts';
import { listOffers } from '../models/catalog/offer.ts';
import type { Tenant } from '../models/record.ts';
import type { AuditEntry } from '../models/staff/audit-entry.ts';
import { SECTIONS } from './navigation.ts';

type About = Pick<AuditEntry, 'act' | 'recordName'>;

/** The kinds of records that have a place in the navigation under another name than their own with an s. */
const PLACES_OF_OTHERS: Readonly<Record<string, string>> = { staff: '/staff', invitation: '/staff' };
const PLACES: ReadonlySet<string> = new Set(SECTIONS.flatMap(({ links }) => links.map(({ path }) => path)));

/**
 * Returns the paths of the records' pages, in the order of the entries; of the place in the navigation where the kind of
 * record is listed where it has no page of its own; undefined where there is none. The paths follow that of the
 * publication.
 */
export async function findRecordPaths(
  publication: Tenant,
  connection: Connection,
  entries: readonly About[],
): Promise<(string | undefined)[]> {
  const isAboutOffers = entries.some(({ act }) => nounOf(act) === 'offer');
  const offers = isAboutOffers ? await listOffers(publication, connection) : [];
  const forSale = new Set(offers.map(({ slug }) => slug));
  return entries.map(({ act, recordName }) => {
    if (nounOf(act) === 'offer' && recordName !== null && forSale.has(recordName)) return `/offers/${recordName}`;
    const place = PLACES_OF_OTHERS[nounOf(act)] ?? `/${nounOf(act)}s`;
    return PLACES.has(place) ? place : undefined;
  });
}

function nounOf(act: string): string {
  return act.split('.')[0] ?? '';
}
