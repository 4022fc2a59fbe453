// What can be done for a person: links to the pages of the room `helping/`, for those who may do it.
import {
  listPausedOf,
  subscriptionDetailsOf,
  type PausedSubscription,
  type SubscriptionDetails,
} from '../../payments/subscription.ts';
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
  const [subscriptions, paused] = await Promise.all([
    subscriptionDetailsOf(service, publication, id),
    listPausedOf(service, publication, id),
  ]);
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
      link('/details', 'dashboard.reader.change-details'),
      link('/sign-in-link', 'dashboard.sign-in-link.title'),
      link('/merge', 'dashboard.reader-acts.merge'),
      ...(role === 'owner' ? ofOwner : []),
    ],
    ofSubscription: Object.fromEntries([
      ...subscriptions.map((subscription) => [subscription.subscriptionId, linksOf(visit, id, subscription)]),
      ...paused.map((subscription) => [subscription.subscriptionId, linksOfPaused(visit, id, subscription)]),
    ]),
    give: link('/give', 'dashboard.reader-acts.give'),
  };
}

/** The acts that are possible for a subscription now. */
function linksOf(visit: Visit, customerId: string, subscription: SubscriptionDetails): ActLink[] {
  const { subscriptionId, plan, billing, giftEndsAt } = subscription;
  const link = linkMaker(visit, customerId, { subscriptionId, plan });
  const isToEnd = billing !== null && billing.cancelAt !== null;
  return [
    ...(isToEnd ? [link('/resume', 'dashboard.reader-acts.resume')] : []),
    ...(isToEnd || giftEndsAt !== null ? [] : [link('/switch', 'dashboard.reader-acts.switch')]),
    ...(billing === null && giftEndsAt === null ? [link('/end', 'dashboard.reader-acts.end')] : []),
    ...pauseLinks(billing, link),
    link('/cancel', 'dashboard.reader-acts.cancel', true),
  ];
}

/** The pause of one that a gateway collects for, where it can be paused. */
function pauseLinks(billing: SubscriptionDetails['billing'], link: MakeLink): ActLink[] {
  if (billing === null || billing.cancelAt !== null || billing.pastDue !== null || billing.isInTrial) return [];
  return billing.pauseUntil === null
    ? [link('/pause', 'dashboard.reader-acts.pause')]
    : [link('/pause', 'dashboard.reader-acts.pause-change'), link('/unpause', 'dashboard.reader-acts.unpause')];
}

function linksOfPaused(visit: Visit, customerId: string, paused: PausedSubscription): ActLink[] {
  const link = linkMaker(visit, customerId, paused);
  return [
    link('/unpause', 'dashboard.reader-acts.unpause'),
    link('/pause', 'dashboard.reader-acts.pause-change'),
    link('/cancel', 'dashboard.reader-acts.cancel', true),
  ];
}

type MakeLink = (path: string, text: TextKey, isDanger?: boolean) => ActLink;

function linkMaker(
  visit: Visit,
  customerId: string,
  { subscriptionId, plan }: Pick<SubscriptionDetails, 'subscriptionId' | 'plan'>,
): MakeLink {
  return (path, text, isDanger = false) => ({
    href: pathOf(visit, `/people/${customerId}/subscriptions/${subscriptionId}${path}`),
    text: visit.language.t(text, { plan: plan.name }),
    isDanger,
  });
}
