// A small load balancer: requests go to the servers in turn, over kept connections, and a server gets none while its /readyz does not say 200.
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Several times within DRAIN_SECONDS, as operators are told. */
const ASK_EVERY_MILLISECONDS = 100;

export interface Balancer {
  readonly url: string;
  /** How many servers get requests now. */
  readonly inTurn: () => number;
  /** How many requests each server has answered. */
  readonly answered: () => readonly number[];
  close(): Promise<void>;
}

class Backend {
  readonly url: URL;
  readonly #agent = new Agent({ keepAlive: true });
  isReady = false;
  answered = 0;

  constructor(url: string) {
    this.url = new URL(url);
  }

  async ask(): Promise<void> {
    this.isReady = await fetch(new URL('/readyz', this.url), { headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Answers 502 where the server does not answer. */
  forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { method, url: path, headers } = incoming;
    const options = { host: '127.0.0.1', port: this.url.port, agent: this.#agent, method, path, headers };
    const outgoing = request(options, (answer) => {
      this.answered += 1;
      const { connection: _hopByHop, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(response);
    });
    outgoing.on('error', (error) => response.writeHead(502).end(String(error)));
    incoming.pipe(outgoing);
  }

  close(): void {
    this.#agent.destroy();
  }
}

export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const backends = urls.map((url) => new Backend(url));
  const closing = new AbortController();
  let next = 0;
  const server = createServer((incoming, response) => {
    const ready = backends.filter(({ isReady }) => isReady);
    const backend = ready[(next += 1) % Math.max(1, ready.length)];
    if (backend === undefined) response.writeHead(503).end('no server is ready');
    else backend.forward(incoming, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await Promise.all(backends.map((backend) => backend.ask()));
  const asking = Promise.all(
    backends.map(async (backend) => {
      for (; !closing.signal.aborted; await sleep(ASK_EVERY_MILLISECONDS)) await backend.ask();
    }),
  );
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    inTurn: () => backends.filter(({ isReady }) => isReady).length,
    answered: () => backends.map(({ answered }) => answered),
    close: async () => {
      closing.abort();
      await asking;
      for (const backend of backends) backend.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
