// Serves the metrics at an address of their own: a proxy leads nobody there, so that they need no secret, and they are answered by plain http
// beside a service that is https alone.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Service } from '../service.ts';
import { Metrics } from './metrics.ts';
import { readState, StateReader } from './state.ts';
import { version } from './version.ts';

export interface MetricsListener {
  /** Such as http://127.0.0.1:9464. */
  readonly url: string;
  close(): Promise<void>;
}

type Parts = Pick<Service, 'database' | 'clock'>;

/** Counts from now on. Rejects where it cannot listen. */
export async function serveMetrics(
  { database, clock }: Parts,
  { host, port }: { readonly host: string; readonly port: number },
  onError: (error: unknown) => void,
): Promise<MetricsListener> {
  const state = new StateReader(() => readState(database, clock));
  const metrics = new Metrics({ version, database, state });
  const server = createServer(
    (request, response) =>
      void answer(metrics, request, response).catch((error: unknown) => {
        onError(error);
        send(response, 500, 'The metrics could not be read; the log says why\n');
      }),
  );
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    metrics.close();
    throw error;
  }
  const address = server.address();
  const taken = address === null || typeof address === 'string' ? port : address.port;
  const close = async (): Promise<void> => {
    metrics.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, close };
}

async function answer(metrics: Metrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path] = (request.url ?? '').split('?');
  if (path !== '/metrics') return send(response, 404, 'Metrics are at /metrics\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, 'Metrics are read by GET\n');
  response.setHeader('content-type', metrics.contentType);
  send(response, 200, await metrics.toText());
}

function send(response: ServerResponse, status: number, text: string): void {
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.writeHead(status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).end(text);
}
