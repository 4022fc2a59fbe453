// A reader leaves what the publisher gave them, and nothing else (src/models/money/subscription.ts).
import { expect, test } from 'vitest';
import { createSubscription, leaveComplimentary } from '../../src/models/money/subscription.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

test('only the reader who has it, and only what is complimentary', async () => {
  const site = await givenPayingSite(service());
  const { publication, plan, price, otherPlan } = site;
  const [ada, eve] = [await site.customer('ada@example.org'), await site.customer('eve@example.org')];
  const { database, clock } = service();
  const create = (given: Parameters<typeof createSubscription>[3]) =>
    database.transaction((transaction) => createSubscription(publication, transaction, clock, given));
  const given = await create({ customerId: ada.id, planId: otherPlan.id, complimentary: true });
  const outside = await create({ customerId: ada.id, planId: plan.id, priceId: price.id, complimentary: false });
  const leave = (customerId: string, id: string) =>
    database.transaction((transaction) =>
      leaveComplimentary(publication, transaction, clock, { customerId, id, leavingReason: null }),
    );
  await expect(leave(eve.id, given.id)).rejects.toThrow('No such complimentary subscription');
  await expect(leave(ada.id, outside.id)).rejects.toThrow('No such complimentary subscription');
  await leave(ada.id, given.id);
  await expect(leave(ada.id, given.id)).rejects.toThrow('No such complimentary subscription');
});
