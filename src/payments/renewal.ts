// Reminds customers a week before they are charged for a year: once for each period, by the gateway's clock, and not of one that is to end.
import { addSeconds } from '../database/clock.ts';
import {
  listOwnersOfRenewals,
  listRenewalsToTell,
  markRenewalTold,
  type RenewalToTell,
} from '../models/money/renewal-notice.ts';
import { findCustomer } from '../models/people/customer-summary.ts';
import { Publication } from '../models/publication/publication.ts';
import { findGatewayNamed, type PaymentParts } from './gateways.ts';
import type { WriteLetter } from './letters.ts';

/** Our choice. */
const RENEWAL_NOTICE_SECONDS = 7 * 24 * 3600;

const AT_ONCE = 200;

/** Returns whether any was told. @param furthest what the clock shows of whichever gateway is furthest ahead */
export async function tellRenewals(parts: PaymentParts, furthest: Date, writeLetter: WriteLetter): Promise<boolean> {
  let hadAny = false;
  const owners = await listOwnersOfRenewals(parts.database, addSeconds(furthest, RENEWAL_NOTICE_SECONDS));
  for (const { publicationId, gateway: name } of owners) {
    const gateway = findGatewayNamed(parts, name);
    if (gateway === undefined) continue;
    const from = await gateway.now({ id: publicationId });
    const until = addSeconds(from, RENEWAL_NOTICE_SECONDS);
    const due = await listRenewalsToTell({ id: publicationId }, parts.database, {
      gateway: name,
      from,
      until,
      limit: AT_ONCE,
    });
    for (const renewal of due) hadAny = (await tell(parts, publicationId, renewal, writeLetter)) || hadAny;
  }
  return hadAny;
}

async function tell(
  { database }: PaymentParts,
  publicationId: string,
  renewal: RenewalToTell,
  writeLetter: WriteLetter,
): Promise<boolean> {
  const publication = await Publication.query(database.knex).findById(publicationId);
  const customer = publication && (await findCustomer(publication, database, renewal.customerId));
  return database.transaction(async (transaction) => {
    if (!(await markRenewalTold({ id: publicationId }, transaction, renewal))) return false;
    if (publication === undefined || !customer?.email || renewal.subscriptionId === null) return true;
    const { planName, amount, currency, periodEnd: at, subscriptionId } = renewal;
    const link = `${publication.siteUrl}/subscriptions/${subscriptionId}/cancel`;
    await writeLetter(publication, transaction, {
      kind: 'renewal',
      customerId: customer.id,
      to: customer.email,
      planName,
      amount,
      currency,
      at,
      link,
    });
    return true;
  });
}
