// Runs statements on an empty cluster, each in a transaction that is rolled back, and tells which of them the cluster refuses.
import pg from 'pg';
import type { Statement } from '../../src/database/statement.ts';

interface Refusal {
  readonly name: string;
  readonly message: string;
}

export interface Checked {
  readonly accepted: number;
  readonly refused: readonly Refusal[];
}

/** What an engine says that does not know how to run a statement; any other error, such as a duplicate key, comes from running it. */
const NOT_SUPPORTED = '0A000';
const INTERNAL_ERROR = 'XX000';
const SYNTAX_OR_ACCESS = /^42/;

/** Throws where the database holds a reader, since some statements read or delete whole tables before they are rolled back. */
export async function checkStatements(
  client: pg.ClientBase,
  statements: readonly Statement<unknown>[],
): Promise<Checked> {
  const { rows } = await client.query('select 1 from customers limit 1');
  if (rows.length > 0) throw new Error('the database holds readers: check an empty one of the same kind');
  const refused: Refusal[] = [];
  for (const { name, postgres } of statements) {
    const message = await refusalOf(client, postgres);
    if (message !== undefined) refused.push({ name, message });
  }
  return { accepted: statements.length - refused.length, refused };
}

async function refusalOf(client: pg.ClientBase, text: string): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query(`prepare checked as ${text}`);
    const values = (await parameterTypes(client)).map(valueOf);
    await client.query(`execute checked${values.length === 0 ? '' : `(${values.join(', ')})`}`);
    return undefined;
  } catch (error) {
    return isRefusal(error) ? error.message : undefined;
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

async function parameterTypes(client: pg.ClientBase): Promise<string[]> {
  const sql = "select parameter_types::text[] as types from pg_prepared_statements where name = 'checked'";
  const { rows } = await client.query<{ types: string[] }>(sql);
  return rows[0]?.types ?? [];
}

/** A value of the type. A text is a list in JSON, since some statements take their rows so. */
function valueOf(type: string): string {
  const values: Record<string, string> = { text: '[]', json: '[]', jsonb: '[]', boolean: 'false', bytea: '' };
  return `'${values[type] ?? (type.endsWith('[]') ? '{}' : '1')}'::${type}`;
}

function isRefusal(error: unknown): error is Error {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const { code = '' } = error;
  return code === NOT_SUPPORTED || code === INTERNAL_ERROR || SYNTAX_OR_ACCESS.test(code);
}
