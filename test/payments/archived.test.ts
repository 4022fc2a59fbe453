// What is archived while somebody buys it: an open checkout keeps what its buyer saw, nobody can begin another one, and
// whoever pays an archived price goes on paying it (decisions 40).
import { expect, test } from 'vitest';
import { archiveDiscountCode, createDiscountCode } from '../../src/models/catalog/discount-code.ts';
import { setOfferPrices } from '../../src/models/catalog/offer-prices.ts';
import { archiveOffer } from '../../src/models/catalog/offer.ts';
import { archivePlan } from '../../src/models/catalog/plan.ts';
import { archivePrice, createPrice } from '../../src/models/catalog/price.ts';
import { NotFound } from '../../src/models/errors.ts';
import { previewSwitch } from '../../src/payments/switch.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

/** Gives the offer another price, and archives the one that it had. */
async function replacePrice({ publication, plan, price }: PayingSite): Promise<string> {
  const { database, clock } = service();
  return database.transaction(async (transaction) => {
    const cost = { planId: plan.id, amount: 900, currency: 'EUR', interval: 'month' };
    const { id } = await createPrice(publication, transaction, clock, cost);
    await setOfferPrices(publication, transaction, 'supporter', [id]);
    await archivePrice(publication, transaction, clock, price.id);
    return id;
  });
}

async function payments(site: PayingSite): Promise<number[]> {
  return (await site.rows<{ amount: number }>('payments')).map(({ amount }) => Number(amount));
}

test('a checkout that is open when its price is archived is paid at that price, and no other is begun', async () => {
  const site = await givenPayingSite(service());
  const customer = await site.customer();
  const { redirectUrl } = await site.start(customer);
  await replacePrice(site);
  await expect(site.start(await site.customer('other@example.org'))).rejects.toThrow(NotFound);
  await site.payAt(redirectUrl);
  await site.settle();
  expect(await payments(site)).toEqual([500]);
  const [subscription] = await site.rows('subscriptions');
  expect(subscription).toMatchObject({ status: 'active', priceId: site.price.id });
});

test('a checkout that is open when its offer and plan are archived is paid, and the plan is held', async () => {
  const site = await givenPayingSite(service());
  const { database, clock } = service();
  const { redirectUrl } = await site.start(await site.customer());
  await database.transaction(async (transaction) => {
    await archiveOffer(site.publication, transaction, clock, 'supporter');
    await archivePlan(site.publication, transaction, clock, site.plan.id);
  });
  await site.payAt(redirectUrl);
  await site.settle();
  const { objects } = (await site.api.get('/members')).json<{ objects: { plan_slug: string }[] }>();
  expect(objects.map(({ plan_slug: slug }) => slug)).toEqual(['supporter']);
  const { archived } = (await site.api.get(`/plans/${site.plan.id}`)).json<{ archived: boolean }>();
  expect(archived).toBe(true);
});

test('an archived price renews as before, and nobody can change to it', async () => {
  const site = await givenPayingSite(service());
  const customer = await site.payingCustomer();
  const dearer = await replacePrice(site);
  await site.pass('1 month');
  expect(await payments(site)).toEqual([500, 500]);
  const other = await site.payingCustomer('other@example.org', undefined, { priceId: dearer });
  const held = await site.rows<{ id: string; customerId: string }>('subscriptions');
  const subscriptionId = held.find(({ customerId }) => customerId === other.id)?.id ?? '';
  const preview = previewSwitch(service(), site.publication, other.id, { subscriptionId, newPriceId: site.price.id });
  await expect(preview).rejects.toThrow(NotFound);
  expect(held.find(({ customerId }) => customerId === customer.id)).toMatchObject({ priceId: site.price.id });
  const { price_ids: prices } = (await site.api.get('/offers/supporter')).json<{ price_ids: string[] }>();
  expect(prices).toEqual([dearer]);
});

test('a checkout that is open when its code is archived keeps the reduction', async () => {
  const site = await givenPayingSite(service());
  const { database, clock } = service();
  await database.transaction((transaction) =>
    createDiscountCode(site.publication, transaction, clock, {
      code: 'HALF',
      percentOff: 50,
      periods: 1,
      offerSlugs: [],
    }),
  );
  const { redirectUrl } = await site.start(await site.customer(), { code: 'HALF' });
  await database.transaction((transaction) => archiveDiscountCode(site.publication, transaction, clock, 'HALF'));
  await expect(site.start(await site.customer('other@example.org'), { code: 'HALF' })).rejects.toThrow('unknown');
  await site.payAt(redirectUrl);
  await site.settle();
  expect(await payments(site)).toEqual([250]);
});
