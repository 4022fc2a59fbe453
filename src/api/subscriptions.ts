// Subscriptions of the data API: create and cancel (service.md, Data API and States).
import type { components } from '../../generated/types.ts';
import type { DataApiHandlers } from '../http/operation.ts';
import { cancelSubscription, createSubscription, type SubscriptionSummary } from '../models/subscription.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';

type SubscriptionHandlers = Pick<DataApiHandlers<Caller>, 'createSubscription' | 'cancelSubscription'>;

export function subscriptionHandlers({ clock }: Service): SubscriptionHandlers {
  return {
    async createSubscription({ form }, { publication, write }) {
      const given = { customerId: form.customer_id, planId: form.plan_id, priceId: form.price_id, complimentary: form.complimentary ?? false };
      const subscription = await write((transaction) => createSubscription(publication, transaction, clock, given));
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
  };
}
