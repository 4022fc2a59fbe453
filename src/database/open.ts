// Which database an address names: sqlite:PATH or postgres://…
import type { Database } from './connection.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export function openDatabase(url: string, onConnectionLost: (error: Error) => void = () => undefined): Database {
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url, onConnectionLost);
}
