// The mails that were sent to an address, found by a keyed hash of it (delivery-recipient.ts). Of each is kept which mail
// it was and how its sending went, but not its content (src/outbound/mail.ts).
import type { Connection } from '../../database/connection.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import type { RowOf, Tenant } from '../record.ts';
import { DeliveryRecord } from './delivery.ts';

/** A span of time in which the hashes were those of one person's address, in milliseconds. */
export interface MailSpan {
  readonly macs: readonly string[];
  readonly from: number;
  readonly until: number;
  /** A mail that is theirs although it was sent later, by the record that it is about. */
  readonly alsoAbout?: string | undefined;
  /** A mail that is not theirs although it was sent then, by the same. */
  readonly notAbout?: string | undefined;
}

const COLUMNS = [
  'id',
  'recipientMac',
  'purpose',
  'objectId',
  'state',
  'attempts',
  'createdAt',
  'dueAt',
  'endedAt',
  'uselessAfter',
  'outcome',
] as const;

export type SentMail = Pick<RowOf<DeliveryRecord>, (typeof COLUMNS)[number]> & {
  /** Whether its content is still there: until it is sent, and of one that was given up. */
  readonly hasContent: boolean;
};

/** What a person sees of a mail in their own data. */
type ExportedMail = Pick<SentMail, 'id' | 'purpose' | 'state' | 'attempts' | 'createdAt' | 'endedAt'>;

type Found = Pick<RowOf<DeliveryRecord>, (typeof COLUMNS)[number] | 'payload'>;

/** Lists the mails of any of the spans, newest first. */
export async function listMailsTo(
  publication: Tenant,
  connection: Connection,
  request: PageRequest & { readonly spans: readonly MailSpan[] },
): Promise<Page<SentMail>> {
  const found = await mailsIn(publication, connection, request.spans)
    .where('id', '<', `dlv_${firstPosition(request)}`)
    .orderBy('id', 'desc')
    .limit(request.limit + 1)
    .castTo<Found[]>();
  return toPage(found, request, toSentMail);
}

/** Lists all mails of any of the spans for the person themselves, newest first. */
export async function listMailsToExport(
  publication: Tenant,
  connection: Connection,
  spans: readonly MailSpan[],
): Promise<ExportedMail[]> {
  const found = await mailsIn(publication, connection, spans).orderBy('id', 'desc').castTo<Found[]>();
  return found.map(({ id, purpose, state, attempts, createdAt, endedAt }) => ({
    id,
    purpose,
    state,
    attempts,
    createdAt,
    endedAt,
  }));
}

/** Returns undefined for a mail that is in none of the spans. */
export async function findMailTo(
  publication: Tenant,
  connection: Connection,
  { id, spans }: { readonly id: string; readonly spans: readonly MailSpan[] },
): Promise<SentMail | undefined> {
  const [found] = await mailsIn(publication, connection, spans).where({ id }).castTo<Found[]>();
  return found && toSentMail(found);
}

function mailsIn(publication: Tenant, connection: Connection, spans: readonly MailSpan[]) {
  return DeliveryRecord.in(publication, connection, { kind: 'mail' })
    .select(...COLUMNS, 'payload')
    .whereNotNull('recipientMac')
    .whereIn(
      'recipientMac',
      spans.flatMap(({ macs }) => macs),
    )
    .where((any) => {
      // Of no span there is no mail.
      any.whereRaw('1 = 0');
      for (const { macs, from, until, alsoAbout, notAbout } of spans)
        any.orWhere((one) => {
          one.whereIn('recipientMac', [...macs]).where('createdAt', '>=', from);
          if (notAbout !== undefined)
            one.where((other) => other.whereNull('objectId').orWhereNot('objectId', notAbout));
          one.where((theirs) => {
            theirs.where('createdAt', '<=', until);
            if (alsoAbout !== undefined) theirs.orWhere('objectId', alsoAbout);
          });
        });
    });
}

function toSentMail({ payload, ...mail }: Found): SentMail {
  return { ...mail, hasContent: payload !== '' };
}
