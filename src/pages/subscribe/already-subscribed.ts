// The subscribe pages for a subscriber (service.md, Endpoints A, rule 5): a message or, where applicable, a way to
// upgrade.
import type { FastifyReply } from 'fastify';
import type { OfferForSale } from '../../models/catalog/offer.ts';
import { findPaidHindrance } from '../../payments/checkout/hindrance.ts';
import { subscriptionDetailsOf, type SubscriptionDetails } from '../../payments/subscription.ts';
import type { Service } from '../../service.ts';
import { listOfWords, nameIn, type OwnWords } from '../../views/own-words.ts';
import { showPage } from '../../views/render.ts';
import type { Visit } from '../visit.ts';
import type { SignedIn } from '../visitor.ts';
import { dayText } from './day-text.ts';
import { findSwitchable, listSwitches, toOthersOnPage, toSwitchesOnPage, type SwitchOnPage } from './switches.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'subscribe/already-subscribed': {
      /** The names of their plans, as a list. */
      readonly plans: readonly OwnWords[];
      /** That a pause waits, which ends before anything is changed; empty otherwise. */
      readonly pause: string;
      readonly switches: readonly SwitchOnPage[];
      /** What can be bought beside it. */
      readonly others: readonly SwitchOnPage[];
    };
  }
}

/** @param offers those of the page */
export async function showAlreadySubscribed(
  service: Service,
  visit: Visit,
  offers: readonly OfferForSale[],
  { customer }: SignedIn,
): Promise<FastifyReply> {
  const subscriptions = await subscriptionDetailsOf(service, visit.publication, customer.id);
  const { publication, language } = visit;
  const isHindered = (await findPaidHindrance(service, publication, customer.id)) !== undefined;
  const held = new Set(subscriptions.map(({ plan }) => plan.id));
  const others = isHindered ? [] : offers.filter(({ plan }) => !held.has(plan.id));
  return showSubscriptions(
    visit,
    offers,
    subscriptions,
    findSwitchable(subscriptions),
    toOthersOnPage(others, language),
  );
}

/** Shows the plans of the customer, and what the subscription `from` can be switched to. */
export function showSubscriptions(
  { reply, publication, language }: Visit,
  offers: readonly OfferForSale[],
  subscriptions: readonly SubscriptionDetails[],
  from: SubscriptionDetails | undefined,
  others: readonly SwitchOnPage[] = [],
): FastifyReply {
  const names = subscriptions.map(({ plan }) => nameIn(plan, language));
  const switches =
    from === undefined ? [] : toSwitchesOnPage(listSwitches(offers, subscriptions, from), from, language);
  const waiting = subscriptions.flatMap(({ billing }) => billing?.pauseUntil ?? [])[0];
  const pause =
    waiting === undefined ? '' : language.t('already-subscribed.pause', { day: dayText(waiting, language) });
  return showPage(reply, publication, 'subscribe/already-subscribed', {
    plans: listOfWords(names, language),
    pause,
    switches,
    others,
  });
}
