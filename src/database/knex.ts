// How Knex gets its connections: always ours, so that one pool and one transaction serve statements, models and builders alike.
// camelCase in code and snake_case in columns are converted here, for everything that Knex builds.
import knexPackage, { type Knex } from 'knex';
import { knexSnakeCaseMappers } from 'objection';

export function openKnex(
  client: 'better-sqlite3' | 'pg',
  connectionPool: NonNullable<Knex.Config['connectionPool']>,
): Knex {
  return knexPackage({
    client,
    connectionPool,
    ...(client === 'pg' ? {} : { useNullAsDefault: true }),
    ...knexSnakeCaseMappers(),
  });
}

/** A Knex on one connection that its caller holds: what it runs belongs to whatever transaction is open there. */
export function openKnexOn(client: 'better-sqlite3' | 'pg', connection: object): Knex {
  return openKnex(client, {
    acquire: () => ({ promise: Promise.resolve(connection), abort: () => undefined }),
    release: () => true,
    destroy: () => Promise.resolve(),
    numFree: () => 1,
    numUsed: () => 0,
    numPendingAcquires: () => 0,
  });
}
