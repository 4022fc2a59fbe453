// Creates customers and records their events. One person is one row for `cus_` and `memb_` ids alike (decisions 1); a
// person without an e-mail address is a customer but not yet a member.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { jsonIn } from '../../database/json.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { PendingEntry } from '../act.ts';
import { parseName, type EmailAddress } from '../email-address.ts';
import { Conflict, InvalidValue } from '../errors.ts';
import { COUNT_NEW_PEOPLE } from '../figure-change.ts';
import {
  insertLogged,
  loggedInsert,
  recordingOfRow,
  type EventFields,
  type EventType,
  type RowColumn,
} from '../outbox/event.ts';
import { toPostalText, type PostalAddress } from '../postal/postal-address.ts';
import type { Tenant } from '../record.ts';
import { activationCodeMacs, parseActivationCodeExpiry, type GivenActivationCode } from './activation.ts';
import { checkFree } from './customer-clash.ts';
import { NO_DETAILS, parseDetails, type GivenDetails } from './customer-details.ts';
import { customerContent } from './customer-event.ts';
import { CustomerRecord, DETAILS } from './customer-record.ts';
import {
  findCustomer,
  findCustomerByEmail,
  newsletterSlugsJson,
  planSlug,
  type CustomerSummary,
} from './customer-summary.ts';

export interface NewCustomer extends GivenDetails, GivenActivationCode {
  /** Of the act that creates the customer (insertLogged). */
  readonly entry?: PendingEntry | undefined;
}

const insert = loggedInsert(
  'insert_customer',
  'customers',
  [
    'id',
    'publicationId',
    ...DETAILS,
    'emailNormalized',
    'activationCodeMac',
    'activationCodeExpiresAt',
    'emailVerifiedAt',
    'createdAt',
  ],
  {
    type: 'customer.created',
    // A new customer has neither subscriptions nor newsletters.
    content: (column) => customerContent(column, { planSlug: jsonIn("'null'"), newsletterSlugs: jsonIn("'[]'") }),
    figure: COUNT_NEW_PEOPLE,
  },
);
const ofCustomer: RowColumn = (column) => `c.${column}`;
const record = statement(
  'record_customer_event',
  recordingOfRow(
    ofCustomer,
    customerContent(ofCustomer, {
      planSlug,
      newsletterSlugs: newsletterSlugsJson,
      previous: 'cast(:previous as text)',
    }),
    'cast(:type as text)',
    'cast(:now as bigint)',
    'from customers c where c.publication_id = :publicationId and c.id = :customerId and c.gone_at is null',
  ),
);
// Concurrent changes of a person wait for this lock, so that the later event shows both.
const lock = statement<{ id: string }>('lock_customer', {
  sqlite: 'select id from customers where publication_id = ? and id = ?',
  postgres: 'select id from customers where publication_id = ? and id = ? for no key update',
});

/**
 * Creates a customer from what a publisher knows, with an unverified e-mail address. Throws InvalidValue, and Conflict
 * for a known e-mail address or a used activation code, naming the customer who has it.
 */
export async function createCustomer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  given: NewCustomer,
): Promise<CustomerSummary> {
  if (given.email === undefined && given.activationCode === undefined)
    throw new InvalidValue('email', 'email is required unless activation_code is given');
  const [activationCodeMac = null, ...olderMacs] =
    given.activationCode === undefined ? [] : activationCodeMacs(secretKeys, publication.id, given.activationCode);
  // A code that was stored under an older secret stays unique, too.
  for (const mac of olderMacs)
    await checkFree(publication, transaction, { emailNormalized: null, activationCodeMac: mac });
  const createdAt = clock.now();
  const customer = {
    id: newId('cus', createdAt),
    ...NO_DETAILS,
    ...parseDetails(given),
    email: given.email?.email ?? null,
    emailVerifiedAt: null,
    activatedAt: null,
  };
  const unique = { emailNormalized: given.email?.emailNormalized ?? null, activationCodeMac };
  const activationCodeExpiresAt = parseActivationCodeExpiry(clock, given) ?? null;
  const row = { ...customer, ...unique, activationCodeExpiresAt, publicationId: publication.id, createdAt };
  const isNew = await insertLogged(transaction, insert, row, given.entry);
  if (!isNew) {
    await checkFree(publication, transaction, unique);
    throw new Conflict('activation_code', 'activation_code was given to a customer before');
  }
  return { ...customer, state: 'free', newsletterSlugs: [], planSlug: null };
}

/** Returns the person who has just verified an e-mail address. An unknown person is created with the given details. */
export async function findOrCreateVerifiedCustomer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { address, ...given }: { readonly address: EmailAddress } & Omit<GivenDetails, 'email'>,
): Promise<CustomerSummary> {
  const now = clock.now();
  const find = () => findCustomerByEmail(publication, transaction, address);
  const known = await find();
  const isNew =
    known === undefined &&
    (await insertLogged(transaction, insert, {
      ...NO_DETAILS,
      ...parseDetails(given),
      ...address,
      id: newId('cus', now),
      publicationId: publication.id,
      activationCodeMac: null,
      activationCodeExpiresAt: null,
      emailVerifiedAt: now,
      createdAt: now,
    }));
  const row = known ?? (await find());
  if (row === undefined) throw new Error('a customer was neither found nor created');
  const unproved = CustomerRecord.in(publication, transaction, { id: row.id, emailVerifiedAt: null });
  const isProvedNow = (await unproved.patch({ emailVerifiedAt: now.getTime() })) === 1;
  if (isNew || isProvedNow) await recordCustomerEvent(publication, transaction, clock, row.id, 'customer.activated');
  return {
    ...row,
    emailVerifiedAt: row.emailVerifiedAt ?? now.getTime(),
    activatedAt: row.activatedAt ?? now.getTime(),
  };
}

/** Sets the person's name, or removes it for null. Throws InvalidValue. */
export async function renameCustomer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  name: string | null,
): Promise<void> {
  const former = await findCustomer(publication, transaction, customerId);
  const next = parseName(name);
  const isChanged = await CustomerRecord.in(publication, transaction, { id: customerId, goneAt: null })
    .where((isOther) =>
      next === null ? isOther.whereNotNull('name') : isOther.whereNull('name').orWhereNot('name', next),
    )
    .patch({ name: next });
  if (isChanged === 1)
    await recordCustomerEvent(publication, transaction, clock, customerId, 'customer.updated', {
      name: former?.name ?? null,
    });
}

/** Replaces the postal address; null removes it. An address that is the same changes nothing. */
export async function setPostalAddress(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  address: PostalAddress | null,
): Promise<void> {
  const former = (await findCustomer(publication, transaction, customerId))?.postalAddress ?? null;
  const postalAddress = address === null ? null : toPostalText(address);
  if (postalAddress === former) return;
  const isChanged = await CustomerRecord.in(publication, transaction, { id: customerId, goneAt: null }).patch({
    postalAddress,
  });
  if (isChanged === 1)
    await recordCustomerEvent(publication, transaction, clock, customerId, 'customer.updated', {
      postalAddress: former,
    });
}

/**
 * Records an event that shows the customer as they are now; call it after the write.
 * @param previous the previous values of the changed fields
 */
export async function recordCustomerEvent(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  type: EventType,
  previous?: EventFields,
): Promise<void> {
  await transaction.first(lock, [publication.id, customerId]);
  await transaction.run(record, {
    type,
    now: clock.now(),
    previous: previous === undefined ? null : JSON.stringify(previous),
    publicationId: publication.id,
    customerId,
  });
}
