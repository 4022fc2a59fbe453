// `/dashboard/:publication/people.csv`: what the list of people shows, as a file. It is read slice by slice, so that it may
// be of any length and no reader of the database waits.
import type { FastifyReply } from 'fastify';
import { CSV_MEDIA_TYPE, csvStream, type CsvRow } from '../../csv.ts';
import type { Connection } from '../../database/connection.ts';
import { findPeople, type ListedPerson, type PeopleFilter } from '../../models/finding/people-filter.ts';
import { readWhatPeopleHave } from '../../models/finding/what-people-have.ts';
import { indexPeople } from '../../models/finding/word-index.ts';
import type { CustomerSummary } from '../../models/people/customer-summary.ts';
import type { Tenant } from '../../models/record.ts';
import { recordAct } from '../../models/staff/audit-entry.ts';
import type { Service } from '../../service.ts';
import { actorOf } from '../act.ts';
import { sendFile } from '../download.ts';
import { goTo } from '../show.ts';
import type { Visit } from '../visit.ts';
import { readKnown } from './people.ts';
import { faultsOf, toFilter, toQuery, typedFilter } from './typed-filter.ts';

/** Our choice: read at once. */
const SLICE = 500;
const HEADING = [
  'id',
  'email',
  'name',
  'state',
  'plan_slug',
  'newsletter_slugs',
  'joined_at',
  'last_seen_at',
  'email_verified_at',
];

/** Our choice: as a page that is shown, not a form, as each download is an act of its own, however often it is asked for. */
export async function sendPeople(service: Service, visit: Visit): Promise<FastifyReply> {
  const { database, clock } = service;
  const { publication } = visit.session;
  const typed = typedFilter(visit.query);
  const known = await readKnown(service, visit);
  // The page says what is wrong with it.
  if (faultsOf(typed, known, visit.language.t).length > 0) return goTo(visit, `/people?${toQuery(typed)}`);
  await indexPeople(database, publication);
  const act = { name: 'people.export', recordId: null, recordName: null };
  await database.transaction((transaction) =>
    recordAct(publication, transaction, clock, { actor: actorOf(visit.session, visit.request), act }),
  );
  const day = clock.now().toISOString().slice(0, 10);
  const file = { name: `people-${day}.csv`, mediaType: CSV_MEDIA_TYPE };
  return sendFile(visit.reply, file, csvStream(HEADING, slicesOf(publication, database, toFilter(typed, known))));
}

async function* slicesOf(
  publication: Tenant,
  connection: Connection,
  filter: PeopleFilter,
): AsyncGenerator<readonly CsvRow[]> {
  for (let after: string | null | undefined; after !== null;) {
    const page = await findPeople(publication, connection, filter, { limit: SLICE, after });
    const have = await readWhatPeopleHave(publication, connection, page.people);
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
