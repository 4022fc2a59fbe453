// Which database an address names: sqlite:PATH or postgres://…
import type { Database } from './connection.ts';
import { openPostgres } from './postgres.ts';
import type { ReplicaOptions } from './postgres/replica.ts';
import { openSqlite } from './sqlite.ts';

/** @param replica of a PostgreSQL; a SQLite file has none, which the settings say */
export function openDatabase(
  url: string,
  onConnectionLost: (error: Error) => void = () => undefined,
  replica?: ReplicaOptions,
): Database {
  return url.startsWith('sqlite:')
    ? openSqlite(url.slice('sqlite:'.length))
    : openPostgres(url, onConnectionLost, replica);
}
