// Faults in what HTTP itself refuses, before a request reaches its route.
import type { Mutant } from '../mutant.ts';

export const HTTP_MUTANTS: readonly Mutant[] = [
  {
    what: 'Under overload everything is taken, and waits for ever longer',
    file: 'src/http/overload/fair-queue.ts',
    find: 'if (this.#ahead(owner) * this.#interval > this.#maxWait * EXPECTED_SHARE) {',
    replace: 'if (this.#maxWait < 0) {',
    part: 'unit',
    tests: ['test/http/fair-queue.test.ts'],
  },
  {
    what: 'A noisy publication has all turns while its requests wait',
    file: 'src/http/overload/fair-queue.ts',
    find: '      this.#waiting.delete(owner);\n      if (entries.length > 0) this.#waiting.set(owner, entries);\n      this.#measure();',
    replace: '      if (entries.length === 0) this.#waiting.delete(owner);\n      this.#measure();',
    part: 'unit',
    tests: ['test/http/fair-queue.test.ts'],
  },
  {
    what: 'One publication may have everything under way, such as calls of a gateway that does not answer',
    file: 'src/http/overload/fair-queue.ts',
    find: 'const RUNNING_MAX_OF_OWNER = RUNNING_MAX / 2;',
    replace: 'const RUNNING_MAX_OF_OWNER = RUNNING_MAX;',
    part: 'unit',
    tests: ['test/http/fair-queue.test.ts'],
  },
  {
    what: 'A request that has its answer still counts as under way',
    file: 'src/http/overload/admission.ts',
    find: 'if (isCounted) this.#queue.end(owner);',
    replace: '',
    part: 'sqlite',
    tests: ['test/site/admission.test.ts'],
  },
  {
    what: 'HTTP: two Host headers are taken, and the first one counts',
    file: 'src/http/refusal.ts',
    find: 'if (hosts > 1 || ',
    replace: 'if (',
    part: 'sqlite',
    tests: ['test/api/unreadable.test.ts'],
  },
  {
    what: 'HTTP: an unknown expectation is ignored',
    file: 'src/http/refusal.ts',
    find: "return expectation === '100-continue' ?",
    replace: "return expectation !== '' ?",
    part: 'sqlite',
    tests: ['test/api/unreadable.test.ts'],
  },
  {
    what: 'HTTP: an answer to a path that cannot be decoded has no Request-Id',
    file: 'src/http/request-log.ts',
    find: "export function logUndecodable(request: FastifyRequest, reply: FastifyReply): void {\n  reply.header('request-id', request.id);",
    replace: 'export function logUndecodable(request: FastifyRequest, reply: FastifyReply): void {',
    part: 'sqlite',
    tests: ['test/api/unreadable.test.ts'],
  },
  {
    what: 'HTTP: the local demo answers to any name',
    file: 'src/http/refusal.ts',
    find: 'done(isLoopbackHost(hostname) ?',
    replace: "done(isLoopbackHost(hostname) || hostname !== '' ?",
    part: 'sqlite',
    tests: ['test/site/surfaces.test.ts'],
  },
];
