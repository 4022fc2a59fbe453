// What the people of a page or of a slice of a file have: their plan and their newsletters, by one statement.
import type { Connection } from '../../database/connection.ts';
import { statement, type Dialect } from '../../database/statement.ts';
import { summaryColumns, toSummary, type CustomerSummary, type SummaryRow } from '../people/customer-summary.ts';
import type { Tenant } from '../record.ts';

const givenIds: Record<Dialect, string> = {
  sqlite: 'select value from json_each(:ids)',
  postgres: 'select value from json_array_elements_text(:ids::json) given (value)',
};
const text = (dialect: Dialect): string => `select ${summaryColumns(dialect)} from customers c
  where c.publication_id = :publicationId and c.id in (${givenIds[dialect]}) and c.gone_at is null`;
const summaries = statement<SummaryRow<CustomerSummary>>('summaries_of_people', {
  sqlite: text('sqlite'),
  postgres: text('postgres'),
});

/** Returns them by their ids. Whoever was erased meanwhile is missing. */
export async function readWhatPeopleHave(
  publication: Tenant,
  connection: Connection,
  people: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, CustomerSummary>> {
  const ids = JSON.stringify(people.map(({ id }) => id));
  const rows = await connection.all(summaries, { publicationId: publication.id, ids });
  return new Map(rows.map((row) => [row.id, toSummary(row)]));
}
