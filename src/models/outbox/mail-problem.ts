// The suppression list: addresses of a publication that are written to no more, or not as before, since mails to them
// bounced or were complained of. An address is known by its keyed hash alone (delivery-recipient.ts).
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { recipientMacs } from './delivery-recipient.ts';

/**
 * The kinds in the order of their weight. `hard_bounce`: the receiving server says that there is no such address.
 * `soft_bounce`: a mail was given up for another reason, such as a full mailbox. `complaint`: the reader marked a mail
 * as unwanted.
 */
const MAIL_PROBLEM_KINDS = ['hard_bounce', 'soft_bounce', 'complaint'] as const;
export type MailProblemKind = (typeof MAIL_PROBLEM_KINDS)[number];

const DAY_SECONDS = 24 * 3600;
const DAY_MILLISECONDS = DAY_SECONDS * 1000;
/** Our choice: so many different days in a row with soft bounces make an address dead; a hard bounce does at once. */
const SOFT_BOUNCE_DAYS = 3;
/** Our choice: days are in a row while each is at most this long after the one before, as readers get few mails. */
const SOFT_BOUNCE_GAP_SECONDS = 14 * DAY_SECONDS;

class MailProblemRecord extends PublicationRecord {
  static override tableName = 'mail_problems';
  declare recipientMac: string;
  /** Null for an address that was nobody's, or is nobody's any more. */
  declare customerId: string | null;
  declare kind: MailProblemKind;
  /** Of soft bounces: the different days in a row. */
  declare softDays: number;
  /** When it began, and when it was last reported. */
  declare since: number;
  declare lastAt: number;
  /** When the address came onto the suppression list; null while soft bounces are too few. */
  declare deadAt: number | null;
  /** Enhanced status code (RFC 3463), such as 5.1.1. */
  declare status: string | null;
  /** The start of the server's answer, without addresses. */
  declare answer: string | null;
  /** The mail that was last reported. */
  declare deliveryId: string;
}

export type MailProblem = Omit<RowOf<MailProblemRecord>, 'publicationId' | 'recipientMac'>;

const SHOWN = [
  'id',
  'customerId',
  'kind',
  'softDays',
  'since',
  'lastAt',
  'deadAt',
  'status',
  'answer',
  'deliveryId',
] as const;

/** What was reported of one mail. */
export type ReportedProblem = Pick<
  RowOf<MailProblemRecord>,
  'recipientMac' | 'customerId' | 'kind' | 'status' | 'answer' | 'deliveryId'
>;

/** Writes down a report. Whoever calls it makes sure that each report counts once (mail-report.ts). */
export async function addMailProblem(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  reported: ReportedProblem,
): Promise<void> {
  const now = clock.now();
  const times = { since: now.getTime(), lastAt: now.getTime() };
  const { recipientMac, kind } = reported;
  const fresh = { ...reported, ...times, softDays: 1, deadAt: deadAt(kind, 1, now) };
  if (await MailProblemRecord.add(publication, transaction, { id: newId('mpr', now), ...fresh })) return;
  const here = () => MailProblemRecord.in(publication, transaction, { recipientMac, kind });
  const known = await first(here());
  if (known === undefined) return;
  const isInARow = addSeconds(new Date(known.lastAt), SOFT_BOUNCE_GAP_SECONDS) >= now;
  const softDays = isInARow ? known.softDays + (dayOf(known.lastAt) === dayOf(now.getTime()) ? 0 : 1) : 1;
  await here().patch({
    ...reported,
    customerId: reported.customerId ?? known.customerId,
    since: isInARow || known.deadAt !== null ? known.since : now.getTime(),
    lastAt: now.getTime(),
    softDays,
    deadAt: known.deadAt ?? deadAt(kind, softDays, now),
  });
}

/** Rules of what makes an address dead. */
function deadAt(kind: MailProblemKind, softDays: number, now: Date): number | null {
  return kind !== 'soft_bounce' || softDays >= SOFT_BOUNCE_DAYS ? now.getTime() : null;
}

/** Days of UTC, as a server's queue knows nothing of a publication's time zone. */
function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / DAY_MILLISECONDS);
}

