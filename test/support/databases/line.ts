// A TCP proxy to a server that can be cut off without either end noticing, as when a firewall drops every packet.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Line {
  /** The target's address, through the proxy. */
  readonly url: string;
  /** Stops all bytes on existing connections; new connections pass. */
  fallSilent(): void;
  /** The same, and new connections are accepted and never answered. */
  swallowAll(): void;
  /** Lets new connections pass again. */
  recover(): void;
  close(): void;
}

export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const state = { isSwallowing: false };
  const keep = (socket: Socket): Socket => {
    sockets.add(socket.on('error', () => undefined));
    return socket;
  };
  const relay = createServer((near) => {
    if (state.isSwallowing) return void keep(near).pause();
    const far = keep(connect(Number(port), hostname));
    keep(near).pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const fallSilent = (): void => {
    for (const socket of sockets) socket.unpipe().pause();
    sockets.clear();
  };
  return {
    url: withPort(target, (relay.address() as AddressInfo).port),
    fallSilent,
    swallowAll: () => {
      state.isSwallowing = true;
      fallSilent();
    },
    recover: () => void (state.isSwallowing = false),
    close: () => relay.close(),
  };
}

const FULL =
  "const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))";
/** A connection to loopback that takes longer will not be made. */
const CONNECTED_MILLISECONDS = 300;

/** A port where no TCP connection completes: its process is stopped, and the backlog is full. */
export async function openFullPort(target: string): Promise<Pick<Line, 'url' | 'close'>> {
  const holder = spawn(process.execPath, ['-e', FULL], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunk] = await once(holder.stdout, 'data');
  holder.kill('SIGSTOP');
  const port = Number(String(chunk));
  const waiting: Socket[] = [];
  let isFull = false;
  while (!isFull) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    waiting.push(socket);
    isFull = await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECTED_MILLISECONDS) }).then(
      () => false,
      () => true,
    );
  }
  const close = (): void => {
    for (const socket of waiting) socket.destroy();
    holder.kill('SIGKILL');
  };
  return { url: withPort(target, port), close };
}

function withPort(target: string, port: number): string {
  const url = new URL(target);
  url.port = String(port);
  return url.href;
}
