// A person's details, changed by the publisher: name, e-mail address, activation code. An address that the publisher gives is not proved, and
// whoever was activated before stays so: neither their activation URL nor their code opens anything again (decisions 10, one use).
import type { Clock } from '../../database/clock.ts';
import { isUniqueViolation, type Transaction } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { normalizeEmail, parseEmailAddress, parseName } from '../email-address.ts';
import { Conflict, NotFound } from '../errors.ts';
import type { EventFields } from '../outbox/event.ts';
import type { Tenant } from '../record.ts';
import { activationCodeMacs } from './activation.ts';
import { endEmailCodes } from './customer-email.ts';
import { getCustomer, getMember, lockPersonOf } from './customer-person.ts';
import type { CustomerSummary, MemberSummary } from './customer-summary.ts';
import { recordCustomerEvent } from './customer.ts';
import { chooseNewsletters } from './newsletter-subscription.ts';

/** What is undefined stays as it is. */
export interface CustomerUpdate {
  readonly email?: string | undefined;
  /** Null for none. */
  readonly name?: string | null | undefined;
  readonly activationCode?: string | undefined;
}

interface Details {
  email: string | null;
  name: string | null;
  emailVerifiedAt: number | null;
  activatedAt: number | null;
  activationCodeMac: string | null;
}

const current = statement<Details>(
  'customer_to_update',
  `select email, name, email_verified_at, activated_at, activation_code_mac
    from customers where publication_id = ? and id = ? and gone_at is null`,
);
const update = statement(
  'update_customer',
  `update customers set email = ?, email_normalized = ?, name = ?, email_verified_at = ?, activated_at = ?, activation_code_mac = ?
    where publication_id = ? and id = ? and gone_at is null`,
);
const clashing = statement<{ id: string; isEmail: boolean }>(
  'customer_clashing_with_update',
  `select id, coalesce(email_normalized = ?, false) as is_email from customers
    where publication_id = ? and (email_normalized = ? or activation_code_mac = ?) and id <> ? limit 1`,
);

/**
 * Throws InvalidValue; NotFound for who is unknown or erased; Conflict for an e-mail address or an activation code of another customer, whom it
 * names, and for an activation code of a customer who has another one or is activated.
 */
export async function updateCustomer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  id: string,
  given: CustomerUpdate,
): Promise<CustomerSummary> {
  const person = await lockPersonOf(publication, transaction, id);
  const former = person && (await transaction.first(current, [publication.id, person.id]));
  if (person === undefined || former === undefined) throw new NotFound(`No such customer: ${id}`);
  const next = { ...former, ...nameGiven(given), ...addressGiven(given, former) };
  if (given.activationCode !== undefined) {
    const [mac = '', ...olderMacs] = activationCodeMacs(secretKeys, publication.id, given.activationCode);
    const isOwn = [mac, ...olderMacs].includes(former.activationCodeMac ?? '');
    if (!isOwn) {
      checkTakesActivationCode(former);
      for (const older of olderMacs) await checkFree(publication, transaction, person.id, null, older);
      next.activationCodeMac = mac;
    }
  }
  await write(publication, transaction, person.id, next);
  await tell(publication, transaction, clock, person.id, former, next);
  return getCustomer(publication, transaction, person.id);
}

/** The same of a customer with an e-mail address, who has one afterwards as well. */
export async function updateMember(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  id: string,
  given: Pick<CustomerUpdate, 'email' | 'name'>,
): Promise<MemberSummary> {
  await lockPersonOf(publication, transaction, id);
  await getMember(publication, transaction, id);
  await updateCustomer(publication, transaction, clock, secretKeys, id, given);
  return getMember(publication, transaction, id);
}

/** Makes these newsletters, by id or slug, the ones that the customer receives. Throws NotFound. */
export async function updateNewsletters(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  idsOrSlugs: readonly string[],
): Promise<CustomerSummary> {
  await lockPersonOf(publication, transaction, id);
  const customer = await getCustomer(publication, transaction, id);
  await chooseNewsletters(publication, transaction, clock, customer.id, idsOrSlugs);
  return getCustomer(publication, transaction, customer.id);
}

function nameGiven({ name }: CustomerUpdate): Pick<Details, 'name'> | undefined {
  return name === undefined ? undefined : { name: parseName(name) };
}

/** The same address in another case stays proved. */
function addressGiven(
  { email: text }: CustomerUpdate,
  { email: formerEmail, emailVerifiedAt, activatedAt }: Details,
): Partial<Details> {
  if (text === undefined) return {};
  const { email, emailNormalized } = parseEmailAddress(text);
  if (formerEmail !== null && normalizeEmail(formerEmail) === emailNormalized) return { email };
  return { email, emailVerifiedAt: null, activatedAt: activatedAt ?? emailVerifiedAt };
}

/** A code is never given again, so one that was given is not taken back (decisions 10, unique for ever). */
function checkTakesActivationCode({ activationCodeMac, emailVerifiedAt, activatedAt }: Details): void {
  if (activationCodeMac !== null)
    throw new Conflict('activation_code', 'activation_code cannot be changed: the customer has one already');
  if (emailVerifiedAt !== null || activatedAt !== null)
    throw new Conflict('activation_code', 'activation_code is of no use: the customer is activated already');
}

async function write(publication: Tenant, transaction: Transaction, id: string, next: Details): Promise<void> {
  const emailNormalized = next.email === null ? null : normalizeEmail(next.email);
  await checkFree(publication, transaction, id, emailNormalized, next.activationCodeMac);
  const values = [
    next.email,
    emailNormalized,
    next.name,
    next.emailVerifiedAt,
    next.activatedAt,
    next.activationCodeMac,
    publication.id,
    id,
  ];
  try {
    await transaction.savepoint(() => transaction.run(update, values));
  } catch (error) {
    // Taken in this very moment.
    if (isUniqueViolation(error))
      await checkFree(publication, transaction, id, emailNormalized, next.activationCodeMac);
    throw error;
  }
}

/** Throws Conflict. */
async function checkFree(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  email: string | null,
  activationCodeMac: string | null,
): Promise<void> {
  const clash = await transaction.first(clashing, [email, publication.id, email, activationCodeMac, id]);
  if (clash === undefined) return;
  if (clash.isEmail) throw new Conflict('email', `email belongs to a known customer: ${clash.id}`);
  throw new Conflict('activation_code', `activation_code was given to a customer before: ${clash.id}`);
}

/** Codes that were asked for with the former address open nothing any more. */
async function tell(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  former: Details,
  next: Details,
): Promise<void> {
  const isOther = former.email !== null && normalizeEmail(former.email) !== normalizeEmail(next.email ?? '');
  if (isOther) await endEmailCodes(publication, transaction, clock, former.email ?? '');
  const previous: EventFields = {
    ...(former.email === next.email ? {} : { email: former.email }),
    ...(former.name === next.name ? {} : { name: former.name }),
  };
  if (Object.keys(previous).length > 0)
    await recordCustomerEvent(publication, transaction, clock, id, 'customer.updated', previous);
}
