// Faults of what the dashboard shows of events and logout notices, and of the endpoints that they are sent to.
import type { Mutant } from '../mutant.ts';

const DELIVERIES = ['test/dashboard/connections/deliveries.test.ts'];
const ENDPOINTS = ['test/dashboard/connections/endpoints.test.ts'];

export const EVENT_PAGE_MUTANTS: readonly Mutant[] = [
  {
    what: 'An answer that repeats what it was sent outlives the person',
    file: 'src/models/outbox/delivery-attempt.ts',
    find: ".whereNotNull('answer')",
    replace: ".whereNull('answer')",
    part: 'sqlite',
    tests: DELIVERIES,
  },
  {
    what: 'An answer that arrives after the erasure is kept',
    file: 'src/models/outbox/delivery-attempt.ts',
    find: 'select c.gone_at from customers c',
    replace: 'select null from customers c',
    part: 'sqlite',
    tests: DELIVERIES,
  },
  {
    what: 'The link that activates an account is shown with a delivery',
    file: 'src/outbound/sent-request.ts',
    find: 'return isActivatable ?',
    replace: 'return isActivatable && HIDDEN.length > 1 ?',
    part: 'sqlite',
    tests: DELIVERIES,
  },
  {
    what: 'The log holds a logout token with its signature',
    file: 'src/tokens/logout-token.ts',
    find: 'header: { ...decodeProtectedHeader(token) }',
    replace: 'header: { ...decodeProtectedHeader(token), token }',
    part: 'sqlite',
    tests: DELIVERIES,
  },
  {
    what: 'The delivery to one endpoint is shown as that of another',
    file: 'src/models/outbox/delivery-log.ts',
    find: '{ receiver: target.endpointId }',
    replace: '{}',
    part: 'sqlite',
    tests: DELIVERIES,
  },
  {
    what: 'A replay ends with its first step',
    file: 'src/models/outbox/replay.ts',
    find: 'const isLast = nextPage === null ||',
    replace: 'const isLast = objects.length > 0 || nextPage === null ||',
    part: 'sqlite',
    tests: ['test/events/replay.test.ts'],
  },
  {
    what: 'Two rotations at once make two secrets',
    file: 'src/models/outbox/event-endpoint.ts',
    find: 'secretCreatedAt: replaced ?? endpoint.secretCreatedAt,',
    replace: 'secretCreatedAt: endpoint.secretCreatedAt,',
    part: 'sqlite',
    tests: ENDPOINTS,
  },
  {
    what: 'An endpoint on a private network is registered',
    file: 'src/outbound/addresses.ts',
    find: '(isIP(host) !== 0 && !isPublicAddress(host))',
    replace: '(isIP(host) === 0 && isPublicAddress(host))',
    part: 'sqlite',
    tests: ENDPOINTS,
  },
  {
    what: 'A test event is sent by each click',
    file: 'src/dashboard/connections/endpoint-acts.ts',
    find: 'if (first.delivery !== undefined) {',
    replace:
      'first.delivery ??= await service.database.transaction((transaction) => addTestDelivery(publication, transaction, service.clock, id));\n  if (first.delivery !== undefined) {',
    part: 'sqlite',
    tests: ENDPOINTS,
  },
  {
    what: 'The next signing key stands before the one that signs',
    file: 'src/tokens/signing-keys.ts',
    find: "      current,\n      ...others.filter((record) => stateOf(record, now) === 'upcoming').toReversed(),",
    replace: "      ...others.filter((record) => stateOf(record, now) === 'upcoming').toReversed(),\n      current,",
    part: 'sqlite',
    tests: ['test/oauth/discovery.test.ts'],
  },
];
