// `/dashboard/:publication/people.csv`: what the list of people shows, as a file. It is read slice by slice, so that it may
// be of any length and no reader of the database waits.
import type { FastifyReply } from 'fastify';
import { CSV_MEDIA_TYPE, csvStream } from '../../csv.ts';
import { PEOPLE_COLUMNS, readPeopleRows } from '../../models/finding/people-rows.ts';
import { indexPeople } from '../../models/finding/word-index.ts';
import { recordAct } from '../../models/staff/audit-entry.ts';
import type { Service } from '../../service.ts';
import { actorOf } from '../act.ts';
import { sendFile } from '../download.ts';
import { goTo } from '../show.ts';
import type { Visit } from '../visit.ts';
import { readKnown } from './people.ts';
import { faultsOf, toFilter, toQuery, typedFilter } from './typed-filter.ts';

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
  return sendFile(
    visit.reply,
    file,
    csvStream(PEOPLE_COLUMNS, readPeopleRows(publication, database, toFilter(typed, known))),
  );
}
