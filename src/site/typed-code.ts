// What can be guessed: codes that visitors type from paper or a mail, and how staff get in besides e-mailed codes. Wrong ones are
// limited for each network, and codes that are worth a subscription for the whole publication.
import { bucketOf, type Ceiling } from '../models/ceiling.ts';
import type { Tenant } from '../models/record.ts';
import { countedNetworkOf } from '../security/network.ts';
import type { Service } from '../service.ts';

type CodeKind =
  | 'activation_code'
  | 'gift_code'
  | 'discount_code'
  | 'staff_passkey'
  | 'staff_recovery_code'
  /** A sign-in link or an invitation. */
  | 'staff_link';

interface TypedCode {
  readonly kind: CodeKind;
  readonly request: { readonly ip: string; readonly id: string };
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
  const { limiter, securityLog } = service;
  const { kind, request } = typed;
  const ceilings = ceilingsOf(service, publication, typed);
  const limited = await limiter.take(ceilings);
  if (limited !== undefined) {
    if (!limited.isRemembered) securityLog.record(`${kind}_limited`, { publication, request });
    return { state: 'limited', resetsIn: limited.resetsIn };
  }
  const found = await find();
  if (found === undefined) {
    securityLog.record(`${kind}_wrong`, { publication, request });
    return { state: 'unknown' };
  }
  await limiter.giveBack(ceilings);
  return { state: 'found', found };
}

function ceilingsOf({ config: { limits }, secretKeys }: Service, publication: Tenant, typed: TypedCode): Ceiling[] {
  const { kind, request } = typed;
  const { near, wide } = countedNetworkOf(request.ip);
  const bucket = (...who: string[]) => bucketOf(secretKeys, kind, publication.id, ...who);
  const ceilings: Ceiling[] = [{ bucket: bucket('near', near), limit: limits.networkCodesPerHour }];
  if (wide !== undefined) ceilings.push({ bucket: bucket('wide', wide), limit: limits.wideNetworkCodesPerHour });
  if (kind === 'activation_code')
    ceilings.push({ bucket: bucket(), limit: limits.publicationActivationCodesPerHour, isShared: true });
  return ceilings;
}
