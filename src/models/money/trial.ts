// Trials: a person tries a plan once. The row is made with the checkout and taken back when that comes to nothing; its two unique keys, the
// customer and the keyed hash of the address, hold the rule for who comes back as another customer, too. It is kept when a person is erased:
// without the address nobody can tell whose it was (our choice: a legitimate interest, as nothing else tells a newcomer from a returner).
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { normalizeEmail } from '../email-address.ts';
import { PublicationRecord, type Tenant } from '../record.ts';

export interface Trier {
  readonly customerId: string;
  readonly email: string;
}

class TrialRecord extends PublicationRecord {
  static override tableName = 'trials';
  declare planId: string;
  /** Null where only an address is known to have tried the plan. */
  declare customerId: string | null;
  declare emailMac: string;
  declare checkoutId: string | null;
  declare createdAt: number;
  declare beganAt: number | null;
}

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
  return TrialRecord.add(publication, transaction, {
    id: newId('tri', now),
    planId,
    customerId,
    emailMac: trialMacs(secretKeys, publication, email)[0] ?? '',
    checkoutId,
    createdAt: now.getTime(),
  });
}

/** The checkout led to a subscription: the trial counts from now on. */
export async function beginTrial(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  checkoutId: string,
): Promise<void> {
  await TrialRecord.in(publication, transaction, { checkoutId, beganAt: null }).patch({
    beganAt: clock.now().getTime(),
  });
}

/** The checkout came to nothing: the person may still try the plan. */
export async function releaseTrial(publication: Tenant, transaction: Transaction, checkoutId: string): Promise<void> {
  await TrialRecord.in(publication, transaction, { checkoutId, beganAt: null }).delete();
}

/** The plans that the person has tried, under this customer or an earlier one with the same address. */
export async function listTriedPlans(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  { customerId, email }: Trier,
): Promise<ReadonlySet<string>> {
  // Two queries, since SQLite finds by no index what either of two columns holds.
  const own = await tried(publication, connection).where('customerId', customerId);
  const ofAddress = await tried(publication, connection).whereIn('emailMac', trialMacs(secretKeys, publication, email));
  return new Set([...own, ...ofAddress].map(({ planId }) => planId));
}

/** Two records of one person become one. */
export async function moveTrials(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  const own = TrialRecord.in(publication, transaction, { customerId: intoId }).select('planId');
  await TrialRecord.in(publication, transaction, { customerId: fromId })
    .whereNotIn('planId', own)
    .patch({ customerId: intoId });
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
  const emailMac = trialMacs(secretKeys, publication, email)[0] ?? '';
  const times = { createdAt: now.getTime(), beganAt: now.getTime() };
  for (const { planId } of await tried(publication, transaction).where('customerId', customerId))
    await TrialRecord.add(publication, transaction, { id: newId('tri', now), planId, emailMac, ...times });
}

/** Those that count. */
function tried(publication: Tenant, connection: Connection) {
  return TrialRecord.in(publication, connection).whereNotNull('beganAt').select('planId');
}

function trialMacs(secretKeys: SecretKeys, publication: Tenant, email: string): string[] {
  return secretKeys.macs('trial', `${publication.id} ${normalizeEmail(email)}`);
}
