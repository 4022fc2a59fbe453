// Dumps every row of every table, with mails and stored answers decrypted, so that tests can search it.
import { openMail } from '../../../src/outbound/mail.ts';
import type { TestService } from '../service/service.ts';

export type Row = Readonly<Record<string, unknown>>;
/** The rows, by table. */
export type Dump = ReadonlyMap<string, readonly Row[]>;

export async function dump({ database, secretKeys }: Pick<TestService, 'database' | 'secretKeys'>): Promise<Dump> {
  const { knex, dialect } = database;
  const names: { name: string }[] =
    dialect === 'sqlite'
      ? await knex('sqlite_master').where({ type: 'table' }).select('name')
      : await knex('pg_tables').where({ schemaname: 'public' }).select('tablename as name');
  const open = (row: Row): Row => {
    const { kind, payload, keyHash, body } = row;
    if (kind === 'mail' && typeof payload === 'string' && payload !== '')
      return { ...row, payload: openMail(secretKeys, payload) };
    return keyHash !== undefined && typeof body === 'string'
      ? { ...row, body: secretKeys.decrypt('idempotency-answer', body) }
      : row;
  };
  const tables = await Promise.all(
    names.map(async ({ name }) => [name, ((await knex(name).select('*')) as Row[]).map(open)] as const),
  );
  return new Map(tables.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
