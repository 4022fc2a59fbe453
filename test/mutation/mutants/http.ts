// Faults in what HTTP itself refuses, before a request reaches its route.
import type { Mutant } from '../mutant.ts';

export const HTTP_MUTANTS: readonly Mutant[] = [
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
