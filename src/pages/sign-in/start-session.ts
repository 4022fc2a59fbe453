// Starts the session of a visitor who has verified an address. Session and cookie are new at each sign-in, and the
// browser's former session ends (sign-in rules S1).
import type { SecretKeys } from '../../database/secrets.ts';
import { tellOfNewBrowser } from '../../mails/turns/new-browser.ts';
import { keepLanguage } from '../../models/people/customer-language.ts';
import { endSessions, startSession } from '../../models/sign-in/session.ts';
import { shownNetworkOf } from '../../security/network.ts';
import type { Service } from '../../service.ts';
import { browserName } from '../../site/browser-name.ts';
import { findDevice } from '../../site/device-cookie.ts';
import { sessionCookie } from '../../site/session-cookie.ts';
import type { Proof } from '../proof.ts';

/** Returns the Set-Cookie header value. */
export async function startSessionFor(service: Service, proof: Proof, customerId: string): Promise<string> {
  const { clock, secretKeys } = service;
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
  if (isNewBrowser(secretKeys, proof))
    await tellOfNewBrowser(service, publication, transaction, { customerId, browser });
  const { cookie } = await startSession(publication, transaction, clock, {
    customerId,
    browser,
    network: shownNetworkOf(request.ip),
  });
  await keepLanguage(publication, transaction, customerId, language.tag);
  return sessionCookie(publication, cookie);
}

/** Whether this is a sign-in with a browser that has not proved the address yet. */
function isNewBrowser(secretKeys: SecretKeys, { publication, request, address, intent }: Proof): boolean {
  return (
    intent.purpose === 'sign-in' && findDevice(secretKeys, publication, request, address.emailNormalized) === undefined
  );
}
