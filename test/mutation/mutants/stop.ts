// Faults in how the process ends, and in what a crash leaves behind.
import type { Mutant } from '../mutant.ts';

const STOP = { part: 'faults', tests: ['test/faults/start-and-stop.test.ts'] } as const;

export const STOP_MUTANTS: readonly Mutant[] = [
  {
    what: 'SIGTERM ends the process at once, with requests under way',
    file: 'src/server.ts',
    find: '    void close().then(',
    replace: '    process.exit(0);\n    void close().then(',
    ...STOP,
  },
  {
    what: 'The database is closed before the requests under way have ended',
    file: 'src/server.ts',
    find: '    const [cut] = await Promise.all(',
    replace: '    await database.close();\n    const [cut] = await Promise.all(',
    ...STOP,
  },
  {
    what: 'The process ends without waiting for what it is sending to receivers',
    file: 'src/server.ts',
    find: 'within(END_MILLISECONDS, worker.stop())',
    replace: 'undefined',
    ...STOP,
  },
  {
    what: 'After SIGTERM requests are taken no longer, whatever DRAIN_SECONDS says',
    file: 'src/server.ts',
    find: 'await pause(drainSeconds * 1000);',
    replace: '',
    ...STOP,
  },
  {
    what: 'A stop that takes longer than five seconds counts as a hang and ends with status 1',
    file: 'src/server.ts',
    find: 'const HANG_MILLISECONDS = 10_000;',
    replace: 'const HANG_MILLISECONDS = 5000;',
    ...STOP,
  },
  {
    what: '/readyz still says that the process is ready while it ends',
    file: 'src/http/health.ts',
    find: '!stopping.aborted && ',
    replace: '',
    ...STOP,
  },
  {
    what: 'The last answer on a connection does not say so',
    file: 'src/http/connections.ts',
    find: "if (!answer.headersSent) answer.setHeader('connection', 'close');",
    replace: '',
    ...STOP,
  },
  {
    what: 'The answer to a request that was under way at SIGTERM does not say that it is the last on its connection',
    file: 'src/http/connections.ts',
    find: 'if (answer !== undefined) sayLast(answer);',
    replace: 'void answer;',
    ...STOP,
  },
  {
    what: 'Of two requests sent one behind the other only the first is answered while the process ends',
    file: 'src/http/connections.ts',
    find: "connection.answer.removeHeader('connection');",
    replace: ';',
    ...STOP,
  },
  {
    what: 'Connections on which nothing is sent are not closed, and hold up the end',
    file: 'src/http/connections.ts',
    find: '} else if (now - connection.heardAt >= SILENCE_MILLISECONDS) socket.destroy();',
    replace: '}',
    ...STOP,
  },
  {
    what: 'A request whose body takes a while to arrive is cut off when the process ends',
    file: 'src/http/connections.ts',
    find: 'if (isUnderWay(connection) || socket.bytesRead',
    replace: 'if (socket.bytesRead',
    ...STOP,
  },
  {
    what: 'The end closes kept connections at once, on which clients may be sending their next request',
    file: 'src/http/connections.ts',
    find: 'TcpServer.prototype.close.call(this.#server);',
    replace: 'this.#server.close();',
    ...STOP,
  },
  {
    what: 'The listener closes while clients wait in the system’s queue for being accepted',
    file: 'src/http/connections.ts',
    find: 'await this.#quiet();',
    replace: 'void this.#quiet();',
    ...STOP,
  },
  {
    what: 'Under load there is never a moment in which the listener can close without resetting somebody',
    file: 'src/http/connections.ts',
    find: 'if (this.#held !== undefined) this.#hold(socket, this.#held);',
    replace: '',
    ...STOP,
  },
  {
    what: 'A start takes more than three seconds',
    file: 'src/server.ts',
    find: 'await signingKeys.current();',
    replace: 'await signingKeys.current();\n  await pause(3000);',
    part: 'faults',
    tests: ['test/faults/kill-under-writes.test.ts'],
  },
  {
    what: 'Every twentieth authorization fails with a 500 page',
    file: 'src/oauth/authorize.ts',
    find: 'const parameters = new AuthorizationParameters(reading);',
    replace:
      "if (performance.now() % 20 < 1) throw new Error('a bug');\n  const parameters = new AuthorizationParameters(reading);",
    part: 'faults',
    tests: ['test/faults/kill-under-sign-ins.test.ts'],
  },
  {
    what: 'Every twentieth customer that a program makes is answered with a 500 after it was stored',
    file: 'src/api/customers.ts',
    find: 'const customer = await singleWrite((transaction) => createCustomer(publication, transaction, clock, secretKeys, given));',
    replace:
      "const customer = await singleWrite((transaction) => createCustomer(publication, transaction, clock, secretKeys, given));\n      if (performance.now() % 20 < 1) throw new Error('a bug');",
    part: 'faults',
    tests: ['test/faults/kill-events.test.ts'],
  },
  {
    what: 'A receiver is told of ten sign-outs at once, each of which a crash tells a second time',
    file: 'src/outbound/lanes.ts',
    find: 'open: 4, ailing: 1 }',
    replace: 'open: 10, ailing: 1 }',
    part: 'faults',
    tests: ['test/faults/kill-worker.test.ts'],
  },
];
