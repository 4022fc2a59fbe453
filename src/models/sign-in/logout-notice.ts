// Logout notices (service.md, Events; OpenID Connect Back-Channel Logout 1.0): one delivery for each application that
// the session signed in to. The token is signed for every attempt and never stored
// (src/outbound/backchannel-logout.ts).
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { addDelivery } from '../outbox/delivery.ts';
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
  for (const { applicationId, backchannelLogoutUri } of receivers) {
    const stored: StoredLogout = { applicationId, sid, sub: customerId };
    const receiver = new URL(backchannelLogoutUri).origin;
    await addDelivery(publication, transaction, clock, {
      kind: 'backchannel_logout',
      receiver,
      payload: JSON.stringify(stored),
      applicationId,
    });
  }
  return receivers.length;
}
