// Back-channel logout (service.md, Events; OpenID Connect Back-Channel Logout 1.0): recorded in the transaction of the sign-out, one delivery
// for each application that the session signed in to. The token is signed anew for every attempt and is never stored.
import type { Clock } from '../database/clock.ts';
import type { Transaction } from '../database/connection.ts';
import { addDelivery } from '../models/delivery.ts';
import { listLogoutReceivers, type LogoutTrigger } from '../models/logout-receiver.ts';
import type { Tenant } from '../models/record.ts';

/** What is stored of a logout: ids only. */
interface StoredLogout {
  applicationId: string;
  sid: string;
  sub: string;
}

/**
 * Call it in the transaction that ended the session, and only where that ended it, so that a double click sends once; wake the worker
 * after the commit. Returns how many applications will be told.
 */
export async function recordBackchannelLogouts(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { sid, customerId, trigger = 'sign_out' }: { sid: string; customerId: string; trigger?: LogoutTrigger },
): Promise<number> {
  const receivers = await listLogoutReceivers(publication, transaction, sid, trigger);
  for (const { applicationId, backchannelLogoutUri } of receivers) {
    const stored: StoredLogout = { applicationId, sid, sub: customerId };
    const receiver = new URL(backchannelLogoutUri).origin;
    await addDelivery(publication, transaction, clock, { kind: 'backchannel_logout', receiver, payload: JSON.stringify(stored) });
  }
  return receivers.length;
}
