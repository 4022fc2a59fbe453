// Codes that visitors type from paper or a mail: activation codes, gift codes, discount codes. They can be guessed, so wrong ones are limited for each
// network, and those that are worth a subscription for the whole publication.
import { networkOf } from '../http/network.ts';
import { bucketOf, giveBack, takeFrom, type Ceiling } from '../models/ceiling.ts';
import type { Tenant } from '../models/record.ts';
import type { Service } from '../service.ts';

type CodeKind = 'activation' | 'gift' | 'discount';

interface TypedCode {
  readonly kind: CodeKind;
  /** The address of the visitor. */
  readonly ip: string;
}

export type Tried<Found> =
  | { readonly state: 'found'; readonly found: Found }
  | { readonly state: 'unknown' }
  | { readonly state: 'limited'; readonly resetsIn: number };

/**
 * Looks a code up within the limits. Every try is counted before the look-up, so that concurrent ones cannot bypass a
 * limit; a right one is not counted in the end.
 */
export async function tryCode<Found>(
  service: Service,
  publication: Tenant,
  typed: TypedCode,
  find: () => Promise<Found | undefined>,
): Promise<Tried<Found>> {
  const { database, clock } = service;
  const ceilings = ceilingsOf(service, publication, typed);
  const refusal = await database.transaction((transaction) => takeFrom(transaction, clock, ceilings));
  if (refusal !== undefined) return { state: 'limited', resetsIn: refusal.resetsIn };
  const found = await find();
  if (found === undefined) return { state: 'unknown' };
  await database.transaction((transaction) => giveBack(transaction, clock, ceilings));
  return { state: 'found', found };
}

function ceilingsOf({ config: { limits }, secretKeys }: Service, publication: Tenant, typed: TypedCode): Ceiling[] {
  const { kind, ip } = typed;
  const { near, wide } = networkOf(ip);
  const bucket = (...who: string[]) => bucketOf(secretKeys, `${kind}-code`, publication.id, ...who);
  const ceilings: Ceiling[] = [{ bucket: bucket('near', near), limit: limits.networkCodesPerHour }];
  if (wide !== undefined) ceilings.push({ bucket: bucket('wide', wide), limit: limits.wideNetworkCodesPerHour });
  if (kind === 'activation')
    ceilings.push({ bucket: bucket(), limit: limits.publicationActivationCodesPerHour, isShared: true });
  return ceilings;
}
