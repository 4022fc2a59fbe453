// Subscriptions of the data API: create and cancel (service.md, Data API and States), list and get (decisions 15).
import type { components } from '../../generated/types.ts';
import type { DataApiHandlers } from '../http/operation.ts';
import type { SubscriptionSummary } from '../models/money/subscription-event.ts';
import { listSubscriptions } from '../models/money/subscription-list.ts';
import { getSubscription } from '../models/money/subscription-record.ts';
import { cancelSubscription, createSubscription } from '../models/money/subscription.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { toCreatedRange, toMoment } from './filters.ts';

type SubscriptionHandlers = Pick<
  DataApiHandlers<Caller>,
  'listSubscriptions' | 'getSubscription' | 'createSubscription' | 'cancelSubscription'
>;

export function subscriptionHandlers({ database, clock }: Service): SubscriptionHandlers {
  return {
    async listSubscriptions({ query }, { publication }) {
      const request = { ...query, ...toCreatedRange(query) };
      const { objects, nextPage } = await database.replicaRead((connection) =>
        listSubscriptions(publication, connection, request),
      );
      return { status: 200, body: { objects: objects.map(toSubscriptionObject), next_page: nextPage } };
    },

    async getSubscription({ params }, { publication }) {
      return { status: 200, body: toSubscriptionObject(await getSubscription(publication, database, params.id)) };
    },

    async createSubscription({ form }, { publication, write }) {
      const given = {
        customerId: form.customer_id,
        planId: form.plan_id,
        priceId: form.price_id,
        complimentary: form.complimentary ?? false,
        endsAt: toMoment(form.ends_at) ?? null,
      };
      const subscription = await write((transaction, entry) =>
        createSubscription(publication, transaction, clock, { ...given, entry }),
      );
      return { status: 200, body: toSubscriptionObject(subscription) };
    },

    async cancelSubscription({ params }, { publication, write }) {
      const subscription = await write((transaction) => cancelSubscription(publication, transaction, clock, params.id));
      return { status: 200, body: toSubscriptionObject(subscription) };
    },
  };
}

function toSubscriptionObject(subscription: SubscriptionSummary): components['schemas']['Subscription'] {
  return {
    id: subscription.id,
    status: subscription.status,
    customer_id: subscription.customerId,
    plan_id: subscription.planId,
    price_id: subscription.priceId,
    complimentary: subscription.complimentary,
    ends_at: subscription.endsAt === null ? null : new Date(subscription.endsAt).toISOString(),
  };
}
