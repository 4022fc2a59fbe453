// pg with named statements and a pool as large as the service's; commits wait for the disk, as PostgreSQL's defaults have it.
import pg from 'pg';
import type { RawDatabase, Row } from './raw-routes.ts';
import { statementCalled } from './statements.ts';

const POOL_SIZE = 10;

export function openRawPostgres(url: string): RawDatabase {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  const queries = new Map<string, { name: string; text: string }>();
  const query = (name: string): { name: string; text: string } => {
    const known = queries.get(name) ?? { name, text: statementCalled(name).postgres };
    queries.set(name, known);
    return known;
  };
  return {
    all: async (name, values) => (await pool.query<Row>({ ...query(name), values: [...values] })).rows,
    run: (name, values) => pool.query({ ...query(name), values: [...values] }),
  };
}
