// The people whom a filter finds as the rows of a file, read slice by slice.
import type { CsvRow } from '../../csv.ts';
import type { Database } from '../../database/connection.ts';
import type { CustomerSummary } from '../people/customer-summary.ts';
import type { Tenant } from '../record.ts';
import type { PeopleFilter } from './filter-source.ts';
import { findPeople, type ListedPerson } from './people-filter.ts';
import { readWhatPeopleHave } from './what-people-have.ts';

/** Our choice: read at once. */
const SLICE = 500;
export const PEOPLE_COLUMNS = [
  'id',
  'email',
  'name',
  'state',
  'plan_slug',
  'newsletter_slugs',
  'joined_at',
  'last_seen_at',
  'email_verified_at',
] as const;

/** Returns them the newest first. Nothing holds the database between two slices. */
export async function* readPeopleRows(
  publication: Tenant,
  database: Database,
  filter: PeopleFilter,
): AsyncGenerator<readonly CsvRow[]> {
  for (let after: string | null | undefined; after !== null;) {
    const request = { limit: SLICE, after };
    const { page, have } = await database.replicaRead(async (connection) => {
      const found = await findPeople(publication, connection, filter, request);
      return { page: found, have: await readWhatPeopleHave(publication, connection, found.people) };
    });
    yield page.people.flatMap((person) => toRow(person, have.get(person.id)));
    after = page.next;
  }
}

/** No row for somebody who was erased meanwhile. */
function toRow({ createdAt, lastSeenAt }: ListedPerson, has: CustomerSummary | undefined): CsvRow[] {
  if (has === undefined) return [];
  const time = (at: number | null): Date | null => (at === null ? null : new Date(at));
  const { id, email, name, state, planSlug, newsletterSlugs, emailVerifiedAt } = has;
  return [
    [
      id,
      email,
      name,
      state,
      planSlug,
      newsletterSlugs.join(' '),
      time(createdAt),
      time(lastSeenAt),
      time(emailVerifiedAt),
    ],
  ];
}
