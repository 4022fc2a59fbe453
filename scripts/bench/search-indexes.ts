// The index of words that people are found by, beside what each database brings for text: SQLite's FTS5 and PostgreSQL's trigrams. All three answer
// the same question from the same words: the newest people with words that begin so.
import type { Connection } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import type { Dialect } from '../../src/database/statement.ts';
import { findPeople } from '../../src/models/finding/people-filter.ts';
import { termsOf } from '../../src/models/finding/words.ts';
import { percentile } from './dashboard.ts';
import type { FilledDatabase } from './filled-database.ts';
import { median, type Finding, type Part } from './measure.ts';
import { SEARCHES } from './people.ts';

const TIMES = 20;
const SHOWN = 50;

type Search = (terms: readonly string[]) => Promise<unknown>;

/** What a database brings: how its index is made of `customer_words`, its size, and how it is asked. */
interface Other {
  readonly name: string;
  readonly make: readonly string[];
  readonly size: string;
  readonly find: (
    publicationId: string,
    terms: readonly string[],
  ) => { readonly text: string; readonly values: string[] };
}

const OTHERS: Readonly<Record<Dialect, Other>> = {
  sqlite: {
    name: 'FTS5',
    make: [
      `create virtual table bench_other using fts5 (publication, words, customer_id unindexed, prefix = '1 2 3', tokenize = "unicode61 tokenchars '_@.-+'")`,
      `insert into bench_other (publication, words, customer_id) select publication_id, group_concat(word, ' '), customer_id
        from customer_words group by publication_id, customer_id order by customer_id`,
      "insert into bench_other (bench_other) values ('optimize')",
    ],
    size: 'select sum(length(block)) as bytes from bench_other_data',
    find: (publicationId, terms) => ({
      text: `select customer_id from bench_other where bench_other match ? order by rowid desc limit ${SHOWN + 1}`,
      values: [`publication:"${publicationId}" AND words:(${terms.map((term) => `"${term}"*`).join(' AND ')})`],
    }),
  },
  postgres: {
    name: 'pg_trgm',
    make: [
      'set local statement_timeout = 0',
      'create extension pg_trgm',
      'create extension btree_gin',
      `create table bench_other as select publication_id, customer_id, ' ' || string_agg(word, ' ') as words
        from customer_words group by publication_id, customer_id`,
      'alter table bench_other add primary key (publication_id, customer_id)',
      'create index bench_trigrams on bench_other using gin (publication_id, words gin_trgm_ops)',
      'analyze bench_other',
    ],
    size: "select pg_relation_size('bench_trigrams') + pg_total_relation_size('bench_other') as bytes",
    find: (publicationId, terms) => ({
      text: `select customer_id from bench_other where publication_id = ? and ${terms.map(() => 'words like ?').join(' and ')}
        order by customer_id desc limit ${SHOWN + 1}`,
      values: [publicationId, ...terms.map((term) => `% ${term}%`)],
    }),
  },
};

export const searchIndexes: Part = {
  name: 'search-indexes',
  what: 'the index of words beside FTS5 and pg_trgm',
  contents: 'people',
  async run({ database: filled }) {
    const database = openDatabase(filled.url);
    try {
      const other = OTHERS[filled.dialect];
      await database.schemaChange(async (knex) => {
        for (const text of other.make) await knex.raw(text);
      });
      const publication = { id: filled.publicationId };
      const ours: Search = (terms) => findPeople(publication, database, { terms }, { limit: SHOWN });
      const theirs: Search = (terms) => {
        const { text, values } = other.find(publication.id, terms);
        return database.knex.raw(text, values).then((found) => found);
      };
      const found: Finding[] = [];
      for (const [name, words] of Object.entries(SEARCHES)) {
        const terms = words.map(termsOf);
        found.push({
          name,
          figures: { ...(await time('words', ours, terms)), ...(await time(other.name, theirs, terms)) },
        });
      }
      return [...found, await sizes(filled, database, other)];
    } finally {
      await database.close();
    }
  },
};

async function time(name: string, search: Search, asked: readonly (readonly string[])[]): Promise<Finding['figures']> {
  for (const terms of asked) await search(terms);
  const times: number[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const start = performance.now();
    await search(asked[turn % asked.length] ?? []);
    times.push(performance.now() - start);
  }
  return { [`${name} p50 ms`]: median(times).toFixed(1), [`${name} p95 ms`]: percentile(times, 0.95).toFixed(1) };
}

async function sizes({ dialect }: FilledDatabase, { knex }: Connection, other: Other): Promise<Finding> {
  const ours =
    dialect === 'sqlite'
      ? 'select sum(length(publication_id) + length(word) + length(customer_id) + 4) as bytes from customer_words'
      : "select pg_total_relation_size('customer_words') as bytes";
  const bytesOf = async (text: string): Promise<string> => {
    const answer: Rows | { readonly rows: Rows } = await knex.raw(text);
    const [row] = 'rows' in answer ? answer.rows : answer;
    return (Number(row?.bytes) / 1e6).toFixed(0);
  };
  return {
    name: 'size',
    figures: { 'words MB': await bytesOf(ours), [`${other.name} MB`]: await bytesOf(other.size) },
  };
}

type Rows = readonly { readonly bytes: number | string }[];
