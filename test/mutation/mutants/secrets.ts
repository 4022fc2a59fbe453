// Faults in what keeps secrets secret and what was acknowledged: durability, entropy, what is stored, equal work, and the sign-in rules.
import type { Mutant } from '../mutant.ts';

const DURABILITY = ['test/database/durability'];

export const SECRETS_MUTANTS: readonly Mutant[] = [
  {
    what: 'SQLite answers before the disk has the commit (synchronous is OFF)',
    file: 'src/database/sqlite.ts',
    find: "this.driver.pragma('synchronous = FULL');",
    replace: "this.driver.pragma('synchronous = OFF');",
    part: 'sqlite',
    tests: DURABILITY,
  },
  {
    what: 'SQLite flushes at checkpoints only (synchronous is NORMAL)',
    file: 'src/database/sqlite.ts',
    find: "this.driver.pragma('synchronous = FULL');",
    replace: "this.driver.pragma('synchronous = NORMAL');",
    part: 'sqlite',
    tests: DURABILITY,
  },
  {
    what: 'SQLite keeps its journal in memory',
    file: 'src/database/sqlite.ts',
    find: "this.driver.pragma('journal_mode = WAL');",
    replace: "this.driver.pragma('journal_mode = MEMORY');",
    part: 'sqlite',
    tests: DURABILITY,
  },
  {
    what: 'every connection to PostgreSQL switches synchronous_commit off',
    file: 'src/database/postgres.ts',
    find: "'-c enable_seqscan=off'",
    replace: "'-c enable_seqscan=off -c synchronous_commit=off'",
    part: 'postgres',
    tests: DURABILITY,
  },
  {
    what: 'a transaction on PostgreSQL switches synchronous_commit off for itself',
    file: 'src/database/postgres.ts',
    find: "await client.query('BEGIN');",
    replace: "await client.query('BEGIN; SET LOCAL synchronous_commit = off');",
    part: 'postgres',
    tests: DURABILITY,
  },
];
