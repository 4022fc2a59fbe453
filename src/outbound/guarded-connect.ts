// Opens a socket to a receiver: the name is resolved once, only permitted addresses are tried, and the remote address of the connected socket
// is checked again before a byte is exchanged, the TLS handshake included. So DNS rebinding gains nothing.
import { connect as connectTcp, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Resolve } from '../names/resolve.ts';

export interface ConnectRules {
  readonly resolve: Resolve;
  readonly isPermitted: (address: string) => boolean;
  readonly timeoutMilliseconds: number;
  /** Certificates to trust in place of the well-known ones. */
  readonly ca?: string | undefined;
}

/** No connection was made, since the service may not connect to the address. */
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
  // For look-up and connection together: undici ends no request before its connection is made.
  const signal = AbortSignal.timeout(rules.timeoutMilliseconds);
  const permitted = (await rules.resolve(hostname)).filter(rules.isPermitted);
  if (permitted.length === 0) throw new AddressRefused('not a public address');
  signal.throwIfAborted();
  const port = Number(options.port === '' ? (isSecure ? 443 : 80) : options.port);
  const socket = connectTcp({
    host: hostname,
    port,
    lookup: fixedLookup(permitted),
    autoSelectFamily: true,
    noDelay: true,
  });
  await waitFor(socket, 'connect', signal);
  if (!rules.isPermitted(socket.remoteAddress ?? '')) {
    socket.resetAndDestroy();
    throw new AddressRefused('not a public address');
  }
  return isSecure ? startTls(socket, hostname, rules.ca, signal) : socket;
}

async function startTls(
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
  await waitFor(secured, 'secureConnect', signal);
  return secured;
}

/** Resolves at the event. Destroys the socket and rejects when it fails or the time is up. */
function waitFor(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      socket.off(event, onEvent).off('error', settle).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
      if (error === undefined) return resolve();
      // Errors of a socket that is being destroyed are ignored.
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

/** A DNS lookup with a fixed answer, so that the addresses checked are the addresses connected to. */
function fixedLookup(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, _options, callback) => callback(null, answers);
}
