// Distributes a migrated schema over the nodes of a Citus cluster, in one transaction.
import type { ClientBase } from 'pg';
import { faultsOf, placeOf, PUBLICATION_COLUMN, REPLACED, type Place } from './places.ts';
import { readSchema, type Schema } from './schema.ts';

/** The tables of publications lie where this one's rows lie. */
const FIRST = 'customers';

/**
 * The statements that distribute the schema, in their order. Foreign keys are taken off first and put back at the end, since Citus takes none between a
 * table that is distributed and one that is not yet.
 */
export function statementsFor(schema: Schema): string[] {
  const of = (place: Place): string[] =>
    schema.tables.filter((table) => placeOf(table) === place).map(({ name }) => name);
  const others = of('publication').filter((name) => name !== FIRST);
  return [
    // Tables of both kinds are made in one transaction, which Citus does one shard at a time.
    "set local citus.multi_shard_modify_mode = 'sequential'",
    ...schema.foreignKeys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    // Workers are not told whose rows are asked for, so that policies keep nothing apart there.
    ...schema.tables.flatMap(({ name }) => [
      `drop policy if exists own_publication on ${name}`,
      `alter table ${name} disable row level security`,
    ]),
    ...REPLACED.flatMap(({ name, create }) => [`drop index ${name}`, create]),
    ...of('reference').map((name) => `select create_reference_table('${name}')`),
    `select create_distributed_table('${FIRST}', '${PUBLICATION_COLUMN}')`,
    ...others.map(
      (name) => `select create_distributed_table('${name}', '${PUBLICATION_COLUMN}', colocate_with => '${FIRST}')`,
    ),
    ...of('bucket').map((name) => `select create_distributed_table('${name}', 'bucket', colocate_with => 'none')`),
    ...schema.foreignKeys.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ),
    // The settings of our connections do not reach the workers; those of the role do.
    "alter role current_user set lock_timeout = '2s'",
  ];
}

/** The cluster, or the schema on it, cannot be distributed. */
export class CannotDistribute extends Error {
  override readonly name = 'CannotDistribute';
}

/** Returns how many tables lie in which place. Throws CannotDistribute, and changes nothing, where Citus or the schema is not ready for it. */
export async function distribute(client: ClientBase): Promise<Record<Place, number>> {
  await client.query('begin');
  try {
    await checkCluster(client);
    const schema = await readSchema(client);
    const faults = faultsOf(schema);
    if (faults.length > 0) throw new CannotDistribute(faults.join('\n'));
    await client.query('set local statement_timeout = 0');
    for (const text of statementsFor(schema)) await client.query(text);
    await client.query('commit');
    return countPlaces(schema);
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function checkCluster(client: ClientBase): Promise<void> {
  const has = async (sql: string): Promise<boolean> => (await client.query(sql)).rows.length > 0;
  if (!(await has("select 1 from pg_proc where proname = 'create_distributed_table'")))
    throw new CannotDistribute('the database has no extension citus: create extension citus, on every node');
  if (!(await has("select 1 from pg_class where relname = 'publications'")))
    throw new CannotDistribute('the database has no tables of Masthead: npm run masthead -- migrate');
  if (!(await has("select 1 from pg_dist_node where noderole = 'primary' and shouldhaveshards")))
    throw new CannotDistribute('the cluster has no worker: select citus_add_node(…)');
  if (await has("select 1 from pg_dist_partition where logicalrelid = 'publications'::regclass"))
    throw new CannotDistribute('the schema is distributed already');
}

function countPlaces({ tables }: Schema): Record<Place, number> {
  const counts = { publication: 0, bucket: 0, reference: 0, local: 0 };
  for (const table of tables) counts[placeOf(table)] += 1;
  return counts;
}
