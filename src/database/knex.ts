// Knex on our own connections, so that statements, models and query builders share one pool and one transaction.
// For everything that Knex builds, camelCase fields become snake_case columns here.
import knexPackage, { type Knex } from 'knex';
import { knexSnakeCaseMappers } from 'objection';
import { observeKnex } from './observe-statement.ts';

export function openKnex(
  client: 'better-sqlite3' | 'pg',
  connectionPool: NonNullable<Knex.Config['connectionPool']>,
): Knex {
  const knex = knexPackage({
    client,
    connectionPool,
    // It warns of what it throws, by a stack on standard output, where the log is JSON lines.
    log: { warn: () => undefined },
    // An error is logged: it names the statement, and not the addresses and secrets that the statement was given.
    compileSqlOnError: false,
    ...(client === 'pg' ? {} : { useNullAsDefault: true }),
    ...knexSnakeCaseMappers(),
  });
  return observeKnex(knex);
}

/** A Knex on one connection held by the caller: its queries belong to the transaction that is open there. */
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
