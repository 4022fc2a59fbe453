// A person's e-mail address, changed or attached once it was proved by a code (decisions 10 and 26). Codes that were asked for with the
// former address open nothing any more.
import type { Clock } from '../../database/clock.ts';
import { isUniqueViolation, type Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { normalizeEmail, parseEmailAddress } from '../email-address.ts';
import type { Tenant } from '../record.ts';
import { recordCustomerEvent } from './customer.ts';

export type EmailChange =
  | { readonly state: 'changed'; readonly formerEmail: string | null }
  | { readonly state: 'taken' }
  | { readonly state: 'over' };

const current = statement<{ email: string | null; emailVerifiedAt: number | null }>(
  'email_of_customer',
  'select email, email_verified_at from customers where publication_id = ? and id = ? and gone_at is null',
);
const owner = statement<{ id: string }>(
  'customer_id_by_email',
  'select id from customers where publication_id = ? and email_normalized = ?',
);
const change = statement(
  'change_email',
  'update customers set email = ?, email_normalized = ?, email_verified_at = ? where publication_id = ? and id = ? and gone_at is null',
);
const attach = statement(
  'attach_email',
  `update customers set email = ?, email_normalized = ?, email_verified_at = ?
    where publication_id = ? and id = ? and gone_at is null and email_verified_at is null and activated_at is null`,
);
const endCodes = statement(
  'end_email_codes',
  'update email_codes set expires_at = ? where publication_id = ? and email_normalized = ? and used_at is null and expires_at > ?',
);

/** Gives a customer another address that they have just proved; `taken` when it is another person's. Throws InvalidValue. */
export function changeEmail(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  email: string,
): Promise<EmailChange> {
  return write(change, publication, transaction, clock, customerId, email);
}

/** The same for a customer who has not proved any address yet; of two at once, one is `over`. */
export function attachEmail(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  email: string,
): Promise<EmailChange> {
  return write(attach, publication, transaction, clock, customerId, email);
}

/** Codes that were asked for with the address open nothing any more. */
export async function endEmailCodes(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  email: string,
): Promise<void> {
  await transaction.run(endCodes, [clock.now(), publication.id, normalizeEmail(email), clock.now()]);
}

async function write(
  update: typeof change,
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  text: string,
): Promise<EmailChange> {
  const { email, emailNormalized } = parseEmailAddress(text);
  const [now, former] = [clock.now(), await transaction.first(current, [publication.id, customerId])];
  if (former === undefined) return { state: 'over' };
  const taken = await transaction.first(owner, [publication.id, emailNormalized]);
  if (taken !== undefined && taken.id !== customerId) return { state: 'taken' };
  try {
    const changed = await transaction.savepoint(() =>
      transaction.run(update, [email, emailNormalized, now, publication.id, customerId]),
    );
    if (changed === 0) return { state: 'over' };
  } catch (error) {
    // Taken in this very moment.
    if (isUniqueViolation(error)) return { state: 'taken' };
    throw error;
  }
  const isSame = former.email === email;
  if (former.emailVerifiedAt === null || !isSame) {
    const type = former.emailVerifiedAt === null ? 'customer.activated' : 'customer.updated';
    await recordCustomerEvent(
      publication,
      transaction,
      clock,
      customerId,
      type,
      isSame ? undefined : { email: former.email },
    );
  }
  if (former.email !== null && normalizeEmail(former.email) !== emailNormalized)
    await endEmailCodes(publication, transaction, clock, former.email);
  return { state: 'changed', formerEmail: former.email };
}
