// Whether the second wall stands for the connections of this process, which is found out by trying; what it lacks is made where the user may make it.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { WallState } from '../connection.ts';
import { toError } from './pool.ts';

export interface FoundWall extends WallState {
  /** As which statements run behind the wall. It is named after the user, so that users of other databases of the cluster cannot take it on. */
  readonly role: string;
}

/** PostgreSQL cuts longer names. */
const NAME_LENGTH = 63;
const SUFFIX = '_walled';
/** Several processes that start together stand in each other's way. */
const ATTEMPTS = 5;
const PAUSE_MILLISECONDS = 100;

const CITUS = 'the workers of Citus are not told whose rows are asked for';
/** Tables that the role cannot use, or of which it sees the rows of all publications. */
const OPEN = `select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and (not has_table_privilege(c.oid, 'delete') or not row_security_active(c.oid) and (c.relname = 'publications'
      or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'publication_id' and a.attnotnull)))`;

export async function raiseWall(client: pg.PoolClient): Promise<FoundWall> {
  let found = await findWall(client);
  for (
    let attempt = 0;
    !found.stands && !found.isUserBound && found.cause !== CITUS && attempt < ATTEMPTS;
    attempt += 1
  ) {
    if (attempt > 0) await pause(PAUSE_MILLISECONDS);
    const refusal = await make(client, found.role);
    found = await findWall(client);
    if (!found.stands && !found.isUserBound && refusal !== undefined) found = { ...found, cause: refusal };
  }
  return found;
}

export async function findWall(client: pg.PoolClient): Promise<FoundWall> {
  const { user, isCitus, isBound } = await factsOf(client);
  const role = user.slice(0, NAME_LENGTH - SUFFIX.length) + SUFFIX;
  const cause = isBound
    ? `the user ${user} does not own the tables, so that it finds no rows in them`
    : isCitus
      ? CITUS
      : await faultOf(client, role);
  return { role, stands: cause === '', cause, isUserBound: isBound };
}

interface Facts {
  readonly user: string;
  readonly isCitus: boolean;
  /** Whether policies bind the user itself. */
  readonly isBound: boolean;
}

const FACTS = `select session_user as user, exists (select from pg_extension where extname = 'citus') as "isCitus",
  coalesce((select row_security_active(c.oid) from pg_class c where c.oid = to_regclass('publications')), false) as "isBound"`;

async function factsOf(client: pg.PoolClient): Promise<Facts> {
  await client.query('BEGIN READ ONLY; SET LOCAL ROLE NONE');
  try {
    const { rows } = await client.query<Facts>(FACTS);
    return rows[0] ?? { user: '', isCitus: false, isBound: false };
  } finally {
    await client.query('ROLLBACK');
  }
}

async function faultOf(client: pg.PoolClient, role: string): Promise<string> {
  try {
    await client.query(`BEGIN READ ONLY; SET LOCAL ROLE ${pg.escapeIdentifier(role)}`);
    const { rows } = await client.query<{ name: string }>(OPEN);
    const open = rows.map(({ name }) => name).join(', ');
    return open === '' ? '' : `the role ${role} is not kept to one publication by ${open}`;
  } catch (error) {
    return toError(error).message;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Returns why it may not. */
async function make(client: pg.PoolClient, role: string): Promise<string | undefined> {
  const quoted = pg.escapeIdentifier(role);
  try {
    await client.query('BEGIN; SET LOCAL ROLE NONE');
    const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    if (rows.length === 0) await client.query(`create role ${quoted} nologin; grant ${quoted} to session_user`);
    await client.query(`grant select, insert, update, delete on all tables in schema public to ${quoted}`);
    await client.query(`grant usage, select on all sequences in schema public to ${quoted}`);
    await client.query('COMMIT');
    return undefined;
  } catch (error) {
    await client.query('ROLLBACK');
    return toError(error).message;
  }
}
