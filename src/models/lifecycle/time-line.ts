// What happened to a person, newest first: the events of their records, what staff and programs did for them, and the
// notes about them. Each source is read by an index from the same position, and the newest of all make a page.
import type { Connection } from '../../database/connection.ts';
import { positionOf } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { toEvent, type EventRow, type LoggedEvent } from '../outbox/event-record.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import { toMemberId } from '../people/customer-summary.ts';
import type { Note } from '../people/note.ts';
import type { Tenant } from '../record.ts';
import type { AuditEntry } from '../staff/audit-entry.ts';

export type TimeLineItem =
  | { readonly id: string; readonly createdAt: number; readonly event: LoggedEvent }
  | { readonly id: string; readonly createdAt: number; readonly act: AuditEntry }
  | { readonly id: string; readonly createdAt: number; readonly note: Note };

const events = statement<EventRow>(
  'events_of_customer',
  `select * from events where publication_id = :publicationId and customer_id = :customerId and id < :before
    order by id desc limit :limit`,
);
const recordsOfPerson = `select cast(:customerId as text) as id union all select cast(:memberId as text)
    union all select m.id from customers m where m.publication_id = :publicationId and m.merged_into_id = :customerId
    union all select 'memb_' || substr(m.id, 5) from customers m where m.publication_id = :publicationId and m.merged_into_id = :customerId
    union all select s.id from subscriptions s where s.publication_id = :publicationId and s.customer_id = :customerId
    union all select p.id from payments p where p.publication_id = :publicationId and p.customer_id = :customerId
    union all select g.id from gifts g where g.publication_id = :publicationId and g.customer_id = :customerId`;
// An act may be about the person, somebody who was merged into them, or one of their records. That a note was written is shown by the note. PostgreSQL looks
// each record up by the index, whatever its statistics say.
const acts = statement<AuditEntry>('acts_about_customer', {
  sqlite: `select * from audit_entries where publication_id = :publicationId and act <> 'note.create' and id < :before
      and record_id in (${recordsOfPerson}) order by id desc limit :limit`,
  postgres: `select act.* from (${recordsOfPerson}) about cross join lateral (select * from audit_entries a
      where a.publication_id = :publicationId and a.record_id = about.id and a.act <> 'note.create' and a.id < :before
      order by a.id desc limit :limit) act order by act.id desc limit :limit`,
});
const notes = statement<Note>(
  'notes_about_customer',
  `select * from customer_notes where publication_id = :publicationId and customer_id = :customerId and id < :before
    order by id desc limit :limit`,
);

/** The events are those in the log: `logPendingEventsOf` moves the others there. */
export async function listTimeLine(
  publication: Tenant,
  connection: Connection,
  request: PageRequest & { readonly customerId: string },
): Promise<Page<TimeLineItem>> {
  const { customerId, limit } = request;
  const position = firstPosition(request);
  const values = { publicationId: publication.id, customerId, limit: limit + 1 };
  const [eventRows, actRows, noteRows] = await Promise.all([
    connection.all(events, { ...values, before: `evt_${position}` }),
    connection.all(acts, { ...values, before: `act_${position}`, memberId: toMemberId(customerId) }),
    connection.all(notes, { ...values, before: `note_${position}` }),
  ]);
  const items: TimeLineItem[] = [
    ...eventRows.map((row) => ({ id: row.id, createdAt: row.createdAt, event: toEvent(row) })),
    ...actRows.map((act) => ({ id: act.id, createdAt: act.createdAt, act })),
    ...noteRows.map((note) => ({ id: note.id, createdAt: note.createdAt, note })),
  ];
  items.sort((one, other) => (positionOf(one.id) < positionOf(other.id) ? 1 : -1));
  return toPage(items.slice(0, limit + 1), request, (item) => item);
}
