// Starts the session of a visitor who has verified an address. Session and cookie are new at each sign-in, and the
// browser's former session ends (sign-in rules S1).
import type { SecretKeys } from '../../database/secrets.ts';
import { recordTurn } from '../../models/outbox/turn.ts';
import { findCorrespondent, keepLanguage } from '../../models/people/customer-language.ts';
import { endSessions, startSession } from '../../models/sign-in/session.ts';
import { shownNetworkOf } from '../../security/network.ts';
import type { Service } from '../../service.ts';
import { browserName } from '../../site/browser-name.ts';
import { findDevice } from '../../site/device-cookie.ts';
import { sessionCookie } from '../../site/session-cookie.ts';
import type { Proof } from '../proof.ts';

/** Returns the Set-Cookie header value. */
export async function startSessionFor(
  { clock, secretKeys }: Service,
  proof: Proof,
  customerId: string,
): Promise<string> {
  const { publication, transaction, request, language, session } = proof;
  if (session !== undefined) {
    const { id, customerId: formerId } = session;
    await endSessions(publication, transaction, clock, {
      customerId: formerId,
      only: id,
      by: 'sign_in',
      endedBy: 'sign_in',
    });
  }
  const browser = browserName(request.headers['user-agent']);
  if (await isNewBrowser(secretKeys, proof, customerId))
    await recordTurn(publication, transaction, clock, { turn: 'new_browser', customerId, facts: { browser } });
  const { cookie } = await startSession(publication, transaction, clock, {
    customerId,
    browser,
    network: shownNetworkOf(request.ip),
  });
  await keepLanguage(publication, transaction, customerId, language.tag);
  return sessionCookie(publication, cookie);
}

/** Whether somebody who was signed in before signs in with a browser that has not proved their address yet. */
async function isNewBrowser(
  secretKeys: SecretKeys,
  { publication, transaction, request, address, intent }: Proof,
  customerId: string,
): Promise<boolean> {
  if (intent.purpose !== 'sign-in') return false;
  if (findDevice(secretKeys, publication, request, address.emailNormalized) !== undefined) return false;
  // The language is that of the last sign-in.
  const known = await findCorrespondent(publication, transaction, customerId);
  return known !== undefined && known.language !== null;
}
