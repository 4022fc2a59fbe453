// A customer with a session that signed in to OAuth applications, which a sign-out has to notify.
import { randomBytes } from 'node:crypto';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { findOrCreateVerifiedCustomer } from '../../../src/models/people/customer.ts';
import { createPublication, type Publication } from '../../../src/models/publication/publication.ts';
import { issueAccessToken } from '../../../src/models/sign-in/access-token.ts';
import {
  findGrant,
  issueAuthorizationCode,
  redeemAuthorizationCode,
} from '../../../src/models/sign-in/authorization-code.ts';
import { createOauthApplication, type OauthApplication } from '../../../src/models/sign-in/oauth-application.ts';
import { endSessions, startSession } from '../../../src/models/sign-in/session.ts';
import type { Service } from '../../../src/service.ts';

type Parts = Pick<Service, 'database' | 'clock'>;

export function newPublication({ database, clock }: Parts): Promise<Publication> {
  const siteUrl = `https://news-${randomBytes(5).toString('hex')}.example.test`;
  return database.transaction((transaction) =>
    createPublication(transaction, clock, { name: 'The Weekly Test', siteUrl, languages: 'de,en' }),
  );
}

export async function newApplication(
  { database, clock }: Parts,
  publication: Publication,
  backchannelLogoutUri: string | null,
  backchannelLogoutOnEndSession = false,
): Promise<OauthApplication> {
  const settings = {
    name: 'A site',
    redirectUri: 'https://www.example.test/callback',
    backchannelLogoutUri,
    backchannelLogoutOnEndSession,
  };
  const { application } = await database.transaction((transaction) => {
    return createOauthApplication(publication, transaction, clock, settings, { allowsLoopbackHttp: true });
  });
  return application;
}

export interface SignedIn {
  readonly sid: string;
  readonly customerId: string;
}

/** A session with an access token for each of the applications. */
export function signIn(
  { database, clock }: Parts,
  publication: Publication,
  applications: readonly OauthApplication[],
  email = 'ada@example.org',
): Promise<SignedIn> {
  return database.transaction(async (transaction) => {
    const { id: customerId } = await findOrCreateVerifiedCustomer(publication, transaction, clock, {
      address: parseEmailAddress(email),
    });
    const { sid } = await startSession(publication, transaction, clock, { customerId, browser: null });
    for (const { id, redirectUri } of applications) {
      const request = {
        applicationId: id,
        sessionId: sid,
        redirectUri,
        scope: 'openid',
        nonce: null,
        codeChallenge: null,
        acr: null,
      };
      const code = await issueAuthorizationCode(publication, transaction, clock, request);
      const grant = await findGrant(publication, transaction, clock, code);
      if (grant === undefined) throw new Error('the authorization code was not stored');
      await redeemAuthorizationCode(publication, transaction, clock, grant.hash);
      await issueAccessToken(publication, transaction, clock.now(), grant);
    }
    return { sid, customerId };
  });
}

/** Signs out like the account page's button. */
export function signOut(
  { database, clock }: Parts,
  publication: Publication,
  { sid, customerId }: SignedIn,
): Promise<boolean> {
  return database.transaction(
    async (transaction) =>
      (await endSessions(publication, transaction, clock, {
        customerId,
        only: sid,
        by: 'sign_out',
        endedBy: 'reader',
      })) === 1,
  );
}
