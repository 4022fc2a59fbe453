// Subscriptions that end by themselves at a date, and why each subscription ended.
import { expect, test } from 'vitest';
import { endDatedSubscription, setSubscriptionEnd } from '../../src/models/money/subscription-end.ts';
import { cancelAtPeriodEnd, resume } from '../../src/payments/subscription.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const DAY = 24 * 3600 * 1000;

/** When so many days are over. */
const inDays = (days: number) => new Date(service().clock.now().getTime() + days * DAY);

async function endReasons(site: PayingSite): Promise<unknown[]> {
  return (await site.rows('subscriptions')).map(({ status, endReason }) => [status, endReason]);
}

test('a complimentary subscription with an end ends by itself, once, with its event', async () => {
  const site = await givenPayingSite(service());
  const customer = await site.customer();
  const given = { customer_id: customer.id, plan_id: site.plan.id, complimentary: 'true' };
  const past = await site.api.post('/subscriptions', { ...given, ends_at: inDays(-1).toISOString() });
  expect([past.statusCode, past.json().error.message]).toEqual([400, 'ends_at must be in the future']);
  const made = await site.api.post('/subscriptions', { ...given, ends_at: inDays(10).toISOString() });
  expect(made.json()).toMatchObject({ status: 'active', ends_at: inDays(10).toISOString() });
  await site.pass('9 days');
  expect(await endReasons(site)).toEqual([['active', null]]);
  const { database, clock } = service();
  await database.transaction((transaction) =>
    setSubscriptionEnd(site.publication, transaction, clock, made.json().id, { endsAt: inDays(20), reason: null }),
  );
  // A worker that found the former date ends nothing.
  const former = { id: made.json().id, at: inDays(10) };
  await database.transaction((transaction) => endDatedSubscription(site.publication, transaction, clock, former));
  await site.pass('2 days');
  expect(await endReasons(site)).toEqual([['active', null]]);
  await site.advance('9 days');
  await Promise.all([site.settle(), site.secondWorker().settle()]);
  expect(await endReasons(site)).toEqual([['canceled', 'complimentary_over']]);
  const events = (await site.api.get('/events')).json().objects as { type: string; data: object; previous: unknown }[];
  expect(events.filter(({ type }) => type.startsWith('subscription.')).map(({ type }) => type)).toEqual([
    'subscription.canceled',
    'subscription.changed',
    'subscription.created',
  ]);
  expect(events.find(({ type }) => type === 'subscription.changed')).toMatchObject({
    data: { ends_at: inDays(20).toISOString() },
    previous: { ends_at: inDays(10).toISOString() },
  });
});

test('the reader who cancels is the reason, an undo takes it back', async () => {
  const site = await givenPayingSite(service());
  const customer = await site.payingCustomer();
  const [subscription] = await site.rows<{ id: string }>('subscriptions');
  const id = subscription?.id ?? '';
  await cancelAtPeriodEnd(service(), site.publication, customer.id, id);
  expect(await endReasons(site)).toEqual([['active', 'reader']]);
  await resume(service(), site.publication, customer.id, id);
  expect(await endReasons(site)).toEqual([['active', null]]);
  await cancelAtPeriodEnd(service(), site.publication, customer.id, id);
  await site.pass('32 days');
  expect(await endReasons(site)).toEqual([['canceled', 'reader']]);
});
