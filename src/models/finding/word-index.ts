// The index of people's words: a row for each word of a person, by which a search finds them on both databases alike.
// A person is indexed after the change, by the worker and before each search: whether somebody has to be is told by what
// they were indexed as (`searched_as`), so that nothing that changes a name or an address needs to think of it.
import type { Connection, Database, Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { queueStatement, statement } from '../../database/statement.ts';
import { AWAY } from '../move-state.ts';
import { TenantRecord, type Tenant } from '../record.ts';
import { wordsOf } from './words.ts';

/** Our choice: people indexed in one transaction, for which other writers of SQLite wait. */
const BATCH = 200;
const SEPARATOR = ' / ';

/** What a person is indexed as, as the partial index of those who have to be has it. */
const INDEXED_AS = `coalesce(name, '') || '${SEPARATOR}' || coalesce(email, '')`;
/** Whether a person has to be indexed; the condition of the partial index. */
const IS_STALE = `gone_at is null and (searched_as is null or searched_as <> ${INDEXED_AS})`;

class CustomerWordRecord extends TenantRecord {
  static override tableName = 'customer_words';
  static override idColumn = ['publicationId', 'word', 'customerId'];
  declare word: string;
  declare customerId: string;
}

interface Stale {
  readonly publicationId: string;
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly searchedAs: string | null;
}

const stale = (name: string, where: string) => {
  const text = (from: string): string => `select publication_id, id, name, email, searched_as from ${from}
    where ${where}${IS_STALE} order by publication_id, id limit ${BATCH}`;
  return queueStatement<Stale>(name, {
    // SQLite would rather read the primary key, which has everybody.
    sqlite: text('customers indexed by customers_to_index'),
    postgres: `${text('customers')} for no key update skip locked`,
  });
};
const staleOfAll = stale('people_to_index', `publication_id not in (${AWAY}) and `);
const staleOfPublication = stale('people_of_publication_to_index', 'publication_id = :publicationId and ');

const givenWords = givenRows({ publicationId: 'text', word: 'text', customerId: 'text' });
const matchesGiven =
  'given.publication_id = customer_words.publication_id and given.word = customer_words.word and given.customer_id = customer_words.customer_id';
const remove = statement('remove_customer_words', {
  sqlite: `delete from customer_words where (publication_id, word, customer_id) in (select publication_id, word, customer_id from ${givenWords.sqlite})`,
  postgres: `delete from customer_words using ${givenWords.postgres} where ${matchesGiven}`,
});
const adding = (from: string): string =>
  `insert into customer_words (publication_id, word, customer_id) select publication_id, word, customer_id from ${from} where true on conflict do nothing`;
const add = statement('add_customer_words', {
  sqlite: adding(givenWords.sqlite),
  postgres: adding(givenWords.postgres),
});
const givenPeople = givenRows({ publicationId: 'text', id: 'text', searchedAs: 'text' });
const marking = (from: string): string =>
  `update customers set searched_as = given.searched_as from ${from} where customers.publication_id = given.publication_id and customers.id = given.id`;
const mark = statement('mark_indexed_people', {
  sqlite: marking(givenPeople.sqlite),
  postgres: marking(givenPeople.postgres),
});

/** Indexes people who have to be, of one publication or of all. Returns whether there may be more. */
export async function indexPeople(database: Database, publication?: Tenant): Promise<boolean> {
  if ((await findStale(database, publication)).length === 0) return false;
  return database.transaction(async (transaction) => {
    const found = await findStale(transaction, publication);
    await indexBatch(transaction, found);
    return found.length === BATCH;
  });
}

function findStale(connection: Connection, publication: Tenant | undefined): Promise<Stale[]> {
  return publication === undefined
    ? connection.all(staleOfAll, {})
    : connection.all(staleOfPublication, { publicationId: publication.id });
}

async function indexBatch(transaction: Transaction, people: readonly Stale[]): Promise<void> {
  const rowsOf = (person: Stale, words: readonly string[]) =>
    words.map((word) => ({ publicationId: person.publicationId, word, customerId: person.id }));
  const former = people.flatMap((person) => rowsOf(person, wordsOf(parse(person.searchedAs))));
  if (former.length > 0) await transaction.run(remove, { given: JSON.stringify(former) });
  const present = people.flatMap((person) => rowsOf(person, wordsOf(person)));
  await transaction.run(add, { given: JSON.stringify(present) });
  const marked = people.map(({ publicationId, id, name, email }) => ({
    publicationId,
    id,
    searchedAs: `${name ?? ''}${SEPARATOR}${email ?? ''}`,
  }));
  await transaction.run(mark, { given: JSON.stringify(marked) });
}

/** Removes a person who is erased or merged into another from the index. Call it before their row is emptied. */
export async function forgetWords(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
  { searchedAs }: { readonly searchedAs: string | null },
): Promise<void> {
  for (const word of wordsOf(parse(searchedAs)))
    await CustomerWordRecord.in(publication, transaction, { word, customerId }).delete();
}

function parse(searchedAs: string | null): { readonly name: string | null; readonly email: string | null } {
  const at = searchedAs?.lastIndexOf(SEPARATOR) ?? -1;
  if (searchedAs === null || at === -1) return { name: null, email: null };
  return { name: searchedAs.slice(0, at) || null, email: searchedAs.slice(at + SEPARATOR.length) || null };
}
