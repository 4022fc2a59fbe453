// better-sqlite3 with statements prepared once, as durable as the service: WAL, synchronous=FULL.
import SqliteDriver from 'better-sqlite3';
import type { RawDatabase, Row } from './raw-routes.ts';
import { statementCalled } from './statements.ts';

export function openRawSqlite(file: string): RawDatabase {
  const driver = new SqliteDriver(file);
  driver.pragma('journal_mode = WAL');
  driver.pragma('synchronous = FULL');
  const prepared = new Map<string, SqliteDriver.Statement<unknown[], Row>>();
  const prepare = (name: string): SqliteDriver.Statement<unknown[], Row> => {
    const known = prepared.get(name) ?? driver.prepare<unknown[], Row>(statementCalled(name).sqlite);
    prepared.set(name, known);
    return known;
  };
  return {
    all: (name, values) => prepare(name).all(values),
    run: (name, values) => void prepare(name).run(values),
  };
}
