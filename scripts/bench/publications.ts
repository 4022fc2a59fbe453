// Fifty publications with as many members each, and what publishers and readers of one need to use it.
import { fill } from '../../src/cli/demo/fill.ts';
import { systemClock } from '../../src/database/clock.ts';
import type { Database } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import { listOldestMembers } from '../../src/models/people/demo-member.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { createPublication, listPublications, type Publication } from '../../src/models/publication/publication.ts';
import { createOauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { startSession } from '../../src/models/sign-in/session.ts';
import { cookieNameOn } from '../../src/site/cookie.ts';
import type { MixTarget } from '../../test/support/processes/mix.ts';
import { basic } from '../../test/support/publications/publication.ts';

export const PUBLICATIONS = 50;
const READERS = 8;
const REDIRECT_URI = 'https://www.example.org/callback';

/** Fills a migrated database with so many members in all. */
export async function fillPublications(url: string, rows: number): Promise<void> {
  const database = openDatabase(url);
  try {
    for (let place = 0; place < PUBLICATIONS; place += 1) {
      const siteUrl = `http://bench${place}.localhost`;
      const publication = await database.transaction((transaction) =>
        createPublication(transaction, systemClock, { name: `Bench ${place}`, siteUrl }),
      );
      const parts = { database, clock: systemClock };
      await fill(parts, publication, Math.ceil(rows / PUBLICATIONS), () => undefined);
    }
  } finally {
    await database.close();
  }
}

/** Everybody who uses the publications of a filled database, at the service that listens there. */
export async function mixTargets(databaseUrl: string, url: string): Promise<MixTarget[]> {
  const database = openDatabase(databaseUrl);
  try {
    const targets: MixTarget[] = [];
    for (const publication of await listPublications(database))
      targets.push(await targetOf(database, publication, url));
    return targets;
  } finally {
    await database.close();
  }
}

async function targetOf(database: Database, publication: Publication, url: string): Promise<MixTarget> {
  const members = await listOldestMembers(publication, database, READERS);
  return database.transaction(async (transaction) => {
    const { key: apiKey } = await createApiKey(publication, transaction, systemClock, { environment: 'test' });
    const settings = { name: 'Bench', redirectUri: REDIRECT_URI };
    const { application, clientSecret } = await createOauthApplication(
      publication,
      transaction,
      systemClock,
      settings,
      {
        allowsLoopbackHttp: false,
      },
    );
    const cookies: string[] = [];
    for (const { id: customerId } of members) {
      const { cookie } = await startSession(publication, transaction, systemClock, { customerId, browser: null });
      cookies.push(`${cookieNameOn(publication, 'masthead_session')}=${cookie}`);
    }
    const authorization = basic(application.clientId, clientSecret);
    const website = { clientId: application.clientId, authorization, redirectUri: REDIRECT_URI };
    return { url, siteHost: publication.siteHost, apiKey, website, cookies, mark: `mix${Date.now()}-` };
  });
}
