// Sends a back-channel logout (service.md, Events; OpenID Connect Back-Channel Logout 1.0). Each attempt signs a token of its own, which is
// never stored.
import type { ClaimedDelivery } from '../models/outbox/delivery-claim.ts';
import type { StoredLogout } from '../models/outbox/logout-notice-event.ts';
import type { ApplicationName, LogoutDestination } from '../models/sign-in/logout-receiver.ts';
import type { Service } from '../service.ts';
import { signLogoutToken, withoutSignature } from '../tokens/logout-token.ts';
import { exchange } from './exchange.ts';
import type { Answer, GuardedClient } from './guarded-client.ts';
import { parseRetryAfter, type Outcome } from './outcome.ts';

/** Finds where an application gets its logout tokens as it is registered now. */
export type FindLogoutDestination = (application: ApplicationName) => Promise<LogoutDestination | undefined>;

/** Makes one attempt, to the URI that is registered now. */
export async function sendBackchannelLogout(
  { clock, signingKeys }: Pick<Service, 'clock' | 'signingKeys'>,
  {
    client,
    findLogoutDestination,
  }: { client: Pick<GuardedClient, 'post'>; findLogoutDestination: FindLogoutDestination },
  delivery: ClaimedDelivery,
): Promise<Outcome> {
  // Written by recordLogoutNotices.
  const { applicationId, sid, sub } = JSON.parse(delivery.payload) as StoredLogout;
  const { publicationId } = delivery;
  const destination = await findLogoutDestination({ publicationId, applicationId });
  if (destination === undefined)
    return {
      result: 'refused',
      text: 'the application has no back-channel logout URI any more',
      exchange: { reason: 'no_logout_uri' },
    };
  const logoutToken = await signLogoutToken(signingKeys, clock, {
    issuer: destination.siteUrl,
    audience: destination.clientId,
    sub,
    sid,
  });
  const { backchannelLogoutUri: url } = destination;
  const request = { url, token: withoutSignature(logoutToken) };
  return exchange(
    { request, customerId: sub },
    () => client.post(url, { logout_token: logoutToken }),
    (answer) => toOutcome(answer, clock.now()),
  );
}

/**
 * service.md, Events: 200 or 204 means that the session was ended; timeouts, 5xx, 408 and 429 are retried. Our choice: anything else is final,
 * a redirect too, since the registered URI itself has to answer. The delivery log tells the publisher, who can resend it.
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
