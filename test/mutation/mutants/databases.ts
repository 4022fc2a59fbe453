// Faults of the databases: what is acknowledged, what refers to what, and how long anybody waits.
import type { Mutant } from '../mutant.ts';

export const DATABASE_MUTANTS: readonly Mutant[] = [
  {
    what: 'SQLite does not look whether what a row refers to is there',
    file: 'src/database/prepared-connection.ts',
    find: "pragma('foreign_keys = ON')",
    replace: "pragma('foreign_keys = OFF')",
    part: 'sqlite',
    tests: ['test/database/concurrent-inserts.test.ts'],
  },
  {
    what: 'A request fails as soon as another process writes to the file',
    file: 'src/database/sqlite.ts',
    find: 'performance.now() + BUSY_TIMEOUT_MILLISECONDS',
    replace: 'performance.now()',
    part: 'faults',
    tests: ['test/faults/locked-sqlite.test.ts'],
  },
  {
    what: 'SQLite acknowledges a write before it is committed',
    file: 'src/database/sqlite.ts',
    find: `      observeBlocking('commit', () => this.#writer.exec('COMMIT'));
      this.#commits += 1;
      for (const answer of answers) answer();
`,
    replace: `      for (const answer of answers) answer();
      await nextTurn();
      observeBlocking('commit', () => this.#writer.exec('COMMIT'));
      this.#commits += 1;
`,
    part: 'sqlite',
    tests: ['test/database/transactions.test.ts'],
  },
  {
    what: 'A slow statement of PostgreSQL takes as long as it likes',
    file: 'src/database/postgres.ts',
    find: `      statement_timeout: STATEMENT_TIMEOUT_MILLISECONDS,
`,
    replace: '',
    part: 'faults',
    tests: ['test/faults/lost-postgres.test.ts'],
  },
  {
    what: 'A PostgreSQL that has fallen silent is waited for four times as long',
    file: 'src/database/postgres/silence.ts',
    find: 'now - heard.at > this.#limit',
    replace: 'now - heard.at > 4 * this.#limit',
    part: 'faults',
    tests: ['test/faults/lost-postgres.test.ts'],
  },
  {
    what: 'PostgreSQL keeps the plans of queues',
    file: 'src/database/statement.ts',
    find: 'isPlannedEachRun: true',
    replace: 'isPlannedEachRun: false',
    part: 'postgres',
    tests: ['test/database/queue-plans.test.ts'],
  },
  {
    what: 'On SQLite a new row has no event',
    file: 'src/models/outbox/event.ts',
    find: 'await transaction.run(event, values);',
    replace: 'void event;',
    part: 'sqlite',
    tests: ['test/database/concurrent-inserts.test.ts'],
  },
  {
    what: 'A command leaves its work without announcing it',
    file: 'src/cli/command.ts',
    find: 'database.commits > 0',
    replace: 'database.commits > 1_000_000',
    part: 'faults',
    tests: ['test/faults/announcements.test.ts'],
  },
  {
    what: 'A connection that listens is not opened again once it is lost',
    file: 'src/database/postgres/announcements.ts',
    find: 'if (!this.#isClosed) this.#timer',
    replace: 'if (this.#isClosed) this.#timer',
    part: 'faults',
    tests: ['test/faults/announcements.test.ts'],
  },
  {
    what: 'A worker does not listen to other processes',
    file: 'src/worker.ts',
    find: "'announcements', () => wakeAll([...swept, ...archives])",
    replace: "'announcements', () => wakeAll([])",
    part: 'faults',
    tests: ['test/faults/announcements.test.ts'],
  },
  {
    what: 'A backup is restored into a database that holds something',
    file: 'src/backup/restore.ts',
    find: 'throw new NotEmpty(',
    replace: "if (table.name === '') throw new NotEmpty(",
    part: 'faults',
    tests: ['test/faults/backup.test.ts'],
  },
  {
    what: 'A damaged file of a backup is restored',
    file: 'src/backup/read.ts',
    find: "if (hash.digest('hex') !== sha256)",
    replace: "if (hash.digest('hex') === '')",
    part: 'faults',
    tests: ['test/faults/backup.test.ts'],
  },
  {
    what: 'A restored table numbers its rows from one again',
    file: 'src/backup/restore.ts',
    find: 'await raiseSequences(target);',
    replace: '',
    part: 'faults',
    tests: ['test/faults/backup.test.ts'],
  },
];
