// Which mails a customer does not want. The link in such a mail says so for this person and this mail alone, without a
// sign-in and at any time (RFC 8058). What they asked for and what concerns their money or account is always sent.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { idIn, isSigned, signId } from '../../database/signed-id.ts';
import type { Tenant } from '../record.ts';
import { findPersonOf } from './customer-person.ts';
import { CustomerRecord } from './customer-record.ts';

/** Returns the path of the link by which a customer refuses invitations. */
export function unsubscribePath(secretKeys: SecretKeys, publication: Tenant, customerId: string): string {
  return `/unsubscribe/${signId(secretKeys, 'unsubscribe', customerId, toSigned(publication, customerId))}`;
}

/** Returns the id of the customer whose link it is; undefined for a forged token, and for another publication's. */
export function findUnsubscriber(secretKeys: SecretKeys, publication: Tenant, token: string): string | undefined {
  const id = idIn(token, 'cus');
  return isSigned(secretKeys, 'unsubscribe', token, toSigned(publication, id)) ? id : undefined;
}

/** Idempotent. Holds for the person into whom the customer was merged; for one who was erased there is nothing to do. */
export async function refuseInvitations(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
): Promise<void> {
  const person = await findPersonOf(publication, transaction, customerId);
  if (person === undefined) return;
  const fields = { id: person.id, goneAt: null, invitationsRefusedAt: null };
  await CustomerRecord.in(publication, transaction, fields).patch({ invitationsRefusedAt: clock.now().getTime() });
}

/** Whether customers can refuse mails of this purpose. */
export function isRefusable(purpose: string | null): boolean {
  return purpose === 'invitation';
}

/** Whether the person does not want mails of this purpose. */
export async function isRefused(
  publication: Tenant,
  connection: Connection,
  { purpose, customerId }: { readonly purpose: string | null; readonly customerId: string | undefined },
): Promise<boolean> {
  if (!isRefusable(purpose) || customerId === undefined) return false;
  return (await findRefusalOfInvitations(publication, connection, customerId)) !== undefined;
}

/** Returns when the customer refused invitations, in milliseconds; undefined where they did not. */
export async function findRefusalOfInvitations(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<number | undefined> {
  const found = await CustomerRecord.find(publication, connection, { id: customerId });
  return found?.invitationsRefusedAt ?? undefined;
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

function toSigned(publication: Tenant, customerId: string): string {
  return `${publication.id} invitation ${customerId}`;
}
