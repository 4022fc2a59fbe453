// Which names and addresses are this machine: nobody else reaches a service there, and no network lies in between.
import { isIPv4 } from 'node:net';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '::1']);

/** Whether the host of a URL is this machine (decisions 7 and 27): plain http is allowed there only, in the local demo. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_NAMES.has(hostname.replace(/^\[(.*)\]$/, '$1')) || hostname.endsWith('.localhost');
}

/** Whether a server that listens on the address, or is connected to there, is on this machine. */
export function isLoopbackAddress(host: string): boolean {
  return isLoopbackHost(host.toLowerCase()) || (isIPv4(host) && host.startsWith('127.'));
}
