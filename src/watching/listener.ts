// Serves metrics and status at an address of their own: a proxy leads nobody there, so that they need no secret, and they are answered by plain
// http beside a service that is https alone.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Service } from '../service.ts';
import { version } from '../version.ts';
import { Metrics } from './metrics.ts';
import { renderStatus } from './page.ts';
import { readState, StateReader } from './state.ts';
import { toStatus, type Status } from './status.ts';

export interface MetricsListener {
  /** Such as http://127.0.0.1:9464. */
  readonly url: string;
  close(): Promise<void>;
}

type Parts = Pick<Service, 'database' | 'clock'>;

interface Answer {
  readonly status?: number;
  readonly type: string;
  readonly text: string;
}

const TEXT = 'text/plain; charset=utf-8';
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // The page has a stylesheet of its own and nothing else.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/** Counts from now on. Rejects where it cannot listen. */
export async function serveMetrics(
  { database, clock }: Parts,
  { host, port }: { readonly host: string; readonly port: number },
  onError: (error: unknown) => void,
): Promise<MetricsListener> {
  const state = new StateReader(() => readState(database, clock));
  const metrics = new Metrics({ version, database, state });
  const readStatus = async (): Promise<Status | undefined> => {
    const read = await state.read();
    return read && toStatus(read, clock.now());
  };
  const pages = pagesOf(metrics, readStatus);
  const server = createServer((request, response) => {
    void answer(pages, request)
      .catch((error: unknown): Answer => {
        onError(error);
        return { status: 500, type: TEXT, text: 'This could not be read; the log says why\n' };
      })
      .then((given) => send(response, given));
  });
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

type Pages = ReadonlyMap<string, () => Promise<Answer>>;

function pagesOf(metrics: Metrics, readStatus: () => Promise<Status | undefined>): Pages {
  return new Map([
    ['/metrics', async () => ({ type: metrics.contentType, text: await metrics.toText() })],
    ['/', async () => ({ type: 'text/html; charset=utf-8', text: renderStatus(await readStatus()) })],
    [
      '/status.json',
      async () => {
        const status = await readStatus();
        const text = `${JSON.stringify(status ?? { problems: ['The database does not answer.'] })}\n`;
        return { status: status === undefined ? 503 : 200, type: 'application/json', text };
      },
    ],
  ]);
}

async function answer(pages: Pages, { url = '', method = '' }: IncomingMessage): Promise<Answer> {
  const page = pages.get(url.split('?')[0] ?? '');
  if (page === undefined)
    return { status: 404, type: TEXT, text: 'Metrics are at /metrics, the status is at / and /status.json\n' };
  if (!['GET', 'HEAD'].includes(method)) return { status: 405, type: TEXT, text: 'This is read by GET\n' };
  return page();
}

function send(response: ServerResponse, { status = 200, type, text }: Answer): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type }).end(text);
}
