// What can be done for a person: links to the pages of the room `helping/`, for those who may do it.
import { subscriptionDetailsOf, type SubscriptionDetails } from '../../payments/subscription.ts';
import type { Service } from '../../service.ts';
import type { TextKey } from '../../views/text.ts';
import { EDITORS } from '../navigation.ts';
import { pathOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import type { PersonRow } from './part.ts';

interface ActLink {
  readonly href: string;
  readonly text: string;
  readonly isDanger: boolean;
}

export interface Acts {
  readonly links: readonly ActLink[];
  /** By the id of the subscription. */
  readonly ofSubscription: Readonly<Record<string, readonly ActLink[]>>;
  /** Where a subscription is given; undefined for those who may not. */
  readonly give: ActLink | undefined;
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/acts': Acts;
  }
}

export async function readActs(service: Service, visit: Visit, { id }: PersonRow): Promise<Acts> {
  const { publication, role } = visit.session;
  if (!EDITORS.includes(role)) return { links: [], ofSubscription: {}, give: undefined };
  const subscriptions = await subscriptionDetailsOf(service, publication, id);
  const link = (path: string, text: TextKey, isDanger = false): ActLink => ({
    href: pathOf(visit, `/people/${id}${path}`),
    text: visit.language.t(text),
    isDanger,
  });
  const ofOwner = [
    link('/export', 'dashboard.reader-acts.export'),
    link('/erase', 'dashboard.reader-acts.erase', true),
  ];
  return {
    links: [
      link('/sign-in-link', 'dashboard.sign-in-link.title'),
      link('/merge', 'dashboard.reader-acts.merge'),
      ...(role === 'owner' ? ofOwner : []),
    ],
    ofSubscription: Object.fromEntries(
      subscriptions.map((subscription) => [subscription.subscriptionId, linksOf(visit, id, subscription)]),
    ),
    give: link('/give', 'dashboard.reader-acts.give'),
  };
}

/** The acts that are possible for a subscription now. */
function linksOf(visit: Visit, customerId: string, subscription: SubscriptionDetails): ActLink[] {
  const { subscriptionId, plan, billing, giftEndsAt } = subscription;
  const link = (path: string, text: TextKey, isDanger = false): ActLink => ({
    href: pathOf(visit, `/people/${customerId}/subscriptions/${subscriptionId}${path}`),
    text: visit.language.t(text, { plan: plan.name }),
    isDanger,
  });
  const isToEnd = billing !== null && billing.cancelAt !== null;
  return [
    ...(isToEnd ? [link('/resume', 'dashboard.reader-acts.resume')] : []),
    ...(isToEnd || giftEndsAt !== null ? [] : [link('/switch', 'dashboard.reader-acts.switch')]),
    ...(billing === null && giftEndsAt === null ? [link('/end', 'dashboard.reader-acts.end')] : []),
    link('/cancel', 'dashboard.reader-acts.cancel', true),
  ];
}
