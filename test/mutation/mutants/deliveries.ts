// Faults of what leaves the service: letters, logout tokens, pushed events, and whom a request may reach.
import type { Mutant } from '../mutant.ts';
import { sqliteMutant } from '../sqlite-mutant.ts';

export const DELIVERY_MUTANTS: readonly Mutant[] = [
  sqliteMutant(
    'A name that changes its address while it is connected to reaches a private one',
    'outbound/guarded-connect',
    ["if (!rules.isPermitted(socket.remoteAddress ?? '')) {", 'if (Number.isNaN(port)) {'],
    'outbound/guarded-client',
  ),
  sqliteMutant(
    'A name whose addresses are private is connected to',
    'outbound/guarded-connect',
    ['.filter(rules.isPermitted)', ''],
    'outbound/guarded-client',
  ),
  sqliteMutant(
    'Addresses of the own link are taken for public ones',
    'outbound/addresses',
    ["  ['169.254.0.0', 16],\n", ''],
    'outbound/addresses',
  ),
  sqliteMutant(
    'Four mebibytes of an answer are read',
    'outbound/guarded-client',
    ['ANSWER_MAX_BYTES = 4096', 'ANSWER_MAX_BYTES = 4_194_304'],
    'outbound/guarded-client',
  ),
  sqliteMutant(
    'Letters are sent when their code is over',
    'outbound/dispatcher',
    ['isUseless(delivery, startedAt) ? TOO_LATE : await', 'await'],
    'outbound/mail',
  ),
  sqliteMutant(
    'After a rotation events are signed by the new secret alone',
    'models/event-endpoint',
    ['open(secretKeys, sealed).flatMap(', 'open(secretKeys, sealed).slice(0, 1).flatMap('],
    'events/push',
  ),
  {
    what: 'What is sent is recorded as delivered before it is sent',
    file: 'src/outbound/dispatcher.ts',
    find: '    const outcome = isUseless',
    replace: `    await this.#recorder.record({ claimed: delivery, startedAt, endedAt: startedAt, record: { state: 'delivered', outcome: 'early', keepsPayload: true }, isUnreachable: false });
    const outcome = isUseless`,
    part: 'faults',
    tests: ['test/faults/kill-worker.test.ts'],
  },
];
