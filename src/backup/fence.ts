// A fence around one publication: the database itself refuses each write into its rows, whoever writes, also a request or a worker's round that
// began before. Triggers do it, which are made for the publication and dropped again, so that nobody else pays for them.
import { isUnavailable, type Database } from '../database/connection.ts';
import { listOwnedTables } from './publication-rows.ts';
import type { Owned } from './tables.ts';

const ID = /^pub_[0-9a-z]{26}$/;
const NONE: ReadonlySet<string> = new Set();
/** PostgreSQL makes a trigger once no transaction that writes into the table is under way, and waits two seconds at a time. */
const TRIES = 30;

interface Trigger {
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

/** Idempotent. Once it resolves, no write into the publication is under way, and none begins. */
export async function raiseFence(database: Database, { publicationId }: Owned): Promise<void> {
  const made = await triggersOf(database, publicationId);
  const missing = (await triggersFor(database, publicationId)).filter((trigger) => !made.has(keyOf(trigger)));
  await inTurn(database, missing, ({ sql }) => sql);
}

/** Idempotent. */
export async function lowerFence(database: Database, { publicationId }: Owned): Promise<void> {
  const made = await triggersOf(database, publicationId);
  const present = (await triggersFor(database, publicationId)).filter((trigger) => made.has(keyOf(trigger)));
  const isPostgres = database.dialect === 'postgres';
  await inTurn(database, present, ({ name, table }) => `drop trigger ${name}${isPostgres ? ` on ${table}` : ''}`);
}

const keyOf = ({ table, name }: Trigger): string => `${table} ${name}`;

/** On PostgreSQL table by table, so that none is locked for longer than its own statement waits; SQLite has one writer anyway. */
async function inTurn(
  database: Database,
  triggers: readonly Trigger[],
  toSql: (trigger: Trigger) => string,
): Promise<void> {
  const groups = database.dialect === 'postgres' ? Map.groupBy(triggers, ({ table }) => table).values() : [triggers];
  for (const group of groups)
    await patiently(() =>
      database.transaction(async ({ knex }) => {
        for (const trigger of group) await knex.raw(toSql(trigger));
      }),
    );
}

async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await work();
      return;
    } catch (error) {
      if (!isUnavailable(error) || tries === TRIES) throw error;
    }
}

async function triggersFor(database: Database, id: string): Promise<Trigger[]> {
  if (!ID.test(id)) throw new Error(`${id} is no id of a publication`);
  const tables = await listOwnedTables(database, NONE);
  const make = database.dialect === 'postgres' ? onPostgres : onSqlite;
  return [...tables.flatMap(({ name }) => make(name, id)), ownRow(database.dialect, id)];
}

const REFUSE_ON_POSTGRES = 'execute function refuse_write_of_moving_publication()';
const REFUSE_ON_SQLITE = "begin select raise(abort, 'the publication is being moved'); end";

/** Names are of one table each. */
function onPostgres(table: string, id: string): Trigger[] {
  const parts = [
    ['write', 'insert or update', 'new'],
    ['remove', 'delete', 'old'],
  ] as const;
  return parts.map(([what, acts, row]) => {
    const name = `leaving_${id}_${what}`;
    const condition = `${row}.publication_id in ('${id}')`;
    return {
      name,
      table,
      sql: `create trigger ${name} before ${acts} on ${table} for each row when (${condition}) ${REFUSE_ON_POSTGRES}`,
    };
  });
}

function onSqlite(table: string, id: string): Trigger[] {
  const isLeft = `(select move_state from publications where id = '${id}') is 'left'`;
  const parts = [
    ['insert', `new.publication_id in ('${id}')`],
    ['update', `new.publication_id in ('${id}')`],
    ['delete', `old.publication_id in ('${id}') and not ${isLeft}`],
  ] as const;
  return parts.map(([act, condition]) => {
    const name = `leaving_${id}_${act}_${table}`;
    return {
      name,
      table,
      sql: `create trigger ${name} before ${act} on ${table} when ${condition} ${REFUSE_ON_SQLITE}`,
    };
  });
}

/** Of the publication's own row, only how far its move has come may change. */
function ownRow(dialect: Database['dialect'], id: string): Trigger {
  const [table, name] = ['publications', `leaving_${id}_own_row`];
  const same = dialect === 'postgres' ? 'is not distinct from' : 'is';
  const condition = `old.id = '${id}' and old.move_state ${same} new.move_state and old.move_copy ${same} new.move_copy`;
  const rest =
    dialect === 'postgres'
      ? `for each row when (${condition}) ${REFUSE_ON_POSTGRES}`
      : `when ${condition} ${REFUSE_ON_SQLITE}`;
  return { name, table, sql: `create trigger ${name} before update on ${table} ${rest}` };
}

/** Those that there are, by table and name. */
async function triggersOf({ dialect, knex }: Database, id: string): Promise<Set<string>> {
  const sql =
    dialect === 'postgres'
      ? `select c.relname || ' ' || g.tgname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
          join pg_namespace n on n.oid = c.relnamespace where n.nspname = current_schema() and strpos(g.tgname, ?) = 1`
      : "select tbl_name || ' ' || name as name from sqlite_master where type = 'trigger' and instr(name, ?) = 1";
  // Unchecked cast: both drivers return rows of what is selected.
  const found = (await knex.raw(sql, [`leaving_${id}_`])) as { name: string }[] | { rows: { name: string }[] };
  return new Set(('rows' in found ? found.rows : found).map(({ name }) => name));
}
