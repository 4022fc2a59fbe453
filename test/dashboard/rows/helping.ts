import { createSubscription } from '../../../src/models/money/subscription.ts';
import { getPauseTerms, pauseSubscription } from '../../../src/payments/pause.ts';
import { cancelAtPeriodEnd } from '../../../src/payments/subscription.ts';
import { givenGift } from '../../support/publications/gift.ts';
import { toPayingSite } from '../../support/publications/paying.ts';
import { EDITORS, OWNER, type Given, type Rows } from './row.ts';

let readers = 0;

/** A new reader. */
async function reader({ site }: Given): Promise<{ customer: string }> {
  readers += 1;
  const { id } = await toPayingSite(site).customer(`reader-${readers}@example.org`);
  return { customer: id };
}

/** A reader with a complimentary subscription. */
async function given(at: Given): Promise<{ customer: string; subscription: string }> {
  const { customer } = await reader(at);
  const { service, site } = at;
  const { id } = await service.database.transaction((transaction) =>
    createSubscription(site.publication, transaction, service.clock, {
      customerId: customer,
      planId: site.plan.id,
      complimentary: true,
    }),
  );
  return { customer, subscription: id };
}

/** A reader whose subscription is paid by the sandbox. */
async function paying({ site }: Given): Promise<{ customer: string; subscription: string }> {
  readers += 1;
  const paid = toPayingSite(site);
  const { id } = await paid.payingCustomer(`payer-${readers}@example.org`);
  const all = await paid.rows<{ id: string; customerId: string }>('subscriptions');
  return { customer: id, subscription: all.find(({ customerId }) => customerId === id)?.id ?? '' };
}

async function canceled(at: Given): Promise<{ customer: string; subscription: string }> {
  const made = await paying(at);
  await cancelAtPeriodEnd(at.service, at.site.publication, made.customer, made.subscription);
  return made;
}

async function pausing(at: Given): Promise<{ customer: string; subscription: string }> {
  const made = await paying(at);
  const { publication } = at.site;
  const { latest } = await getPauseTerms(at.service, publication, made.customer, made.subscription);
  await pauseSubscription(at.service, publication, {
    customerId: made.customer,
    subscriptionId: made.subscription,
    until: new Date(latest),
  });
  return made;
}

async function payment(at: Given): Promise<{ customer: string; payment: string }> {
  const { customer } = await paying(at);
  const all = await toPayingSite(at.site).rows<{ id: string; customerId: string }>('payments');
  return { customer, payment: all.find(({ customerId }) => customerId === customer)?.id ?? '' };
}

async function gift(at: Given): Promise<{ customer: string; gift: string }> {
  const id = await givenGift(at.site);
  const [row] = await toPayingSite(at.site).rows<{ customerId: string }>('gifts');
  return { customer: row?.customerId ?? '', gift: id };
}

const READER = '/people/:customer';
const SUBSCRIPTION = `${READER}/subscriptions/:subscription`;

export const HELPING_ROWS: Rows = {
  [`${READER}/give`]: {
    see: EDITORS,
    send: EDITORS,
    params: reader,
    act: {
      name: 'subscription.create',
      fields: async ({ site }) => ({ plan: site.plan.id, last_day: '2099-12-31' }),
      table: 'subscriptions',
      adds: 1,
    },
  },
  [`${SUBSCRIPTION}/cancel`]: {
    see: EDITORS,
    send: EDITORS,
    params: given,
    act: {
      name: 'subscription.cancel',
      fields: async () => ({ when: 'now', reason: 'content' }),
      table: 'subscriptions',
      adds: 0,
    },
  },
  [`${SUBSCRIPTION}/resume`]: {
    see: EDITORS,
    send: EDITORS,
    params: canceled,
    act: { name: 'subscription.resume', table: 'subscriptions', adds: 0 },
  },
  [`${SUBSCRIPTION}/end`]: {
    see: EDITORS,
    send: EDITORS,
    params: given,
    act: {
      name: 'subscription.set-end',
      fields: async () => ({ last_day: '2099-12-31' }),
      table: 'subscriptions',
      adds: 0,
    },
  },
  [`${SUBSCRIPTION}/switch`]: {
    see: EDITORS,
    send: EDITORS,
    params: async (at) => ({ ...(await given(at)), other: at.site.otherPlan.id }),
    act: {
      name: 'subscription.switch',
      page: `${SUBSCRIPTION}/switch?to=:other`,
      table: 'subscriptions',
      adds: 0,
    },
  },
  [`${SUBSCRIPTION}/pause`]: {
    see: EDITORS,
    send: EDITORS,
    params: paying,
    act: { name: 'subscription.pause', fields: async () => ({ length: '2' }), table: 'billings', adds: 0 },
  },
  [`${SUBSCRIPTION}/unpause`]: {
    see: EDITORS,
    send: EDITORS,
    params: pausing,
    act: { name: 'subscription.unpause', table: 'billings', adds: 0 },
  },
  [`${READER}/merge`]: {
    see: EDITORS,
    send: EDITORS,
    params: async (at) => ({ ...(await reader(at)), other: (await given(at)).customer }),
    act: { name: 'customer.merge', page: `${READER}/merge?other=:other&stays=this`, table: 'customers', adds: 0 },
  },
  [`${READER}/export`]: {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    params: given,
    act: { name: 'customer.export', table: 'customers', adds: 0 },
  },
  [`${READER}/erase`]: {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    params: reader,
    act: {
      name: 'customer.erase',
      fields: async () => ({ confirm: `reader-${readers}@example.org` }),
      table: 'customers',
      adds: 0,
    },
  },
  [`${READER}/payments/:payment/refund`]: {
    see: EDITORS,
    send: EDITORS,
    isSensitive: 'sometimes',
    params: payment,
    act: { name: 'payment.refund', fields: async () => ({ amount: '1' }), table: 'refunds', adds: 1 },
  },
  [`${READER}/gifts/:gift/refund`]: {
    see: EDITORS,
    send: EDITORS,
    isSensitive: 'sometimes',
    params: gift,
    act: { name: 'gift.refund', fields: async () => ({ amount: '1' }), table: 'gifts', adds: 0 },
  },
};
