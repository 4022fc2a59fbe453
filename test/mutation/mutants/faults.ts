// Faults of the limits that keep the service up while its database, its disk, its clients or its receivers fail.
import type { Mutant } from '../mutant.ts';

const TIME_LIMITS = { part: 'faults', tests: ['test/faults/time-limits.test.ts'] } as const;

const LOST_POSTGRES = { part: 'faults', tests: ['test/faults/lost-postgres.test.ts'] } as const;
const FULL_DISK = { part: 'faults', tests: ['test/faults/full-disk.test.ts'] } as const;
const SLOW_RECEIVERS = { part: 'faults', tests: ['test/faults/slow-receivers.test.ts'] } as const;
const START_FAILURES = { part: 'faults', tests: ['test/faults/start-failures.test.ts'] } as const;

export const FAULTS_MUTANTS: readonly Mutant[] = [
  {
    what: 'A request may take for ever to arrive.',
    file: 'src/app.ts',
    find: 'requestTimeout: REQUEST_TIMEOUT_MILLISECONDS',
    replace: 'requestTimeout: 0',
    ...TIME_LIMITS,
  },
  {
    what: 'A body may drip for a minute.',
    file: 'src/app.ts',
    find: 'headersTimeout: REQUEST_TIMEOUT_MILLISECONDS',
    replace: 'headersTimeout: 60_000',
    ...TIME_LIMITS,
  },
  {
    what: 'Slow clients are looked for every half minute only.',
    file: 'src/app.ts',
    find: 'TIMEOUT_LOOK_MILLISECONDS = 1000',
    replace: 'TIMEOUT_LOOK_MILLISECONDS = 30_000',
    ...TIME_LIMITS,
  },
  {
    what: 'A client that was told it is too slow may keep the connection.',
    file: 'src/http/unreadable.ts',
    find: 'setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();',
    replace: '',
    ...TIME_LIMITS,
  },
  {
    what: 'A TLS handshake may take two minutes to begin.',
    file: 'src/app.ts',
    find: 'handshakeTimeout: REQUEST_TIMEOUT_MILLISECONDS',
    replace: 'handshakeTimeout: 120_000',
    ...TIME_LIMITS,
  },
  {
    what: 'The service says that it is ready when PostgreSQL is stopped.',
    file: 'src/http/health.ts',
    find: '() => false,',
    replace: '() => true,',
    ...LOST_POSTGRES,
  },
  {
    what: 'The service says that it is ready when PostgreSQL does not answer.',
    file: 'src/http/health.ts',
    find: 'resolve(false)',
    replace: 'resolve(true)',
    ...LOST_POSTGRES,
  },
  {
    what: 'An idle connection that PostgreSQL ends ends the process.',
    file: 'src/database/postgres.ts',
    find: "pool.on('error', onConnectionLost);",
    replace: '',
    ...LOST_POSTGRES,
  },
  {
    what: 'A new connection to PostgreSQL is waited for without a limit.',
    file: 'src/database/postgres.ts',
    find: 'connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS',
    replace: 'connectionTimeoutMillis: 0',
    ...LOST_POSTGRES,
  },
  {
    what: 'A connection that breaks under Knex is taken for a bug.',
    file: 'src/database/connection.ts',
    find: '(?:^| - )(?:',
    replace: '^(?:',
    ...LOST_POSTGRES,
  },
  {
    what: 'The page that says that the service is unavailable waits for the database once more.',
    file: 'src/site/errors.ts',
    find: 'Promise.race([findPublicationOrNone(service, request), pause(SECOND_WAIT_MILLISECONDS, undefined)])',
    replace: 'findPublicationOrNone(service, request)',
    ...LOST_POSTGRES,
  },
  {
    what: 'A full disk is taken for a bug.',
    file: 'src/database/connection.ts',
    find: 'SQLITE_(BUSY|FULL|',
    replace: 'SQLITE_(BUSY|',
    ...FULL_DISK,
  },
  {
    what: 'What a full disk refused is answered as if it were stored.',
    file: 'src/database/sqlite.ts',
    find: "      this.#writer.exec('COMMIT');\n      this.#commits += 1;\n      for (const answer of answers) answer();",
    replace:
      "      for (const answer of answers) answer();\n      this.#writer.exec('COMMIT');\n      this.#commits += 1;",
    ...FULL_DISK,
  },
  {
    what: 'The service starts on a database that it may only read.',
    file: 'src/server.ts',
    find: 'if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);',
    replace: '',
    ...START_FAILURES,
  },
  {
    what: 'A start on a database whose first page is damaged leaves files beside it.',
    file: 'src/database/sqlite.ts',
    find: 'this.driver.close();\n      throw error;',
    replace: 'throw error;',
    ...START_FAILURES,
  },
  {
    what: 'A start on a database that is damaged further inside leaves files beside it.',
    file: 'src/server.ts',
    find: 'await database.close().catch(() => undefined);',
    replace: '',
    ...START_FAILURES,
  },
  {
    what: 'A folder that may not be written is told of without saying what to do.',
    file: 'src/start-failure.ts',
    find: 'SQLITE_CANTOPEN: notWritable,',
    replace: '',
    ...START_FAILURES,
  },
  {
    what: 'A start that fails ends with the status of success.',
    file: 'src/server.ts',
    find: 'process.exit(2)',
    replace: 'process.exit(0)',
    ...START_FAILURES,
  },
  {
    what: 'An attempt to deliver is cut after fifty seconds.',
    file: 'src/outbound/guarded-client.ts',
    find: 'ATTEMPT_TIMEOUT_MILLISECONDS = 5000',
    replace: 'ATTEMPT_TIMEOUT_MILLISECONDS = 50_000',
    ...TIME_LIMITS,
  },
  {
    what: 'A receiver that is connected may take as long as it likes to answer.',
    file: 'src/outbound/guarded-client.ts',
    find: '      signal: AbortSignal.timeout(timeoutMilliseconds),\n',
    replace: '',
    ...TIME_LIMITS,
  },
  {
    what: 'A connection to a receiver that never shakes hands is kept.',
    file: 'src/outbound/guarded-client.ts',
    find: '    timeoutMilliseconds,\n    ...connect,',
    replace: '    timeoutMilliseconds: 10 * timeoutMilliseconds,\n    ...connect,',
    ...TIME_LIMITS,
  },
  {
    what: 'The worker has a time limit of its own, of fifty seconds.',
    file: 'src/worker.ts',
    find: 'createGuardedClient({ isLocal: isLocalDemo(config) })',
    replace: 'createGuardedClient({ isLocal: isLocalDemo(config), timeoutMilliseconds: 50_000 })',
    ...SLOW_RECEIVERS,
  },
  {
    what: 'Receivers that do not answer take the places of those that do.',
    file: 'src/outbound/lanes.ts',
    find: 'open: 192, ailing: 64',
    replace: 'open: 64, ailing: 192',
    ...SLOW_RECEIVERS,
  },
];
