// Faults of what leaves the service: mails, logout tokens, pushed events, and whom a request may reach.
import type { Mutant } from '../mutant.ts';

export const DELIVERY_MUTANTS: readonly Mutant[] = [
  {
    what: 'A name that changes its address while it is connected to reaches a private one',
    file: 'src/outbound/guarded-connect.ts',
    find: "if (!rules.isPermitted(socket.remoteAddress ?? '')) {",
    replace: 'if (Number.isNaN(port)) {',
    part: 'sqlite',
    tests: ['test/outbound/guarded-client.test.ts'],
  },
  {
    what: 'A name whose addresses are private is connected to',
    file: 'src/outbound/guarded-connect.ts',
    find: '.filter(rules.isPermitted)',
    replace: '',
    part: 'sqlite',
    tests: ['test/outbound/guarded-client.test.ts'],
  },
  {
    what: 'Addresses of the own link are taken for public ones',
    file: 'src/outbound/addresses.ts',
    find: `  ['169.254.0.0', 16],
`,
    replace: '',
    part: 'sqlite',
    tests: ['test/outbound/addresses.test.ts'],
  },
  {
    what: 'Four mebibytes of an answer are read',
    file: 'src/outbound/guarded-client.ts',
    find: 'ANSWER_MAX_BYTES = 4096',
    replace: 'ANSWER_MAX_BYTES = 4_194_304',
    part: 'sqlite',
    tests: ['test/outbound/guarded-client.test.ts'],
  },
  {
    what: 'Mails are sent when their code is over',
    file: 'src/outbound/dispatcher.ts',
    find: 'isUseless(delivery, startedAt) ? TOO_LATE : await',
    replace: 'await',
    part: 'sqlite',
    tests: ['test/outbound/mail.test.ts'],
  },
  {
    what: 'After a rotation events are signed by the new secret alone',
    file: 'src/models/outbox/event-endpoint.ts',
    find: 'open(secretKeys, sealed).flatMap(',
    replace: 'open(secretKeys, sealed).slice(0, 1).flatMap(',
    part: 'sqlite',
    tests: ['test/events/push.test.ts'],
  },
  {
    what: 'What is sent is recorded as delivered before it is sent',
    file: 'src/outbound/dispatcher.ts',
    find: '    const outcome = isUseless',
    replace: `    await this.#recorder.record({ claimed: delivery, startedAt, endedAt: startedAt, record: { state: 'delivered', outcome: 'early', keepsPayload: true }, isUnreachable: false });
    const outcome = isUseless`,
    part: 'faults',
    tests: ['test/faults/kill-worker.test.ts'],
  },
  {
    what: 'A commit that queued a delivery wakes nobody',
    file: 'src/models/outbox/delivery.ts',
    find: "  transaction.notify('deliveries');",
    replace: '',
    part: 'sqlite',
    tests: ['test/outbound/notifications.test.ts'],
  },
  {
    what: 'A session ends without a notice to its applications',
    file: 'src/models/sign-in/session.ts',
    find: "by !== 'sign_in'",
    replace: "by === 'end_session'",
    part: 'sqlite',
    tests: ['test/outbound/notifications.test.ts'],
  },
];
