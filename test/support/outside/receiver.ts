// A receiver of deliveries: a server on loopback that stores requests and answers, or fails, as a test asks.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, isIP, type Socket, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Receiver {
  readonly port: number;
  /** Such as http://127.0.0.1:5000, without a path. */
  readonly origin: string;
  readonly requests: ReceivedRequest[];
  close(): Promise<void>;
}

export type Answer = (response: ServerResponse, request: ReceivedRequest, count: number) => void;

export const answer =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

export async function startReceiver(
  reply: Answer = answer(200),
  tls?: { key: string; cert: string },
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const listener: RequestListener = async (request, response) => {
    const received = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: await readBody(request),
    };
    requests.push(received);
    reply(response, received, requests.length);
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  const port = await listen(server);
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { port, origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, requests, close };
}

/** A receiver below HTTP: `talk` gets each connection, and `bytes` counts the input of all of them. */
export async function startTcpReceiver(
  talk: (socket: Socket) => void,
): Promise<Pick<Receiver, 'port' | 'origin' | 'close'> & { connections: number; bytes: number }> {
  const sockets = new Set<Socket>();
  const receiver = { port: 0, origin: '', connections: 0, bytes: 0, close: (): Promise<void> => Promise.resolve() };
  const server: TcpServer = createTcpServer((socket) => {
    receiver.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('data', (chunk) => (receiver.bytes += chunk.length));
    talk(socket);
  });
  receiver.port = await listen(server);
  receiver.origin = `http://127.0.0.1:${receiver.port}`;
  receiver.close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return receiver;
}

/** A self-signed certificate for a name, or for another subject with the name as its host. */
export function newCertificate(
  name: string,
  { subject = `/CN=${name}`, extensions = [] }: { subject?: string; extensions?: readonly string[] } = {},
): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-test-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ];
    execFileSync(
      'openssl',
      [
        ...request,
        '-subj',
        subject,
        '-addext',
        `subjectAltName=${isIP(name) === 0 ? 'DNS' : 'IP'}:${name}`,
        ...extensions.flatMap((extension) => ['-addext', extension]),
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'pipe' },
    );
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function listen(server: TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
