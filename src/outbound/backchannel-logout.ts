// Back-channel logout (service.md, Events; OpenID Connect Back-Channel Logout 1.0): recorded in the transaction of the sign-out, one delivery
// for each application that the session signed in to. The token is signed anew for every attempt and is never stored.
import type { Clock } from '../database/clock.ts';
import type { Transaction } from '../database/connection.ts';
import type { ClaimedDelivery } from '../models/outbox/delivery-claim.ts';
import { addDelivery } from '../models/outbox/delivery.ts';
import type { StoredLogout } from '../models/outbox/logout-notice-event.ts';
import type { Tenant } from '../models/record.ts';
import { findLogoutDestination, listLogoutReceivers, type LogoutTrigger } from '../models/sign-in/logout-receiver.ts';
import type { Service } from '../service.ts';
import { signLogoutToken } from '../tokens/logout-token.ts';
import { RequestFailed, RequestRefused, type Answer, type GuardedClient } from './guarded-client.ts';
import { parseRetryAfter, type Outcome } from './outcome.ts';

/**
 * Call it in the transaction that ended the session, and only where that ended it, so that a double click sends once; wake the worker
 * after the commit. Returns how many applications will be told.
 */
export async function recordBackchannelLogouts(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { sid, customerId, trigger = 'sign_out' }: { sid: string; customerId: string; trigger?: LogoutTrigger },
): Promise<number> {
  const receivers = await listLogoutReceivers(publication, transaction, sid, trigger);
  for (const { applicationId, backchannelLogoutUri } of receivers) {
    const stored: StoredLogout = { applicationId, sid, sub: customerId };
    const receiver = new URL(backchannelLogoutUri).origin;
    await addDelivery(publication, transaction, clock, {
      kind: 'backchannel_logout',
      receiver,
      payload: JSON.stringify(stored),
    });
  }
  return receivers.length;
}

/** One attempt, with a token of its own, to the URI as it is registered now. */
export async function sendBackchannelLogout(
  { database, clock, signingKeys }: Pick<Service, 'database' | 'clock' | 'signingKeys'>,
  client: Pick<GuardedClient, 'post'>,
  delivery: ClaimedDelivery,
): Promise<Outcome> {
  // Written by recordBackchannelLogouts.
  const { applicationId, sid, sub } = JSON.parse(delivery.payload) as StoredLogout;
  const destination = await findLogoutDestination({ id: delivery.publicationId }, database, applicationId);
  if (destination === undefined)
    return { result: 'refused', text: 'the application has no back-channel logout URI any more' };
  const logoutToken = await signLogoutToken(signingKeys, clock, {
    issuer: destination.siteUrl,
    audience: destination.clientId,
    sub,
    sid,
  });
  try {
    return toOutcome(await client.post(destination.backchannelLogoutUri, { logout_token: logoutToken }), clock.now());
  } catch (error) {
    if (error instanceof RequestRefused) return { result: 'refused', text: error.message };
    if (error instanceof RequestFailed) return { result: 'failed', text: error.message };
    throw error;
  }
}

/**
 * service.md, Events: 200 or 204 when the session was ended. Timeouts, 5xx, 408 and 429 may pass. Our choice: anything else is final, a
 * redirect too: the registered URI has to answer itself, and the log says so to the publisher, who can send it again.
 */
function toOutcome({ status, retryAfter }: Answer, now: Date): Outcome {
  if (status === 200 || status === 204) return { result: 'delivered', text: String(status) };
  if (status === 408 || status === 429 || status >= 500) {
    return { result: 'failed', text: String(status), retryAfterSeconds: parseRetryAfter(retryAfter, now) };
  }
  return {
    result: 'refused',
    text: status >= 300 && status < 400 ? `${status}: redirects are not followed` : String(status),
  };
}
