// Logout notices (service.md, Events; OpenID Connect Back-Channel Logout 1.0): one delivery for each application that
// the session signed in to. The token is signed for every attempt and never stored
// (src/outbound/backchannel-logout.ts).
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { addLogoutDeliveries } from '../outbox/delivery.ts';
import type { StoredLogout } from '../outbox/logout-notice-event.ts';
import type { Tenant } from '../record.ts';
import { listLogoutReceivers, type LogoutTrigger } from './logout-receiver.ts';

/** Call it in the transaction that ended the session. Returns how many applications will get a notice. */
export async function recordLogoutNotices(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { sid, customerId, trigger }: { sid: string; customerId: string; trigger: LogoutTrigger },
): Promise<number> {
  const receivers = await listLogoutReceivers(publication, transaction, sid, trigger);
  const logouts = receivers.map(({ applicationId, backchannelLogoutUri }) => {
    const stored: StoredLogout = { applicationId, sid, sub: customerId };
    return { receiver: new URL(backchannelLogoutUri).origin, payload: JSON.stringify(stored), applicationId };
  });
  await addLogoutDeliveries(publication, transaction, clock, logouts);
  return receivers.length;
}
