// Which mails a customer does not want. The link in such a mail says so for this person and this mail alone, without a
// sign-in and at any time (RFC 8058). What they asked for and what concerns their money or account is always sent.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { idIn, isSigned, signId } from '../../database/signed-id.ts';
import type { Tenant } from '../record.ts';
import { findPersonOf } from './customer-person.ts';
import { CustomerRecord } from './customer-record.ts';

/** The mails that a customer can refuse, each with the column that says when they did. */
const REFUSALS = {
  invitation: 'invitationsRefusedAt',
  gift_ending: 'giftMailsRefusedAt',
  new_browser: 'signInMailsRefusedAt',
} as const;
export type RefusableMail = keyof typeof REFUSALS;
const REFUSABLE = Object.keys(REFUSALS) as readonly RefusableMail[];

/** What a link in a mail refuses, and for whom. */
interface Refusal {
  readonly customerId: string;
  readonly mail: RefusableMail;
}

/** Returns the path of the link by which a customer refuses such mails. */
export function unsubscribePath(secretKeys: SecretKeys, publication: Tenant, refusal: Refusal): string {
  return `/unsubscribe/${signId(secretKeys, 'unsubscribe', refusal.customerId, toSigned(publication, refusal))}`;
}

/** Returns undefined for a forged token, and for another publication's. */
export function findUnsubscriber(secretKeys: SecretKeys, publication: Tenant, token: string): Refusal | undefined {
  const customerId = idIn(token, 'cus');
  return REFUSABLE.map((mail) => ({ customerId, mail })).find((refusal) =>
    isSigned(secretKeys, 'unsubscribe', token, toSigned(publication, refusal)),
  );
}

/** Idempotent. Holds for the person into whom the customer was merged; for one who was erased there is nothing to do. */
export async function refuseMails(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { customerId, mail }: Refusal,
): Promise<void> {
  const person = await findPersonOf(publication, transaction, customerId);
  if (person === undefined) return;
  const column = REFUSALS[mail];
  const fields = { id: person.id, goneAt: null, [column]: null };
  await CustomerRecord.in(publication, transaction, fields).patch({ [column]: clock.now().getTime() });
}

/** Takes the refusal back, as whoever changed their mind by the same link. Idempotent. */
export async function allowMails(
  publication: Tenant,
  transaction: Transaction,
  { customerId, mail }: Refusal,
): Promise<void> {
  const person = await findPersonOf(publication, transaction, customerId);
  if (person === undefined) return;
  await CustomerRecord.in(publication, transaction, { id: person.id, goneAt: null }).patch({ [REFUSALS[mail]]: null });
}

/** Whether the person, or the one into whom they were merged, refuses such mails. */
export async function hasRefused(
  publication: Tenant,
  connection: Connection,
  { customerId, mail }: Refusal,
): Promise<boolean> {
  const person = await findPersonOf(publication, connection, customerId);
  return person !== undefined && (await findRefusals(publication, connection, person.id))[mail] !== undefined;
}

/** When a customer refused which mails, in milliseconds. */
export type Refusals = Readonly<Partial<Record<RefusableMail, number>>>;

export async function findRefusals(publication: Tenant, connection: Connection, customerId: string): Promise<Refusals> {
  const found = await CustomerRecord.find(publication, connection, { id: customerId });
  return Object.fromEntries(
    REFUSABLE.flatMap((mail) => {
      const at = found?.[REFUSALS[mail]] ?? null;
      return at === null ? [] : [[mail, at]];
    }),
  );
}

/**
 * Whether refusals keep a mail that was written from being sent. A mail about a new browser is sent all the same: whoever has
 * got into the account could refuse it.
 */
export function isUnwanted(purpose: string | null, refusals: Refusals): boolean {
  return (purpose === 'invitation' || purpose === 'gift_ending') && refusals[purpose] !== undefined;
}

/** Whether the person does not want mails of this purpose. */
export async function isRefused(
  publication: Tenant,
  connection: Connection,
  { purpose, customerId }: { readonly purpose: string | null; readonly customerId: string | undefined },
): Promise<boolean> {
  if (customerId === undefined) return false;
  return isUnwanted(purpose, await findRefusals(publication, connection, customerId));
}

/** Whether the customer is mailed about a sign-in from a new browser. Our choice: until they do not want it. */
export async function wantsSignInMails(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<boolean> {
  const found = await CustomerRecord.find(publication, connection, { id: customerId });
  return found?.signInMailsRefusedAt === null;
}

/** Idempotent. */
export async function chooseSignInMails(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { customerId, isWanted }: { readonly customerId: string; readonly isWanted: boolean },
): Promise<void> {
  const signInMailsRefusedAt = isWanted ? null : clock.now().getTime();
  await CustomerRecord.in(publication, transaction, { id: customerId, goneAt: null }).patch({ signInMailsRefusedAt });
}

function toSigned(publication: Tenant, { customerId, mail }: Refusal): string {
  return `${publication.id} ${mail} ${customerId}`;
}
