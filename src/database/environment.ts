// Decisions 34: a database belongs to one environment, which the first migration writes into it. No other environment's
// process may use it.
import type { Connection } from './connection.ts';

/** Decisions 31. */
export type Environment = 'production' | 'test';

/** The database belongs to another environment than the process. */
export class WrongEnvironment extends Error {
  override readonly name = 'WrongEnvironment';
  readonly owner: string;

  constructor(owner: string) {
    super(`the database belongs to the ${owner} environment`);
    this.owner = owner;
  }
}

/** Throws WrongEnvironment. */
export async function checkEnvironment(connection: Pick<Connection, 'knex'>, environment: Environment): Promise<void> {
  const owner = await environmentOf(connection);
  if (owner !== environment) throw new WrongEnvironment(owner);
}

/** The environment to which the database belongs. Throws where nothing is migrated. */
export async function environmentOf({ knex }: Pick<Connection, 'knex'>): Promise<string> {
  const row = await knex<{ environment: string }>('deployment').first('environment');
  if (row === undefined) throw new Error('the database has lost its environment');
  return row.environment;
}
