// Starts the session of a visitor who has verified an address. Session and cookie are new at each sign-in, and the
// browser's former session ends (sign-in rules S1).
import { keepLanguage } from '../../models/people/customer-language.ts';
import { endSessions, startSession } from '../../models/sign-in/session.ts';
import { shownNetworkOf } from '../../security/network.ts';
import type { Service } from '../../service.ts';
import { browserName } from '../../site/browser-name.ts';
import { sessionCookie } from '../../site/session-cookie.ts';
import type { Proof } from '../proof.ts';

/** Returns the Set-Cookie header value. */
export async function startSessionFor(
  { clock }: Service,
  { publication, transaction, request, language, session }: Proof,
  customerId: string,
): Promise<string> {
  if (session !== undefined) {
    const { id, customerId: formerId } = session;
    await endSessions(publication, transaction, clock, {
      customerId: formerId,
      only: id,
      by: 'sign_in',
      endedBy: 'sign_in',
    });
  }
  const { cookie } = await startSession(publication, transaction, clock, {
    customerId,
    browser: browserName(request.headers['user-agent']),
    network: shownNetworkOf(request.ip),
  });
  await keepLanguage(publication, transaction, customerId, language.tag);
  return sessionCookie(publication, cookie);
}
