// What follows from another e-mail address, whoever changed it (decisions 24 and 35): open codes for the former address
// and all other sessions end, and both addresses are told. An address that differs in its spelling alone is the same.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import type { EmailAddress } from '../email-address.ts';
import { leaveMailProblems } from '../outbox/mail-problem.ts';
import { recordAddressChange, type ChangedBy } from '../people/address-change.ts';
import type { CustomerRecord } from '../people/customer-record.ts';
import { endEmailCodes } from '../people/email-code.ts';
import type { Tenant } from '../record.ts';
import { endSessions } from '../sign-in/session.ts';
import { endSignInLinks } from '../sign-in/sign-in-link.ts';

interface Change {
  readonly customerId: string;
  readonly changedBy: ChangedBy;
  readonly former: Pick<CustomerRecord, 'email' | 'emailNormalized' | 'emailVerifiedAt'>;
  readonly address: EmailAddress;
  /** The session in which the person proved both addresses. */
  readonly keepSession?: string;
}

/**
 * Call it in the transaction that writes the address. Our choice: only an address that was verified can undo, since a
 * publisher's typing error would otherwise give the account to a stranger; and no change that was itself an undoing.
 */
export async function afterAddressChange(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { customerId, changedBy, former, address, keepSession }: Change,
): Promise<void> {
  const { email, emailNormalized, emailVerifiedAt } = former;
  if (email === null || emailNormalized === null || emailNormalized === address.emailNormalized) return;
  await endEmailCodes(publication, transaction, clock, emailNormalized);
  await leaveMailProblems(publication, transaction, customerId);
  await endSignInLinks(publication, transaction, customerId);
  await endSessions(publication, transaction, clock, {
    customerId,
    except: keepSession,
    by: 'sign_out',
    endedBy: 'address_change',
  });
  await recordAddressChange(publication, transaction, clock, {
    customerId,
    changedBy,
    former: { email, emailNormalized },
    email: address.email,
    isUndoable: emailVerifiedAt !== null && changedBy !== 'undo',
  });
}
