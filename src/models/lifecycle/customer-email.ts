// Changes a person's e-mail address, or attaches the first one, after a code has verified it (decisions 10 and 26), and
// undoes a change from the former address (decisions 35).
import type { Clock } from '../../database/clock.ts';
import { isUniqueViolation, type Transaction } from '../../database/connection.ts';
import type { EmailAddress } from '../email-address.ts';
import { endUndoing, type ChangedBy, type Undoable } from '../people/address-change.ts';
import { findClash } from '../people/customer-clash.ts';
import { lockPersonOf } from '../people/customer-person.ts';
import { CustomerRecord } from '../people/customer-record.ts';
import { recordCustomerEvent } from '../people/customer.ts';
import { UNACTIVATED } from '../people/unactivated-customer.ts';
import { first, type Tenant } from '../record.ts';
import { afterAddressChange } from './address-change.ts';

/** `taken`: the address belongs to another person. `over`: the customer does not meet the condition any more. */
type Changed = 'changed' | 'taken' | 'over';

interface Change {
  readonly customerId: string;
  readonly address: EmailAddress;
  readonly changedBy: ChangedBy;
  readonly keepSession?: string;
  /** The condition that the customer must meet when the row is written. */
  readonly of: { readonly goneAt: null } | typeof UNACTIVATED;
}

/**
 * Replaces a customer's e-mail address by one that they have just verified.
 * @param given.keepSession the session in which they did; all others end
 */
export function changeEmail(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { readonly customerId: string; readonly address: EmailAddress; readonly keepSession: string },
): Promise<Changed> {
  return change(publication, transaction, clock, { ...given, changedBy: 'customer', of: { goneAt: null } });
}

/**
 * Attaches an address to a customer who has not verified any yet. The address that they were created with keeps its
 * spelling, to which the code was sent. Of two concurrent calls, one returns `over`.
 */
export function attachEmail(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { readonly customerId: string; readonly address: EmailAddress },
): Promise<Changed> {
  return change(publication, transaction, clock, { ...given, changedBy: 'customer', of: UNACTIVATED });
}

/**
 * Gives the account its former address back, which the link in the mail to it has proved. Of two concurrent calls, one
 * returns `over`.
 */
export async function undoEmailChange(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  undoable: Undoable,
): Promise<Changed> {
  const { customerId, former: address } = undoable;
  await lockPersonOf(publication, transaction, customerId);
  if (!(await endUndoing(publication, transaction, clock, undoable))) return 'over';
  return change(publication, transaction, clock, { customerId, address, changedBy: 'undo', of: { goneAt: null } });
}

async function change(publication: Tenant, transaction: Transaction, clock: Clock, wanted: Change): Promise<Changed> {
  const { customerId } = wanted;
  const former = await first(
    CustomerRecord.in(publication, transaction, { id: customerId, goneAt: null }).select(
      'email',
      'emailNormalized',
      'emailVerifiedAt',
    ),
  );
  if (former === undefined) return 'over';
  const isOnFile = wanted.of === UNACTIVATED && former.emailNormalized === wanted.address.emailNormalized;
  const address = isOnFile && former.email !== null ? { ...wanted.address, email: former.email } : wanted.address;
  const outcome = await write(publication, transaction, clock, { ...wanted, address });
  if (outcome !== 'changed') return outcome;
  const isSame = former.email === address.email;
  if (former.emailVerifiedAt === null || !isSame) {
    const type = former.emailVerifiedAt === null ? 'customer.activated' : 'customer.updated';
    const previous = isSame ? undefined : { email: former.email };
    await recordCustomerEvent(publication, transaction, clock, customerId, type, previous);
  }
  await afterAddressChange(publication, transaction, clock, { ...wanted, former });
  return 'changed';
}

async function write(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { customerId, address, of }: Change,
): Promise<Changed> {
  const { emailNormalized } = address;
  const clash = await findClash(publication, transaction, { emailNormalized, activationCodeMac: null, by: customerId });
  if (clash !== undefined) return 'taken';
  const emailVerifiedAt = clock.now().getTime();
  try {
    const changed = await transaction.savepoint(async () =>
      CustomerRecord.in(publication, transaction, { id: customerId, ...of }).patch({ ...address, emailVerifiedAt }),
    );
    return changed === 1 ? 'changed' : 'over';
  } catch (error) {
    // A concurrent transaction took the address after the check.
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}
