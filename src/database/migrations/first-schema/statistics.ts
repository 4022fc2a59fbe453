// The statistics that SQLite's planner reads for each index. Without them it takes all columns for equally selective,
// and would rather read all rows of a publication in the requested order than the few of one customer. ANALYZE, run
// once, would measure an empty database.
import type { Knex } from 'knex';

const ROWS = 1_000_000;
/** The number of distinct values that a column has within equal values of the columns before it. */
const PARTS: Readonly<Record<string, number>> = {
  publication_id: 10,
  status: 2,
  state: 2,
  kind: 2,
  gateway: 2,
  purpose: 2,
  type: 10,
  plan_id: 10,
  offer_id: 10,
  price_id: 10,
  newsletter_id: 10,
  code_id: 10,
  act: 20,
  actor_id: 20,
};
const PARTS_OF_OTHERS = 100_000;

interface IndexColumn {
  readonly table: string;
  readonly index: string;
  readonly isUnique: number;
  readonly column: string;
}

/** For each index that has none yet. */
export async function expectStatistics(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasTable('sqlite_stat1'))) {
    await knex.raw('analyze');
    await knex.raw('delete from sqlite_stat1');
  }
  const columns: IndexColumn[] = await knex.raw(
    `select t.name as "table", i.name as "index", i."unique" as "isUnique", c.name as "column" from sqlite_schema t
      join pragma_index_list(t.name) i join pragma_index_info(i.name) c
      where t.type = 'table' and t.name not like 'sqlite%' and t.name not like 'knex%'
        and not exists (select 1 from sqlite_stat1 s where s.idx = i.name) order by t.name, i.name, c.seqno`,
  );
  for (const [index, parts] of Map.groupBy(columns, (column) => column.index)) {
    const [first] = parts;
    if (first === undefined) continue;
    await knex.raw('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)', [first.table, index, statOf(parts)]);
  }
  // Makes this connection load the statistics; others load them when they are opened.
  await knex.raw('analyze sqlite_schema');
}

/**
 * Returns the number of rows, then how many share the first column, the first two, and so on
 * (sqlite.org/fileformat2.html, section 2.6.3).
 */
function statOf(columns: readonly IndexColumn[]): string {
  let rows = ROWS;
  const same = columns.map(({ column, isUnique }, at) => {
    const isLast = at === columns.length - 1;
    rows = isLast && isUnique === 1 ? 1 : Math.max(1, Math.round(rows / (PARTS[column] ?? PARTS_OF_OTHERS)));
    return rows;
  });
  return [ROWS, ...same].join(' ');
}
