// Reports of bounces and complaints, one for each mail and kind: the history behind the suppression list, and what the
// figures count. A report that comes again changes nothing, whichever way it takes.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { ofAllPublications, statement } from '../../database/statement.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { addMailProblem, type MailProblemKind } from './mail-problem.ts';

/**
 * How a report came: in the conversation with the mail server, by a delivery status notification or feedback report, or
 * by the webhook of a mail service.
 */
export type MailReportSource = 'smtp' | 'mail' | 'webhook';

class MailReportRecord extends PublicationRecord {
  static override tableName = 'mail_reports';
  declare deliveryId: string;
  /** Null once its owner was erased. */
  declare recipientMac: string | null;
  declare customerId: string | null;
  declare kind: MailProblemKind;
  declare source: MailReportSource;
  declare status: string | null;
  declare answer: string | null;
  declare createdAt: number;
}

type MailReport = Omit<RowOf<MailReportRecord>, 'publicationId' | 'recipientMac'>;

/** What a receiving server or a mail service says about a mail. */
export interface MailBounce {
  readonly kind: MailProblemKind;
  /** Enhanced status code (RFC 3463). */
  readonly status?: string | undefined;
  /** In the server's own words, which may hold addresses. */
  readonly answer?: string | undefined;
}

const SHOWN = ['id', 'deliveryId', 'customerId', 'kind', 'source', 'status', 'answer', 'createdAt'] as const;
/** Enough for the sentence that servers give, little enough for a column of a table. */
const ANSWER_MAX_LENGTH = 200;

export interface ReportedMail {
  readonly publicationId: string;
  readonly id: string;
  readonly recipientMac: string;
  readonly customerId: string | null;
}

const mailById = ofAllPublications(
  statement<Omit<ReportedMail, 'recipientMac'> & { readonly recipientMac: string | null }>(
    'mail_of_report',
    "select publication_id, id, recipient_mac, customer_id from deliveries where id = ? and kind = 'mail'",
  ),
);

/**
 * Finds the mail that a report names, of any publication: whoever calls it has checked a MAC or a signature. Returns
 * undefined for an unknown mail, and for one whose recipient was erased.
 */
export async function findReportedMail(connection: Connection, deliveryId: string): Promise<ReportedMail | undefined> {
  const found = await connection.first(mailById, [deliveryId]);
  const { recipientMac = null } = found ?? {};
  return found === undefined || recipientMac === null ? undefined : { ...found, recipientMac };
}

/** Records a report and what follows for the address. Returns false for one that is known already. */
export async function recordMailReport(
  transaction: Transaction,
  clock: Clock,
  mail: ReportedMail,
  { kind, status, answer, source }: MailBounce & { readonly source: MailReportSource },
): Promise<boolean> {
  const publication = { id: mail.publicationId };
  const now = clock.now();
  const { recipientMac, customerId } = mail;
  const said = { kind, status: status ?? null, answer: toKeptAnswer(answer), deliveryId: mail.id };
  const row = { id: newId('mrp', now), recipientMac, customerId, source, ...said, createdAt: now.getTime() };
  if (!(await MailReportRecord.add(publication, transaction, row))) return false;
  await addMailProblem(publication, transaction, clock, { recipientMac, customerId, ...said });
  return true;
}

/** The start of the answer in one line, without addresses and characters that a terminal obeys. */
function toKeptAnswer(answer: string | undefined): string | null {
  const kept = answer
    ?.toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    // Bounded, so that no long text without a space takes long.
    .slice(0, 4 * ANSWER_MAX_LENGTH)
    .replaceAll(/\S*@\S*/g, '…')
    .slice(0, ANSWER_MAX_LENGTH)
    .trim();
  return kept ? kept : null;
}

/** Returns the reports about these mails, the newest first. */
export async function listMailReports(
  publication: Tenant,
  connection: Connection,
  deliveryIds: readonly string[],
): Promise<MailReport[]> {
  return MailReportRecord.in(publication, connection)
    .select(SHOWN)
    .whereIn('deliveryId', [...deliveryIds])
    .orderBy('id', 'desc');
}

/** Counts the mails that bounced and those that were complained of, from one time until before another. */
export async function countMailReports(
  publication: Tenant,
  connection: Connection,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<{ readonly bounces: number; readonly complaints: number }> {
  const counted = await MailReportRecord.in(publication, connection)
    .where('createdAt', '>=', from.getTime())
    .where('createdAt', '<', until.getTime())
    .select('kind')
    .count('* as reports')
    .groupBy('kind')
    .castTo<{ readonly kind: MailProblemKind; readonly reports: number | string }[]>();
  const sum = (isMeant: (kind: MailProblemKind) => boolean): number =>
    counted.reduce((total, { kind, reports }) => total + (isMeant(kind) ? Number(reports) : 0), 0);
  return { bounces: sum((kind) => kind !== 'complaint'), complaints: sum((kind) => kind === 'complaint') };
}

/** Keeps of an erased person's reports that there were some, for the figures. */
export async function eraseFromMailReports(
  publication: Tenant,
  transaction: Transaction,
  { customerId, macs }: { readonly customerId: string; readonly macs: readonly string[] },
): Promise<void> {
  const nothing = { recipientMac: null, customerId: null, answer: null };
  await MailReportRecord.in(publication, transaction, { customerId }).patch(nothing);
  await MailReportRecord.in(publication, transaction)
    .whereIn('recipientMac', [...macs])
    .patch(nothing);
}

/** Moves the reports of a merged customer. */
export async function moveMailReports(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  await MailReportRecord.in(publication, transaction, { customerId: fromId }).patch({ customerId: intoId });
}
