// R-B12 and R-F11: clients that send drop by drop, and receivers that answer so, or neither at all, are left after the time that a deployment
// gives them. The tests wait for it side by side.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { createGuardedClient } from '../../src/outbound/guarded-client.ts';
import { openFullPort } from '../support/databases/line.ts';
import { startTcpReceiver } from '../support/outside/receiver.ts';
import { SITE_HOST, startKeyedServer } from '../support/processes/keyed-server.ts';
import { ownTime } from '../support/processes/processor-wait.ts';
import { basic } from '../support/publications/publication.ts';
import { startLiveService } from '../support/service/live-service.ts';

const CLIENTS_OF_A_KIND = 50;
const DROP_MILLISECONDS = 1000;
const CUT_MILLISECONDS = 15_000;
/** Where a cut does not come, the test need not wait for ever. */
const PATIENCE_MILLISECONDS = 30_000;
const NORMAL_REQUEST_MILLISECONDS = 1000;

interface SlowClient {
  readonly start: string;
  readonly drop: string;
}

const post = (authorization: string): string =>
  `POST /2023-04-11/customers HTTP/1.1\r\nHost: localhost\r\n${authorization}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nemail=`;

const slowClients = (key: string): Record<string, SlowClient> => ({
  'the headers': { start: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Drop: ', drop: 'x' },
  'one header after another': { start: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n', drop: 'X: y\r\n' },
  'the body': { start: post(`Authorization: ${basic(key)}\r\n`), drop: 'x' },
  'the body of what was refused at once': { start: post(''), drop: 'x' },
  'the body of a page': {
    start:
      'POST /sign-in HTTP/1.1\r\nHost: localhost:4000\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n',
    drop: 'x',
  },
  'the chunks of a body': {
    start: `${post(`Authorization: ${basic(key)}\r\n`).replace(/Content-Length: .*/s, 'Transfer-Encoding: chunked')}\r\n\r\n`,
    drop: '1\r\nx\r\n',
  },
  'a webhook': {
    start: 'POST /payments/events/sandbox HTTP/1.1\r\nHost: localhost:4000\r\nContent-Length: 60000\r\n\r\n',
    drop: 'x',
  },
  'nothing but empty lines': { start: '', drop: '\r\n' },
});

/** Milliseconds until the connection is gone. The client never closes it, not even when it is told that nobody listens any more. */
async function cutAfter(socket: Socket, { start, drop }: SlowClient): Promise<number> {
  const startedAt = performance.now();
  socket.on('error', () => undefined).resume();
  socket.write(start);
  const dripping = setInterval(() => socket.write(drop), DROP_MILLISECONDS);
  const patience = setTimeout(() => socket.destroy(), PATIENCE_MILLISECONDS);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(dripping);
  clearTimeout(patience);
  return performance.now() - startedAt;
}

describe.concurrent('R-B12 slow clients', () => {
  it('are cut within fifteen seconds, whatever they send slowly, and everybody else is answered meanwhile', async ({
    expect,
    onTestFinished,
  }) => {
    const { server, key } = await startKeyedServer(onTestFinished);
    const { pid = 0 } = server.process;
    const port = Number(new URL(server.url).port);
    const state = { isOver: false };
    const kinds = Object.entries(slowClients(key)).map(async ([kind, client]) => {
      const cuts = await Promise.all(
        Array.from({ length: CLIENTS_OF_A_KIND }, () =>
          cutAfter(connect({ host: 'localhost', port, allowHalfOpen: true }), client),
        ),
      );
      return { kind, slowest: Math.max(...cuts) };
    });
    const cuts = Promise.all(kinds).finally(() => (state.isOver = true));
    while (!state.isOver) {
      const startedAt = ownTime(pid);
      const { status } = await fetch(`${server.url}/2023-04-11/members`, { headers: { authorization: basic(key) } });
      expect(status).toBe(200);
      expect(ownTime(pid) - startedAt).toBeLessThan(NORMAL_REQUEST_MILLISECONDS);
      await sleep(100);
    }
    expect((await cuts).filter(({ slowest }) => slowest > CUT_MILLISECONDS)).toEqual([]);
    expect(server.output()).not.toContain('"level":50');
  });

  it('that send half a body are told so: by the error object of the API, by a page of a site', async ({
    expect,
    onTestFinished,
  }) => {
    const { server, key } = await startKeyedServer(onTestFinished);
    const { port } = new URL(server.url);
    const start = (path: string, more = ''): string =>
      `POST ${path} HTTP/1.1\r\nHost: ${SITE_HOST}\r\n${more}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nemail=`;
    const answerTo = async (request: string): Promise<string> => {
      const socket = connect({ host: '127.0.0.1', port: Number(port) });
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString()));
      await cutAfter(socket, { start: request, drop: '' });
      return answer;
    };
    const [api, page] = await Promise.all([
      answerTo(start('/2023-04-11/customers', `Authorization: ${basic(key)}\r\n`)),
      answerTo(start('/sign-in')),
    ]);
    for (const answer of [api, page]) expect(answer).toMatch(/^HTTP\/1.1 408 [^]*^request-id: req_/im);
    expect(api).toContain('{"error":{"code":"invalid_param","message":"The request took too long to arrive."}}');
    expect(page).toContain('<h1>This took too long to arrive</h1>');
  });

  it('that begin no TLS handshake are cut within fifteen seconds', async ({ expect, onTestFinished }) => {
    const service = await startLiveService({ isSecure: true });
    onTestFinished(service.close);
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(service.siteUrl).port) });
    expect(await cutAfter(socket, { start: '', drop: '' })).toBeLessThan(CUT_MILLISECONDS);
  });
});

