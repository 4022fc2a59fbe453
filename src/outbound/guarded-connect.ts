// How a socket to a receiver is opened: the name is resolved once, only permitted addresses are tried, and the address at the other end of the
// connected socket is checked again before a byte is exchanged, the TLS handshake included. So a name that changes its address gains nothing.
import { connect as connectTcp, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Resolve } from './resolve.ts';

export interface ConnectRules {
  readonly resolve: Resolve;
  readonly isPermitted: (address: string) => boolean;
  readonly timeoutMilliseconds: number;
  /** Certificates to trust in place of the well-known ones. */
  readonly ca?: string | undefined;
}

/** Nobody was connected to, since the address is not one that the service may connect to. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** A connector for undici. It never exchanges a byte with an address that the rules do not permit. */
export function guardedConnect(rules: ConnectRules): buildConnector.connector {
  return async (options, callback) => {
    const opened = await open(options, rules).catch((error: Error) => error);
    if (opened instanceof Error) callback(opened, null);
    else callback(null, opened);
  };
}

async function open(options: buildConnector.Options, rules: ConnectRules): Promise<Socket | TLSSocket> {
  const isSecure = options.protocol === 'https:';
  const hostname = options.hostname.replace(/^\[|\]$/g, '');
  const permitted = (await rules.resolve(hostname)).filter(rules.isPermitted);
  if (permitted.length === 0) throw new AddressRefused('not a public address');
  const signal = AbortSignal.timeout(rules.timeoutMilliseconds);
  const port = Number(options.port === '' ? (isSecure ? 443 : 80) : options.port);
  const socket = connectTcp({
    host: hostname,
    port,
    lookup: answerWith(permitted),
    autoSelectFamily: true,
    noDelay: true,
  });
  await becomes(socket, 'connect', signal);
  if (!rules.isPermitted(socket.remoteAddress ?? '')) {
    socket.resetAndDestroy();
    throw new AddressRefused('not a public address');
  }
  return isSecure ? secure(socket, hostname, rules.ca, signal) : socket;
}

async function secure(
  socket: Socket,
  hostname: string,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const servername = isIP(hostname) === 0 ? hostname : '';
  const secured = connectTls({
    socket,
    servername,
    host: hostname,
    ALPNProtocols: ['http/1.1'],
    ...(ca === undefined ? {} : { ca }),
  });
  await becomes(secured, 'secureConnect', signal);
  return secured;
}

/** Resolves at the event; destroys the socket and throws when it fails or the time is up before. */
function becomes(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      socket.off(event, onEvent).off('error', settle).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
      if (error === undefined) return resolve();
      // What a socket reports while it is torn down is of no more interest.
      socket.on('error', () => undefined).destroy();
      reject(error);
    };
    const onEvent = (): void => settle();
    const onClose = (): void => settle(Object.assign(new Error('closed while connecting'), { code: 'ECONNRESET' }));
    const onAbort = (): void => settle(Object.assign(new Error('took too long to connect'), { code: 'ETIMEDOUT' }));
    socket.once(event, onEvent).once('error', settle).once('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** A look-up that knows its answer, so that the addresses checked are the addresses connected to. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, _options, callback) => callback(null, answers);
}
