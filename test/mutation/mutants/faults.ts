// Faults of the limits that keep the service up while its database, its disk, its clients or its receivers fail.
import type { Mutant } from '../mutant.ts';

const SLOW_CLIENTS = { part: 'faults', tests: ['test/faults/slow-clients.test.ts'] } as const;

export const FAULTS_MUTANTS: readonly Mutant[] = [
  {
    what: 'A request may take for ever to arrive.',
    file: 'src/app.ts',
    find: 'requestTimeout: REQUEST_TIMEOUT_MILLISECONDS',
    replace: 'requestTimeout: 0',
    ...SLOW_CLIENTS,
  },
  {
    what: 'A body may drip for a minute.',
    file: 'src/app.ts',
    find: 'headersTimeout: REQUEST_TIMEOUT_MILLISECONDS',
    replace: 'headersTimeout: 60_000',
    ...SLOW_CLIENTS,
  },
  {
    what: 'Slow clients are looked for every half minute only.',
    file: 'src/app.ts',
    find: 'TIMEOUT_LOOK_MILLISECONDS = 1000',
    replace: 'TIMEOUT_LOOK_MILLISECONDS = 30_000',
    ...SLOW_CLIENTS,
  },
  {
    what: 'A client that was told it is too slow may keep the connection.',
    file: 'src/http/unreadable.ts',
    find: 'setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();',
    replace: '',
    ...SLOW_CLIENTS,
  },
  {
    what: 'A TLS handshake may take two minutes to begin.',
    file: 'src/app.ts',
    find: 'handshakeTimeout: REQUEST_TIMEOUT_MILLISECONDS',
    replace: 'handshakeTimeout: 120_000',
    ...SLOW_CLIENTS,
  },
];
