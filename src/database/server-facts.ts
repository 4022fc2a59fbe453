// What a PostgreSQL server is, for those who set up a deployment.
import type { Database } from './connection.ts';

export interface ServerFacts {
  readonly version: string;
  /** Of TLS, such as TLSv1.3; null for plain text. */
  readonly tls: string | null;
  /** A standby takes no writes. */
  readonly isStandby: boolean;
}

export async function readServerFacts({ knex }: Database): Promise<ServerFacts> {
  const {
    rows: [row],
  } = await knex.raw<{ rows: [ServerFacts] }>(
    `select current_setting('server_version') as version, (select s.version from pg_stat_ssl s where s.pid = pg_backend_pid()) as tls, pg_is_in_recovery() as is_standby`,
  );
  return row;
}
