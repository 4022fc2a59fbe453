// Receivers of what the service sends, a port each, which answer at once and count what they are told of once, however often they are told.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Receivers {
  readonly ports: number[];
  /** Resolves once they were told of so many different things. */
  readonly toldOf: (count: number) => Promise<void>;
  readonly close: () => void;
}

/** @param nameOf what one request tells of. */
export async function startReceivers(
  count: number,
  nameOf: (headers: IncomingHttpHeaders, body: string) => string,
): Promise<Receivers> {
  const told = new Set<string>();
  const servers = Array.from({ length: count }, (_, index) =>
    createServer(async (request, response) => {
      told.add(`${index} ${nameOf(request.headers, await text(request))}`);
      response.writeHead(204).end();
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  const toldOf = async (wanted: number): Promise<void> => {
    while (told.size < wanted) await sleep(20);
  };
  const close = (): void => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
  return { ports, toldOf, close };
}
