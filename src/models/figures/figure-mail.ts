// Who among the staff wants the mail with the figures of each month, and when it is due next.
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { TenantRecord, type Tenant } from '../record.ts';
import { addMonthsTo, dayIn, monthOf } from './local-day.ts';

class FigureMailRecord extends TenantRecord {
  static override tableName = 'figure_mails';
  static override idColumn = ['publicationId', 'staffId'];
  declare staffId: string;
  /** By whose clock it is due. */
  declare gateway: string;
  /** By the publication's clock, in milliseconds. */
  declare dueAt: number;
}

/** Our choice: in the morning of the first of the month, when all of the month before has arrived. */
const HOUR_OF_DAY = 6;
const HOUR_MILLISECONDS = 3_600_000;
const EARLY_MILLISECONDS = 2 * 24 * HOUR_MILLISECONDS;

const want = statement(
  'want_figure_mail',
  `insert into figure_mails (publication_id, staff_id, gateway, due_at) values (:publicationId, :staffId, :gateway, :dueAt)
    on conflict (publication_id, staff_id) do nothing`,
);

export async function wantsFigureMail(publication: Tenant, connection: Connection, staffId: string): Promise<boolean> {
  return (await FigureMailRecord.find(publication, connection, { staffId })) !== undefined;
}

/**
 * @param gateway which collects for the publication, empty for none
 * @param now by the publication's clock, in milliseconds
 */
export async function switchFigureMail(
  publication: Tenant & { readonly timeZone: string },
  transaction: Transaction,
  given: { readonly staffId: string; readonly isOn: boolean; readonly gateway: string; readonly now: number },
): Promise<void> {
  const { staffId, isOn, gateway, now } = given;
  if (!isOn) {
    await FigureMailRecord.in(publication, transaction, { staffId }).delete();
    return;
  }
  const dueAt = nextDue(now, publication.timeZone);
  await transaction.run(want, { publicationId: publication.id, staffId, gateway, dueAt });
}

/**
 * Claims a mail that is due. Returns the month that it is about, such as 2027-03; undefined where another worker has
 * claimed it, and where the month is not over, as after a change of the time zone.
 * @param now by the publication's clock
 */
export async function claimFigureMail(
  publication: Tenant & { readonly timeZone: string },
  transaction: Transaction,
  { staffId, dueAt, now }: { readonly staffId: string; readonly dueAt: number; readonly now: number },
): Promise<string | undefined> {
  const { timeZone } = publication;
  const next = nextDue(now, timeZone);
  const claimed = await FigureMailRecord.in(publication, transaction, { staffId, dueAt }).patch({ dueAt: next });
  // Within two days of the end of the month, it was set in another time zone.
  const isEarly = next - now < EARLY_MILLISECONDS;
  return claimed === 0 || isEarly ? undefined : addMonthsTo(monthOf(dayIn(timeZone)(now)), -1);
}

/** The time on the first of the next month. */
function nextDue(now: number, timeZone: string): number {
  const dayOf = dayIn(timeZone);
  const month = monthOf(dayOf(now));
  const first = `${addMonthsTo(month, 1)}-01`;
  // The day begins within 14 hours of its beginning in UTC; zones are whole quarters of an hour apart from it.
  const quarter = HOUR_MILLISECONDS / 4;
  let start = Date.parse(first) - 15 * HOUR_MILLISECONDS;
  while (dayOf(start) < first) start += quarter;
  return start + HOUR_OF_DAY * HOUR_MILLISECONDS;
}
