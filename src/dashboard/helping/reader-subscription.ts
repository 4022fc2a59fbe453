// The active subscription that a path names, as the acts of this room show it.
import { NotFound } from '../../models/errors.ts';
import type { CustomerSummary } from '../../models/people/customer-summary.ts';
import { subscriptionDetailsOf, type SubscriptionDetails } from '../../payments/subscription.ts';
import type { Service } from '../../service.ts';
import { priceText } from '../../views/price-text.ts';
import type { TextKey } from '../../views/text.ts';
import type { Visit } from '../visit.ts';
import { paramOf, readerOf } from './act-page.ts';

export interface ReaderSubscription extends SubscriptionDetails {
  readonly reader: CustomerSummary;
}

/** Undefined for one that has ended, or is not this reader's. Throws NotFound for an unknown reader. */
export async function findSubscriptionOf(service: Service, visit: Visit): Promise<ReaderSubscription | undefined> {
  const reader = await readerOf(service, visit);
  const id = paramOf(visit, 'subscription');
  const all = await subscriptionDetailsOf(service, visit.session.publication, reader.id);
  const found = all.find(({ subscriptionId }) => subscriptionId === id);
  return found && { ...found, reader };
}

/** Throws NotFound. */
export async function subscriptionOf(service: Service, visit: Visit): Promise<ReaderSubscription> {
  const found = await findSubscriptionOf(service, visit);
  if (found === undefined) throw new NotFound('No such subscription');
  return found;
}

/** Whether a date can end it: nobody pays, or the publisher collects by their own means. */
export function canHaveDate({ billing, giftEndsAt }: SubscriptionDetails): boolean {
  return billing === null && giftEndsAt === null;
}

/** The plan and what is paid for it: Digital, €5 a month. */
export function textOf({ plan, price, giftEndsAt }: SubscriptionDetails, { language }: Visit): string {
  const gift: TextKey = 'dashboard.helping.gift';
  if (giftEndsAt !== null) return `${plan.name}, ${language.t(gift)}`;
  return `${plan.name}, ${price === null ? language.t('dashboard.helping.complimentary') : priceText(price, language)}`;
}
