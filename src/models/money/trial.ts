// Trials: a person tries a plan once. The row is created with the checkout and deleted when that fails. Its two unique
// keys, the customer and the keyed hash of the address, enforce the rule for a person who returns as another customer,
// too. Our choice: the row is kept when a person is erased, as a legitimate interest, since nothing else detects a
// second trial; without the address nobody can tell whose it was.
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
  /** Null where the trial is known by its address alone. */
  declare customerId: string | null;
  declare emailMac: string;
  declare checkoutId: string | null;
  declare createdAt: number;
  declare beganAt: number | null;
}

/** Reserves the trial for a checkout. Returns false where the person has tried the plan already, or has reserved it. */
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
    emailMac: trialMac(secretKeys, publication, email),
    checkoutId,
    createdAt: now.getTime(),
  });
}

/** Begins the trial of a completed checkout; from now on it counts. */
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

/** Releases the trial of a failed checkout; the person may still try the plan. */
export async function releaseTrial(publication: Tenant, transaction: Transaction, checkoutId: string): Promise<void> {
  await TrialRecord.in(publication, transaction, { checkoutId, beganAt: null }).delete();
}

/** Lists the plans that the person has tried, as this customer or as an earlier one with the same address. */
export async function listTriedPlans(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  { customerId, email }: Trier,
): Promise<ReadonlySet<string>> {
  // Two queries, since SQLite uses no index for an OR over these two columns.
  const own = await tried(publication, connection).where('customerId', customerId);
  const ofAddress = await tried(publication, connection).whereIn('emailMac', trialMacs(secretKeys, publication, email));
  return new Set([...own, ...ofAddress].map(({ planId }) => planId));
}

/** Merges two customers: moves the trials of plans that the target has not tried. */
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

/**
 * Before a person is erased, records their trials for their present address too, which may differ from the one at the
 * trial.
 */
export async function keepTrialsOfAddress(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  { customerId, email }: Trier,
): Promise<void> {
  const now = clock.now();
  const emailMac = trialMac(secretKeys, publication, email);
  const times = { createdAt: now.getTime(), beganAt: now.getTime() };
  for (const { planId } of await tried(publication, transaction).where('customerId', customerId))
    await TrialRecord.add(publication, transaction, { id: newId('tri', now), planId, emailMac, ...times });
}

/** Selects the trials that have begun, which alone count. */
function tried(publication: Tenant, connection: Connection) {
  return TrialRecord.in(publication, connection).whereNotNull('beganAt').select('planId');
}

/** The keyed hash by which a trial is found again for a person who returns with the address. */
export function trialMac(secretKeys: SecretKeys, publication: Tenant, email: string): string {
  return trialMacs(secretKeys, publication, email)[0] ?? '';
}

function trialMacs(secretKeys: SecretKeys, publication: Tenant, email: string): string[] {
  return secretKeys.macs('trial', `${publication.id} ${normalizeEmail(email)}`);
}
