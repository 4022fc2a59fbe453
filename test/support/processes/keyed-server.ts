// The service as a process, with one publication and a key to its data.
import { systemClock } from '../../../src/database/clock.ts';
import { createApiKey } from '../../../src/models/publication/api-key.ts';
import { createPublication } from '../../../src/models/publication/publication.ts';
import { newOwnDatabase } from '../databases/own-database.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

/** The host of the publication, whatever the port of the process. */
export const SITE_HOST = 'localhost:4000';

export async function startKeyedServer(
  onTestFinished: (end: () => void | Promise<void>) => void,
): Promise<{ server: ServerProcess; key: string }> {
  const { database, url } = await newOwnDatabase('sqlite', onTestFinished);
  const key = await database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, systemClock, {
      name: 'The Weekly Test',
      siteUrl: `http://${SITE_HOST}`,
    });
    return (await createApiKey(publication, transaction, systemClock, { environment: 'test' })).key;
  });
  const server = await startServerProcess({ DATABASE_URL: url });
  onTestFinished(() => void server.end());
  return { server, key };
}
