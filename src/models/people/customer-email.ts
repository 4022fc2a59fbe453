// Changes a person's e-mail address, or attaches the first one, after a code has verified it (decisions 10 and 26).
// Open codes that were requested with the former address expire.
import type { Clock } from '../../database/clock.ts';
import { isUniqueViolation, type Transaction } from '../../database/connection.ts';
import type { EmailAddress } from '../email-address.ts';
import { first, type Tenant } from '../record.ts';
import { findClash } from './customer-clash.ts';
import { CustomerRecord } from './customer-record.ts';
import { recordCustomerEvent } from './customer.ts';
import { endEmailCodes } from './email-code.ts';
import { UNACTIVATED } from './unactivated-customer.ts';

export type EmailChange =
  | { readonly state: 'changed'; readonly formerEmail: string | null }
  | { readonly state: 'taken' }
  | { readonly state: 'over' };

interface Change {
  readonly customerId: string;
  readonly address: EmailAddress;
  /** The condition that the customer must meet when the row is written. */
  readonly of: { readonly goneAt: null } | typeof UNACTIVATED;
}

/**
 * Replaces a customer's e-mail address by one that they have just verified. Returns `taken` if it belongs to another
 * person.
 */
export function changeEmail(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  address: EmailAddress,
): Promise<EmailChange> {
  return change(publication, transaction, clock, { customerId, address, of: { goneAt: null } });
}

/**
 * Attaches an address to a customer who has not verified any yet. The address that they were created with keeps its
 * spelling, to which the code was sent. Of two concurrent calls, one returns `over`.
 */
export function attachEmail(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  address: EmailAddress,
): Promise<EmailChange> {
  return change(publication, transaction, clock, { customerId, address, of: UNACTIVATED });
}

async function change(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  wanted: Change,
): Promise<EmailChange> {
  const { customerId } = wanted;
  const former = await first(
    CustomerRecord.in(publication, transaction, { id: customerId, goneAt: null }).select(
      'email',
      'emailNormalized',
      'emailVerifiedAt',
    ),
  );
  if (former === undefined) return { state: 'over' };
  const isOnFile = wanted.of === UNACTIVATED && former.emailNormalized === wanted.address.emailNormalized;
  const address = isOnFile && former.email !== null ? { ...wanted.address, email: former.email } : wanted.address;
  const outcome = await write(publication, transaction, clock, { ...wanted, address });
  if (outcome !== 'changed') return { state: outcome };
  const isSame = former.email === address.email;
  if (former.emailVerifiedAt === null || !isSame) {
    const type = former.emailVerifiedAt === null ? 'customer.activated' : 'customer.updated';
    const previous = isSame ? undefined : { email: former.email };
    await recordCustomerEvent(publication, transaction, clock, customerId, type, previous);
  }
  if (former.emailNormalized !== null && former.emailNormalized !== address.emailNormalized)
    await endEmailCodes(publication, transaction, clock, former.emailNormalized);
  return { state: 'changed', formerEmail: former.email };
}

async function write(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { customerId, address, of }: Change,
): Promise<EmailChange['state']> {
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
