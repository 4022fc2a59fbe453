// The hosts of publications that moved to another database. Until the proxy sends them there, requests for them come here, and are answered
// 503: browsers, programs and payment gateways try again, and nothing that they send is taken for somebody else's.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { PublicationAway } from '../move-state.ts';

const find = statement<{ one: number }>('moved_host', 'select 1 as one from moved_hosts where host = :host');
const insert = statement(
  'insert_moved_host',
  'insert into moved_hosts (host, moved_at) values (:host, :now) on conflict do nothing',
);
const forget = statement('forget_moved_host', 'delete from moved_hosts where host = :host');

/** For a host that no publication of this database has. Throws PublicationAway. */
export async function checkNotMoved(connection: Connection, host: string): Promise<void> {
  if ((await connection.first(find, { host: host.toLowerCase() })) !== undefined) throw new PublicationAway();
}

export async function rememberMovedHosts(
  transaction: Transaction,
  clock: Clock,
  hosts: readonly string[],
): Promise<void> {
  for (const host of hosts) await transaction.run(insert, { host, now: clock.now() });
}

/** For a publication that comes back. */
export async function forgetMovedHosts(transaction: Transaction, hosts: readonly string[]): Promise<void> {
  for (const host of hosts) await transaction.run(forget, { host });
}
