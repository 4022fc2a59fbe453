// Sets the price of a sandbox subscription's next renewal, without a proration.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import type { Tenant } from '../../models/record.ts';
import type { ChargedPrice, ExpectedRenewal } from '../gateway.ts';
import { recordEvent } from './events.ts';
import { lockSubscription, nextPriceOf, toPrice, updateSubscription, type SandboxSubscription } from './records.ts';
import { sandboxNow } from './settings.ts';

/** Returns false, and changes nothing, where the subscription is not as expected (gateway.ts, setRenewalPrice). */
export async function setRenewalPrice(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  { price, expected }: { readonly price: ChargedPrice; readonly expected: ExpectedRenewal },
): Promise<boolean> {
  const found = await lockSubscription(publication, transaction, id);
  if (found === undefined || !isExpected(found, expected, price)) return false;
  const isPresent = price.priceId === found.priceId;
  if (!isPresent && (found.state !== 'active' || found.cancelAt !== null)) return false;
  const nextPrice = isPresent ? null : JSON.stringify(toPrice(price));
  await updateSubscription(transaction, { ...found, nextPrice });
  const at = (await sandboxNow(publication, transaction, clock)).getTime();
  await recordEvent(publication, transaction, clock, {
    kind: 'subscription_changed',
    object: 'subscription',
    ref: id,
    at,
  });
  return true;
}

function isExpected(
  found: SandboxSubscription,
  { priceId, nextPriceId, periodEnd }: ExpectedRenewal,
  price: ChargedPrice,
): boolean {
  const isSamePeriod = found.state !== 'ended' && found.periodEnd === periodEnd.getTime();
  const wanted = price.priceId === priceId ? null : price.priceId;
  return (
    isSamePeriod && found.priceId === priceId && [nextPriceId, wanted].includes(nextPriceOf(found)?.priceId ?? null)
  );
}