/** Returns the weightiest problem of an address, soft bounces that are too few to stop mails included. */
export async function findMailProblem(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  email: string,
): Promise<MailProblem | undefined> {
  return heaviest(await listMailProblemsOf(publication, connection, secretKeys, email));
}

/** Lists the problems of an address: at most one of each kind, and of each SECRET_KEY in use. */
export async function listMailProblemsOf(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  email: string,
): Promise<MailProblem[]> {
  return of(publication, connection, recipientMacs(secretKeys, publication, email)).select(SHOWN);
}

/** Returns those of the addresses that are on the suppression list. */
export async function findStoppedMacs(
  publication: Tenant,
  connection: Connection,
  macs: readonly string[],
): Promise<string[]> {
  const found = await of(publication, connection, macs).whereNotNull('deadAt').select('recipientMac');
  return found.map(({ recipientMac }) => recipientMac);
}

/** One that stops mails before one that does not, and then by kind. */
function heaviest(problems: readonly MailProblem[]): MailProblem | undefined {
  const weight = ({ kind, deadAt: dead }: MailProblem): number =>
    MAIL_PROBLEM_KINDS.indexOf(kind) + (dead === null ? MAIL_PROBLEM_KINDS.length : 0);
  return problems.toSorted((one, other) => weight(one) - weight(other))[0];
}

/** Lists the addresses on the suppression list that belong to somebody, the newest first. */
export async function listDeadAddresses(
  publication: Tenant,
  connection: Connection,
  request: PageRequest,
): Promise<Page<MailProblem & { readonly customerId: string }>> {
  const found = await MailProblemRecord.in(publication, connection)
    .select(SHOWN)
    .whereNotNull('customerId')
    .whereNotNull('deadAt')
    .where('id', '<', `mpr_${firstPosition(request)}`)
    .orderBy('id', 'desc')
    .limit(request.limit + 1);
  return toPage(found, request, (problem) => ({ ...problem, customerId: problem.customerId ?? '' }));
}

/** Names the person in problems of an address that was nobody's when they were reported. */
export async function nameInMailProblems(
  publication: Tenant,
  transaction: Transaction,
  macs: readonly string[],
  customerId: string,
): Promise<void> {
  await of(publication, transaction, macs).patch({ customerId });
}

/**
 * Lifts the bounces of an address, which a proof has shown to be good. Our choice: a complaint stays, since it says
 * nothing about whether mails arrive; the publisher lifts it when the reader asks for it.
 */
export async function liftBounces(
  publication: Tenant,
  transaction: Transaction,
  secretKeys: SecretKeys,
  email: string,
): Promise<void> {
  await of(publication, transaction, recipientMacs(secretKeys, publication, email))
    .whereNot('kind', 'complaint')
    .delete();
}

/** Lifts everything, at the publisher's word. Returns whether there was anything. */
export async function liftMailProblems(
  publication: Tenant,
  transaction: Transaction,
  secretKeys: SecretKeys,
  email: string,
): Promise<boolean> {
  return (await of(publication, transaction, recipientMacs(secretKeys, publication, email)).delete()) > 0;
}

/** The person has left their address: its problems are nobody's, and it stays on the suppression list. */
export async function leaveMailProblems(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  await MailProblemRecord.in(publication, transaction, { customerId }).patch({ customerId: null });
}

/** Removes the problems of an erased person. */
export async function removeMailProblems(
  publication: Tenant,
  transaction: Transaction,
  { customerId, macs }: { readonly customerId: string; readonly macs: readonly string[] },
): Promise<void> {
  await MailProblemRecord.in(publication, transaction, { customerId }).delete();
  await of(publication, transaction, macs).delete();
}

/** Moves the problems of a merged customer. */
export async function moveMailProblems(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  await MailProblemRecord.in(publication, transaction, { customerId: fromId }).patch({ customerId: intoId });
}

function of(publication: Tenant, connection: Connection, macs: readonly string[]) {
  return MailProblemRecord.in(publication, connection).whereIn('recipientMac', [...macs]);
}
