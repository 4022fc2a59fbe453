// Back-channel logout: how soon many receivers that answer are told, from the first sign-out to the last notice. 100 readers, each signed in
// to 100 sites of as many receivers.
import { systemClock } from '../../../src/database/clock.ts';
import type { Database, Transaction } from '../../../src/database/connection.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { findOrCreateVerifiedCustomer } from '../../../src/models/people/customer.ts';
import { issueAccessToken } from '../../../src/models/sign-in/access-token.ts';
import { findGrant, issueAuthorizationCode } from '../../../src/models/sign-in/authorization-code.ts';
import { createOauthApplication, type OauthApplication } from '../../../src/models/sign-in/oauth-application.ts';
import { endSessions, startSession } from '../../../src/models/sign-in/session.ts';
import type { Part } from '../part.ts';
import { startReceivers } from '../receivers.ts';

const SITES = 100;
const READERS = 100;
const MOST_SECONDS = 60;

interface Reader {
  readonly sid: string;
  readonly customerId: string;
}

export const logout: Part = {
  name: 'logout',
  what: `back-channel logout: ${SITES * READERS} notices to ${SITES} receivers that answer`,
  async run({ database: { url, publicationId } }) {
    const database = openDatabase(url);
    const receivers = await startReceivers(SITES, (_headers, body) => body);
    try {
      const readers = await signReadersIn(database, { id: publicationId }, receivers.ports);
      const startedAt = performance.now();
      for (const reader of readers) await signOut(database, { id: publicationId }, reader);
      const signedOutAfter = performance.now() - startedAt;
      await receivers.toldOf(SITES * READERS);
      const seconds = (performance.now() - startedAt) / 1000;
      const figures = {
        notices: String(SITES * READERS),
        'told after s': seconds.toFixed(1),
        'ms for each sign-out': (signedOutAfter / READERS).toFixed(1),
      };
      return [
        {
          name: 'sign-outs to the last notice',
          figures,
          goal: { text: `≤ ${MOST_SECONDS} s, aim 5 s`, isMet: seconds <= MOST_SECONDS },
        },
      ];
    } finally {
      receivers.close();
      await database.close();
    }
  },
};

function signReadersIn(database: Database, publication: { id: string }, ports: readonly number[]): Promise<Reader[]> {
  return database.transaction(async (transaction) => {
    const applications: OauthApplication[] = [];
    for (const port of ports) {
      const settings = {
        name: `Site ${port}`,
        redirectUri: 'https://www.example.org/callback',
        backchannelLogoutUri: `http://127.0.0.1:${port}/logout`,
      };
      applications.push(
        (await createOauthApplication(publication, transaction, systemClock, settings, { allowsLoopbackHttp: true }))
          .application,
      );
    }
    const readers: Reader[] = [];
    for (let reader = 0; reader < READERS; reader += 1)
      readers.push(await signReaderIn(transaction, publication, applications, `logout${reader}@example.test`));
    return readers;
  });
}

async function signReaderIn(
  transaction: Transaction,
  publication: { id: string },
  applications: readonly OauthApplication[],
  email: string,
): Promise<Reader> {
  const { id: customerId } = await findOrCreateVerifiedCustomer(publication, transaction, systemClock, { email });
  const { sid } = await startSession(publication, transaction, systemClock, { customerId, browser: null });
  for (const { id, redirectUri } of applications) {
    const request = {
      applicationId: id,
      sessionId: sid,
      redirectUri,
      scope: 'openid',
      nonce: null,
      codeChallenge: null,
    };
    const grant = await findGrant(
      publication,
      transaction,
      systemClock,
      await issueAuthorizationCode(publication, transaction, systemClock, request),
    );
    if (grant !== undefined) await issueAccessToken(publication, transaction, systemClock.now(), grant);
  }
  return { sid, customerId };
}

async function signOut(database: Database, publication: { id: string }, { customerId, sid }: Reader): Promise<void> {
  await database.transaction((transaction) =>
    endSessions(publication, transaction, systemClock, { customerId, only: sid, by: 'sign_out' }),
  );
}
