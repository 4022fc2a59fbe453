// How PostgreSQL is reached: the server that DATABASE_URL names, with TLS unless it is on this machine.
import pg from 'pg';
import { isLoopbackAddress } from '../loopback.ts';

const CONNECT_TIMEOUT_MILLISECONDS = 4000;

export function addressOf(url: string): pg.ClientConfig {
  return {
    ssl: isTlsNeeded(url),
    // What it says of TLS, such as sslmode, wins.
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
  };
}

/**
 * Our choice: TLS with a certificate that is checked, unless the server is on this machine. As in all programs of
 * PostgreSQL, DATABASE_URL may say otherwise by sslmode.
 */
function isTlsNeeded(url: string): boolean {
  const { host } = new pg.Client({ connectionString: url });
  return !host.startsWith('/') && !isLoopbackAddress(host);
}