/** Five seconds, and a little time to notice. */
const ATTEMPT_MILLISECONDS = 6000;

describe.concurrent('R-F11 a receiver', () => {
  interface Misbehaving {
    readonly what: string;
    readonly scheme?: 'https';
    readonly talk: (socket: Socket) => void;
    /** What the caller is told. */
    readonly outcome: object;
  }

  const drip = (socket: Socket, start: string): void => {
    socket.write(start);
    const timer = setInterval(() => socket.write('x'), 200);
    socket.once('close', () => clearInterval(timer));
  };
  const NO_ANSWER = { name: 'RequestFailed', message: 'no answer in time' };
  const RECEIVERS: readonly Misbehaving[] = [
    { what: 'never answers', talk: () => undefined, outcome: NO_ANSWER },
    { what: 'drips its headers', talk: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX-Drip: '), outcome: NO_ANSWER },
    {
      what: 'drips its body',
      talk: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n'),
      outcome: { status: 200 },
    },
    { what: 'never shakes hands', scheme: 'https', talk: () => undefined, outcome: { name: 'RequestFailed' } },
  ];

  it.for(RECEIVERS)(
    'that $what is left after five seconds, and its connection closed',
    async ({ scheme = 'http', talk, outcome }, { expect, onTestFinished }) => {
      const lasted: Promise<number>[] = [];
      const receiver = await startTcpReceiver((socket) => {
        const connectedAt = ownTime();
        lasted.push(new Promise((resolve) => socket.once('close', () => resolve(ownTime() - connectedAt))));
        talk(socket);
      });
      onTestFinished(receiver.close);
      const client = createGuardedClient({ isLocal: true });
      onTestFinished(client.close);
      const told = client.post(`${scheme}://127.0.0.1:${receiver.port}/`, {}).catch((error: unknown) => error);
      expect(await Promise.race([told, sleep(PATIENCE_MILLISECONDS, 'still waiting')])).toMatchObject(outcome);
      const cut = await Promise.race([Promise.all(lasted), sleep(PATIENCE_MILLISECONDS, ['still connected'])]);
      expect(cut).toEqual([expect.any(Number)]);
      expect(cut[0]).toBeLessThan(ATTEMPT_MILLISECONDS);
    },
  );

  it('that takes no connection is left after five seconds', async ({ expect, onTestFinished }) => {
    const port = await openFullPort('http://127.0.0.1/');
    onTestFinished(port.close);
    const client = createGuardedClient({ isLocal: true });
    onTestFinished(client.close);
    // The first request loads the client.
    await client.post('http://127.0.0.1:9/', {}).catch(() => undefined);
    const startedAt = ownTime();
    const told = client.post(port.url, {}).catch((error: unknown) => error);
    expect(await Promise.race([told, sleep(PATIENCE_MILLISECONDS, 'still waiting')])).toMatchObject({
      name: 'RequestFailed',
    });
    expect(ownTime() - startedAt).toBeLessThan(ATTEMPT_MILLISECONDS);
  });
});
