// Where the dashboard shows the record that an entry of the audit log is about.
import type { Connection } from '../database/connection.ts';
import { listOffers } from '../models/catalog/offer.ts';
import { findPeopleOfRecords } from '../models/lifecycle/people-of-records.ts';
import type { Tenant } from '../models/record.ts';
import type { AuditEntry } from '../models/staff/audit-entry.ts';
import { SECTIONS } from './navigation.ts';

type About = Pick<AuditEntry, 'act' | 'recordId' | 'recordName'>;

/** The kinds of records that have a place in the navigation under another name than their own with an s. */
const PLACES_OF_OTHERS: Readonly<Record<string, string>> = {
  staff: '/staff',
  invitation: '/staff',
  'mail-words': '/mails',
};
const PLACES: ReadonlySet<string> = new Set(SECTIONS.flatMap(({ links }) => links.map(({ path }) => path)));

/**
 * Returns the paths of the records' pages, in the order of the entries; of the place in the navigation where the kind of
 * record is listed where it has no page of its own; of the person whom a subscription, payment or gift belongs to; undefined
 * where there is none. The paths follow that of the
 * publication.
 */
export async function findRecordPaths(
  publication: Tenant,
  connection: Connection,
  entries: readonly About[],
): Promise<(string | undefined)[]> {
  const isAboutOffers = entries.some(({ act }) => nounOf(act) === 'offer');
  const offers = isAboutOffers ? await listOffers(publication, connection) : [];
  const people = await findPeopleOfRecords(
    publication,
    connection,
    entries.flatMap(({ recordId }) => recordId ?? []),
  );
  const forSale = new Set(offers.map(({ slug }) => slug));
  return entries.map(({ act, recordId, recordName }) => {
    const person = people.get(recordId ?? '');
    if (person !== undefined) return `/people/${person}`;
    if (nounOf(act) === 'offer' && recordName !== null && forSale.has(recordName)) return `/offers/${recordName}`;
    const place = PLACES_OF_OTHERS[nounOf(act)] ?? `/${nounOf(act)}s`;
    return PLACES.has(place) ? place : undefined;
  });
}

function nounOf(act: string): string {
  return act.split('.')[0] ?? '';
}
