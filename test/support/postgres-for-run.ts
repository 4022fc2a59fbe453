// Gives the postgres project its server, once for all its files; a TEST_POSTGRES_URL from outside is used as it is.
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return undefined;
  const server = await startPostgres({ maxConnections: 200 });
  project.config.env['TEST_POSTGRES_URL'] = server.url;
  return server.stop;
}
