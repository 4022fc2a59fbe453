// Customers, and members: one person is one row (decisions: cus_ and memb_ share their suffix). A person without an e-mail address
// is a customer but not yet a member.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { jsonIn } from '../../database/json.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { parseEmailAddress, parseName } from '../email-address.ts';
import { Conflict, InvalidValue } from '../errors.ts';
import {
  insertLogged,
  loggedInsert,
  recordingOfRow,
  type EventFields,
  type EventType,
  type RowColumn,
} from '../outbox/event.ts';
import type { Tenant } from '../record.ts';
import { activationCodeMacs } from './activation.ts';
import { customerContent } from './customer-event.ts';
import {
  findCustomer,
  findCustomerByEmail,
  newsletterSlugsJson,
  planSlug,
  type CustomerSummary,
} from './customer-summary.ts';

export interface NewCustomer {
  email?: string | undefined;
  name?: string | null | undefined;
  activationCode?: string | undefined;
}

const insert = loggedInsert(
  'insert_customer',
  'customers',
  ['id', 'publicationId', 'email', 'emailNormalized', 'name', 'activationCodeMac', 'emailVerifiedAt', 'createdAt'],
  {
    type: 'customer.created',
    // Who is new has no subscription and reads nothing.
    content: (column) => customerContent(column, { planSlug: jsonIn("'null'"), newsletterSlugs: jsonIn("'[]'") }),
  },
);
const ofCustomer: RowColumn = (column) => `c.${column}`;
const record = statement(
  'record_customer_event',
  recordingOfRow(
    ofCustomer,
    customerContent(ofCustomer, { planSlug, newsletterSlugs: newsletterSlugsJson, previous: 'cast(? as text)' }),
    'cast(? as text)',
    'cast(? as bigint)',
    'from customers c where c.publication_id = ? and c.id = ? and c.gone_at is null',
  ),
);
const clashing = statement<{ id: string; isEmail: boolean }>(
  'clashing_customer',
  `select id, coalesce(email_normalized = ?, false) as is_email from customers
    where publication_id = ? and (email_normalized = ? or activation_code_mac = ?) limit 1`,
);
const rename = statement(
  'rename_customer',
  'update customers set name = ? where publication_id = ? and id = ? and gone_at is null and name is distinct from ?',
);
// Whoever changes a person at the same time waits here, so that the later event shows both changes.
const lock = statement<{ id: string }>('lock_customer', {
  sqlite: 'select id from customers where publication_id = ? and id = ?',
  postgres: 'select id from customers where publication_id = ? and id = ? for no key update',
});
const markVerified = statement(
  'mark_email_verified',
  'update customers set email_verified_at = ? where publication_id = ? and id = ? and email_verified_at is null',
);

/**
 * Creates a person from what a publisher knows; nobody has proved the e-mail address yet.
 * Throws InvalidValue, and Conflict for a known e-mail address or a used activation code, naming the customer who has it.
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
  const address = given.email === undefined ? undefined : parseEmailAddress(given.email);
  const [activationCodeMac = null, ...olderMacs] =
    given.activationCode === undefined ? [] : activationCodeMacs(secretKeys, publication.id, given.activationCode);
  for (const mac of olderMacs) await checkActivationCodeUnused(publication, transaction, mac);
  const createdAt = clock.now();
  const customer = {
    id: newId('cus', createdAt),
    email: address?.email ?? null,
    name: parseName(given.name),
    emailVerifiedAt: null,
    activatedAt: null,
  };
  const isNew = await insertLogged(transaction, insert, {
    ...customer,
    publicationId: publication.id,
    emailNormalized: address?.emailNormalized ?? null,
    activationCodeMac,
    createdAt,
  });
  if (!isNew) await throwClash(publication, transaction, address?.emailNormalized ?? null, activationCodeMac);
  return { ...customer, newsletterSlugs: [], planSlug: null };
}

/** The person who has just proved an e-mail address: the known one, or a new one with the name given at sign-up. */
export async function findOrCreateVerifiedCustomer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { email: string; name?: string | null | undefined },
): Promise<CustomerSummary> {
  const address = parseEmailAddress(given.email);
  const now = clock.now();
  const find = () => findCustomerByEmail(publication, transaction, given.email);
  const known = await find();
  const isNew =
    known === undefined &&
    (await insertLogged(transaction, insert, {
      ...address,
      id: newId('cus', now),
      publicationId: publication.id,
      name: parseName(given.name),
      activationCodeMac: null,
      emailVerifiedAt: now,
      createdAt: now,
    }));
  const row = known ?? (await find());
  if (row === undefined) throw new Error('a customer was neither found nor created');
  const isProvedNow = (await transaction.run(markVerified, [now, publication.id, row.id])) === 1;
  if (isNew || isProvedNow) await recordCustomerEvent(publication, transaction, clock, row.id, 'customer.activated');
  return {
    ...row,
    emailVerifiedAt: row.emailVerifiedAt ?? now.getTime(),
    activatedAt: row.activatedAt ?? now.getTime(),
  };
}

/** A name, or null for none. Throws InvalidValue. */
export async function renameCustomer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  name: string | null,
): Promise<void> {
  const former = await findCustomer(publication, transaction, customerId);
  const isChanged =
    (await transaction.run(rename, [parseName(name), publication.id, customerId, parseName(name)])) === 1;
  if (isChanged)
    await recordCustomerEvent(publication, transaction, clock, customerId, 'customer.updated', {
      name: former?.name ?? null,
    });
}

/** Call it after the write: the event shows the customer as they are now. @param previous what the fields that changed were before */
export async function recordCustomerEvent(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  type: EventType,
  previous?: EventFields,
): Promise<void> {
  await transaction.first(lock, [publication.id, customerId]);
  await transaction.run(record, [
    type,
    clock.now(),
    previous === undefined ? null : JSON.stringify(previous),
    publication.id,
    customerId,
  ]);
}

/** A code that was stored under an older secret of SECRET_KEY is used for ever all the same. Throws Conflict. */
async function checkActivationCodeUnused(
  publication: Tenant,
  transaction: Transaction,
  activationCodeMac: string,
): Promise<void> {
  const clash = await transaction.first(clashing, [null, publication.id, null, activationCodeMac]);
  if (clash !== undefined)
    throw new Conflict('activation_code', `activation_code was given to a customer before: ${clash.id}`);
}

async function throwClash(
  publication: Tenant,
  transaction: Transaction,
  email: string | null,
  activationCodeMac: string | null,
): Promise<never> {
  const clash = await transaction.first(clashing, [email, publication.id, email, activationCodeMac]);
  if (clash?.isEmail) throw new Conflict('email', `email belongs to a known customer: ${clash.id}`);
  throw new Conflict(
    'activation_code',
    `activation_code was given to a customer before${clash === undefined ? '' : `: ${clash.id}`}`,
  );
}
