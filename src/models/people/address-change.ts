// Changes of people's e-mail addresses. The former address can undo one for a week (decisions 35). The mails to
// both addresses fall due from here (src/mails/address-changed.ts and new-address.ts).
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { idIn, isSigned, signId } from '../../database/signed-id.ts';
import type { EmailAddress } from '../email-address.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';

/** Decisions 35: how long the former address can undo a change. */
const UNDO_SECONDS = 7 * 24 * 3600;

/** Who changed an address: the person, the publisher, or the owner of the former address by undoing a change. */
export type ChangedBy = 'customer' | 'publisher' | 'undo';

export class AddressChangeRecord extends PublicationRecord {
  static override tableName = 'address_changes';
  declare customerId: string;
  declare changedBy: ChangedBy;
  declare formerEmail: string;
  declare formerEmailNormalized: string;
  declare email: string;
  /** Null for a change that cannot be undone, or not any more. */
  declare undoUntil: number | null;
  declare formerMailedAt: number | null;
  declare mailedAt: number | null;
  declare createdAt: number;
}

/** A change that can be undone, and the address that it would bring back. */
export type Undoable = Pick<RowOf<AddressChangeRecord>, 'id' | 'customerId'> & { readonly former: EmailAddress };

export async function recordAddressChange(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  change: Pick<AddressChangeRecord, 'customerId' | 'changedBy'> & {
    readonly former: EmailAddress;
    readonly email: string;
    readonly isUndoable: boolean;
    /** Whether neither address is mailed about it. */
    readonly isUntold?: boolean;
  },
): Promise<void> {
  const { customerId, changedBy, former, email, isUndoable, isUntold = false } = change;
  const now = clock.now();
  const mailedAt = isUntold ? now.getTime() : null;
  await AddressChangeRecord.in(publication, transaction).insert({
    publicationId: publication.id,
    id: newId('adc', now),
    customerId,
    changedBy,
    formerEmail: former.email,
    formerEmailNormalized: former.emailNormalized,
    email,
    undoUntil: isUndoable ? addSeconds(now, UNDO_SECONDS).getTime() : null,
    formerMailedAt: mailedAt,
    mailedAt,
    createdAt: now.getTime(),
  });
}

/** Returns the path of the link by which the former address undoes the change. */
export function undoPath(secretKeys: SecretKeys, changeId: string): string {
  return `/email-address/undo/${signId(secretKeys, 'address-undo', changeId)}`;
}

/** Returns undefined for a forged token, and for a change that cannot be undone any more. */
export async function findUndoable(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  secretKeys: SecretKeys,
  token: string,
): Promise<Undoable | undefined> {
  const id = idIn(token, 'adc');
  if (!isSigned(secretKeys, 'address-undo', token, id)) return undefined;
  return toUndoable(await first(undoables(publication, connection, clock, { id })));
}

/** Returns the newest change by which an account left this address, and which can be undone. */
export async function findUndoableFrom(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  { emailNormalized }: EmailAddress,
): Promise<Undoable | undefined> {
  const found = undoables(publication, connection, clock, { formerEmailNormalized: emailNormalized });
  return toUndoable(await first(found.orderBy('id', 'desc')));
}

/**
 * Ends the undoing of this change and of all later ones of the same person, so that an address that took the account
 * cannot take it back. Returns false if this change could not be undone any more.
 */
export async function endUndoing(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { id, customerId }: Undoable,
): Promise<boolean> {
  const ended = await undoables(publication, transaction, clock, { id }).patch({ undoUntil: null });
  await AddressChangeRecord.in(publication, transaction, { customerId })
    .where('id', '>', id)
    .patch({ undoUntil: null });
  return ended === 1;
}

/** Returns false where another worker has claimed the mail. */
export async function claimAddressMail(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  mark: 'formerMailedAt' | 'mailedAt',
  now: Date,
): Promise<boolean> {
  const unsent = AddressChangeRecord.in(publication, transaction, { id, [mark]: null });
  return (await unsent.patch({ [mark]: now.getTime() })) === 1;
}

/** Lists the changes of a person's address, newest first. */
export function listAddressChanges(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<RowOf<AddressChangeRecord>[]> {
  return AddressChangeRecord.in(publication, connection, { customerId }).orderBy('id', 'desc').execute();
}

/** Returns the change by which another person left the address last, as far as that is kept. */
export async function findLeavingByOthers(
  publication: Tenant,
  connection: Connection,
  { emailNormalized, customerId }: { readonly emailNormalized: string; readonly customerId: string },
): Promise<Pick<AddressChangeRecord, 'id' | 'createdAt'> | undefined> {
  const others = AddressChangeRecord.in(publication, connection, { formerEmailNormalized: emailNormalized });
  return first(others.whereNot('customerId', customerId).select('id', 'createdAt').orderBy('id', 'desc'));
}

/** Returns the id of who left the address last, as far as that is kept. */
export async function findLastOwner(
  publication: Tenant,
  connection: Connection,
  emailNormalized: string,
): Promise<string | undefined> {
  const left = AddressChangeRecord.in(publication, connection, { formerEmailNormalized: emailNormalized });
  return (await first(left.select('customerId').orderBy('id', 'desc')))?.customerId;
}

/** Moves the changes of a person who is merged into another. They cannot be undone: the account is another one. */
export async function moveAddressChanges(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  const moved = AddressChangeRecord.in(publication, transaction, { customerId: fromId });
  await moved.patch({ customerId: intoId, undoUntil: null });
}

/** Removes the changes of a person who is erased or merged into another. Returns the former addresses. */
export async function removeAddressChanges(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<Pick<AddressChangeRecord, 'formerEmail' | 'formerEmailNormalized' | 'createdAt'>[]> {
  const changes = () => AddressChangeRecord.in(publication, transaction, { customerId });
  const former = await changes().select('formerEmail', 'formerEmailNormalized', 'createdAt').execute();
  await changes().delete();
  return former;
}

function undoables(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  fields: Partial<Pick<AddressChangeRecord, 'id' | 'formerEmailNormalized'>>,
) {
  return AddressChangeRecord.in(publication, connection, fields).where('undoUntil', '>', clock.now().getTime());
}

function toUndoable(found: AddressChangeRecord | undefined): Undoable | undefined {
  if (found === undefined) return undefined;
  const { id, customerId, formerEmail: email, formerEmailNormalized: emailNormalized } = found;
  return { id, customerId, former: { email, emailNormalized } };
}
