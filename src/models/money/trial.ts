// Trials: a person tries a plan once. The row is made with the checkout and taken back when that comes to nothing; its two unique keys, the
// customer and the keyed hash of the address, hold the rule for who comes back as another customer, too. It is kept when a person is erased:
// without the address nobody can tell whose it was (our choice: a legitimate interest, as nothing else tells a newcomer from a returner).
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { normalizeEmail } from '../email-address.ts';
import type { Tenant } from '../record.ts';

export interface Trier {
  readonly customerId: string;
  readonly email: string;
}

interface OfPlan {
  planId: string;
}

const insert = statement(
  'insert_trial',
  'insert into trials (id, publication_id, plan_id, customer_id, email_mac, checkout_id, created_at) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing',
);
const begin = statement(
  'begin_trial',
  'update trials set began_at = ? where publication_id = ? and checkout_id = ? and began_at is null',
);
const release = statement(
  'release_trial',
  'delete from trials where publication_id = ? and checkout_id = ? and began_at is null',
);
const ofCustomer = statement<OfPlan>(
  'trials_of_customer',
  'select plan_id from trials where publication_id = ? and customer_id = ? and began_at is not null',
);
const ofAddress = statement<OfPlan>(
  'trials_of_address',
  'select plan_id from trials where publication_id = ? and email_mac = ? and began_at is not null',
);
const move = statement(
  'move_trials',
  `update trials set customer_id = ? where publication_id = ? and customer_id = ? and not exists (select 1 from trials own
    where own.publication_id = trials.publication_id and own.customer_id = ? and own.plan_id = trials.plan_id)`,
);
const insertAddress = statement(
  'insert_trial_of_address',
  'insert into trials (id, publication_id, plan_id, email_mac, created_at, began_at) values (?, ?, ?, ?, ?, ?) on conflict do nothing',
);

/** Returns false where the person has tried the plan already, or is just about to. */
export async function reserveTrial(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  { customerId, email, planId, checkoutId }: Trier & { readonly planId: string; readonly checkoutId: string },
): Promise<boolean> {
  if ((await listTriedPlans(publication, transaction, secretKeys, { customerId, email })).has(planId)) return false;
  const now = clock.now();
  const mac = trialMacs(secretKeys, publication, email)[0] ?? '';
  return (
    (await transaction.run(insert, [newId('tri', now), publication.id, planId, customerId, mac, checkoutId, now])) === 1
  );
}

/** The checkout led to a subscription: the trial counts from now on. */
export async function beginTrial(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  checkoutId: string,
): Promise<void> {
  await transaction.run(begin, [clock.now(), publication.id, checkoutId]);
}

/** The checkout came to nothing: the person may still try the plan. */
export async function releaseTrial(publication: Tenant, transaction: Transaction, checkoutId: string): Promise<void> {
  await transaction.run(release, [publication.id, checkoutId]);
}

/** The plans that the person has tried, under this customer or an earlier one with the same address. */
export async function listTriedPlans(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  { customerId, email }: Trier,
): Promise<ReadonlySet<string>> {
  const found = await connection.all(ofCustomer, [publication.id, customerId]);
  for (const mac of trialMacs(secretKeys, publication, email))
    found.push(...(await connection.all(ofAddress, [publication.id, mac])));
  return new Set(found.map(({ planId }) => planId));
}

/** Two records of one person become one. */
export async function moveTrials(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  await transaction.run(move, [intoId, publication.id, fromId, intoId]);
}

/** Before a person is erased: also the address that they have now, perhaps another one than at the trial, has tried those plans. */
export async function keepTrialsOfAddress(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  { customerId, email }: Trier,
): Promise<void> {
  const now = clock.now();
  const mac = trialMacs(secretKeys, publication, email)[0] ?? '';
  for (const { planId } of await transaction.all(ofCustomer, [publication.id, customerId])) {
    await transaction.run(insertAddress, [newId('tri', now), publication.id, planId, mac, now, now]);
  }
}

function trialMacs(secretKeys: SecretKeys, publication: Tenant, email: string): string[] {
  return secretKeys.macs('trial', `${publication.id} ${normalizeEmail(email)}`);
}
