// How PostgreSQL is reached: the server that DATABASE_URL names, with TLS unless it is on this machine.
import pg from 'pg';
import { isLoopbackAddress } from '../../loopback.ts';
import { databaseAddresses } from '../../setting.ts';
import { PostgresHosts, writingClient } from './hosts.ts';

const CONNECT_TIMEOUT_MILLISECONDS = 4000;

/** How to connect: with `Client` in place of the driver's own. */
export interface PostgresAddress {
  readonly config: pg.ClientConfig;
  readonly Client: typeof pg.Client;
}

export function addressOf(url: string): PostgresAddress {
  const configs = databaseAddresses(url).map(configOf);
  const [config = configOf(url), ...others] = configs;
  // Where one of them is on another machine, none is asked in plain text.
  const ssl = configs.some((one) => one.ssl !== false);
  return {
    config: { ...config, ssl },
    Client: others.length === 0 ? pg.Client : writingClient(new PostgresHosts(configs)),
  };
}

function configOf(url: string): pg.ClientConfig {
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
