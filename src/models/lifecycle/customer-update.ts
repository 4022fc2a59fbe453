// Changes that a publisher makes to a person: name, e-mail address, activation code. An address given by the publisher
// is not verified. A customer who was activated before stays activated: neither their activation URL nor their code
// works again (decisions 10, one use). Another address ends all sessions, and both addresses are told (decisions 35).
import type { Clock } from '../../database/clock.ts';
import { isUniqueViolation, type Transaction } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { Conflict, NotFound } from '../errors.ts';
import { activationCodeMacs, parseActivationCodeExpiry, type GivenActivationCode } from '../people/activation.ts';
import { checkFree } from '../people/customer-clash.ts';
import { changedDetails, parseDetails, type GivenDetails } from '../people/customer-details.ts';
import { getCustomer, getMember, lockPersonOf } from '../people/customer-person.ts';
import { CustomerRecord, DETAILS } from '../people/customer-record.ts';
import type { CustomerSummary, MemberSummary } from '../people/customer-summary.ts';
import { recordCustomerEvent, setPostalAddress } from '../people/customer.ts';
import { chooseNewsletters } from '../people/newsletter-subscription.ts';
import type { PostalAddress } from '../postal/postal-address.ts';
import { first, type RowOf, type Tenant } from '../record.ts';
import { afterAddressChange } from './address-change.ts';

/** A field that is undefined stays as it is. */
export type CustomerUpdate = GivenDetails & GivenActivationCode;

type Kept = Pick<RowOf<CustomerRecord>, (typeof KEPT)[number]>;
const KEPT = [
  ...DETAILS,
  'emailNormalized',
  'emailVerifiedAt',
  'activatedAt',
  'activationCodeMac',
  'activationCodeExpiresAt',
] as const;

/**
 * Throws InvalidValue; NotFound for an unknown or erased customer; Conflict for an e-mail address or activation code of
 * another customer, whom it names, and for an activation code if the customer has another one or is activated.
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
  const former: Kept | undefined =
    person && (await first(CustomerRecord.in(publication, transaction, { id: person.id, goneAt: null }).select(KEPT)));
  if (person === undefined || former === undefined) throw new NotFound(`No such customer: ${id}`);
  const next = { ...former, ...parseDetails(given), ...addressGiven(given, former) };
  next.activationCodeExpiresAt = parseActivationCodeExpiry(clock, given) ?? former.activationCodeExpiresAt;
  if (given.activationCode !== undefined) {
    const [mac = '', ...olderMacs] = activationCodeMacs(secretKeys, publication.id, given.activationCode);
    const isOwn = [mac, ...olderMacs].includes(former.activationCodeMac ?? '');
    if (!isOwn) {
      checkTakesActivationCode(former);
      for (const older of olderMacs)
        await checkFree(publication, transaction, { emailNormalized: null, activationCodeMac: older, by: person.id });
      next.activationCodeMac = mac;
    }
  }
  await write(publication, transaction, person.id, next);
  await recordUpdate(publication, transaction, clock, person.id, { former, next });
  return getCustomer(publication, transaction, person.id);
}

/** Updates a member. Throws NotFound for a customer without an e-mail address. */
export async function updateMember(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  id: string,
  given: GivenDetails,
): Promise<MemberSummary> {
  await lockPersonOf(publication, transaction, id);
  await getMember(publication, transaction, id);
  await updateCustomer(publication, transaction, clock, secretKeys, id, given);
  return getMember(publication, transaction, id);
}

/** Replaces the customer's newsletters by these, given by id or slug. Throws NotFound. */
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

/** Replaces the customer's postal address; null removes it. Throws NotFound. */
export async function updatePostalAddress(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  address: PostalAddress | null,
): Promise<CustomerSummary> {
  await lockPersonOf(publication, transaction, id);
  const customer = await getCustomer(publication, transaction, id);
  await setPostalAddress(publication, transaction, clock, customer.id, address);
  return getCustomer(publication, transaction, customer.id);
}

/** Returns the columns of the given address. An address that differs from the former in case alone stays verified. */
function addressGiven(
  { email: address }: CustomerUpdate,
  { emailNormalized, emailVerifiedAt, activatedAt }: Kept,
): Partial<Kept> {
  if (address === undefined) return {};
  if (emailNormalized === address.emailNormalized) return { email: address.email };
  return { ...address, emailVerifiedAt: null, activatedAt: activatedAt ?? emailVerifiedAt };
}

/**
 * Throws Conflict for a customer who has an activation code or is activated. Activation codes are unique for ever, so
 * one that was given is never replaced (decisions 10).
 */
function checkTakesActivationCode({ activationCodeMac, emailVerifiedAt, activatedAt }: Kept): void {
  if (activationCodeMac !== null)
    throw new Conflict('activation_code', 'activation_code cannot be changed: the customer has one already');
  if (emailVerifiedAt !== null || activatedAt !== null)
    throw new Conflict('activation_code', 'activation_code is of no use: the customer is activated already');
}

async function write(publication: Tenant, transaction: Transaction, id: string, next: Kept): Promise<void> {
  const { emailNormalized, activationCodeMac } = next;
  const wanted = { emailNormalized, activationCodeMac, by: id };
  await checkFree(publication, transaction, wanted);
  try {
    await transaction.savepoint(async () =>
      CustomerRecord.in(publication, transaction, { id, goneAt: null }).patch(next),
    );
  } catch (error) {
    // A concurrent transaction took the address or the activation code after the check.
    if (isUniqueViolation(error)) await checkFree(publication, transaction, wanted);
    throw error;
  }
}

/** Records the event of the update, and what follows from another address. */
async function recordUpdate(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  { former, next }: { readonly former: Kept; readonly next: Kept },
): Promise<void> {
  const { email, emailNormalized } = next;
  if (email !== null && emailNormalized !== null)
    await afterAddressChange(publication, transaction, clock, {
      customerId,
      changedBy: 'publisher',
      former,
      address: { email, emailNormalized },
    });
  const previous = changedDetails(former, next);
  if (Object.keys(previous).length > 0)
    await recordCustomerEvent(publication, transaction, clock, customerId, 'customer.updated', previous);
}
