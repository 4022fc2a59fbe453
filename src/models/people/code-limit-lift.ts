// Lifts the limits of e-mailed codes for one address, which a publisher does for a reader who is kept waiting by them. What
// strangers share, such as the limit of a network, stays.
import type { Transaction } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import type { Limits } from '../../limit-settings.ts';
import { clearLimit } from '../limit.ts';
import type { Tenant } from '../record.ts';
import { addressBuckets } from './email-code-limit.ts';

/**
 * A process that knows a limit to be reached may answer from memory for ten seconds more (models/limiter.ts).
 * @param reached the buckets of the limits that the trail names, of browsers and networks for this address
 */
export async function liftCodeLimits(
  publication: Tenant,
  transaction: Transaction,
  { limits, secretKeys }: { readonly limits: Limits; readonly secretKeys: SecretKeys },
  { emailNormalized, reached }: { readonly emailNormalized: string; readonly reached: readonly string[] },
): Promise<void> {
  const buckets = new Set([...addressBuckets(limits, secretKeys, publication, emailNormalized), ...reached]);
  for (const bucket of buckets) await clearLimit(transaction, bucket);
}
