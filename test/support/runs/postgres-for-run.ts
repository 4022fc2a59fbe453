// Starts the server of the postgres project and makes the migrated template that its files copy, once for all files; a TEST_POSTGRES_URL in the
// environment is used as it is.
import type { TestProject } from 'vitest/node';
import { newPostgresTemplate } from '../databases/database.ts';
import { startPostgres, type PostgresServer } from '../databases/postgres-server.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env['TEST_POSTGRES_URL'];
  const server: PostgresServer =
    outside === undefined
      ? await startPostgres({ maxConnections: 200 })
      : { url: outside, stop: async () => undefined };
  const template = await newPostgresTemplate(server.url);
  Object.assign(project.config.env, { TEST_POSTGRES_URL: server.url, TEST_POSTGRES_TEMPLATE: template.name });
  return async () => {
    await template.remove();
    await server.stop();
  };
}
