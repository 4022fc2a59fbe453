// What a publication offers, and subscriptions, as programs read them (decisions 15): pages, single objects and filters. Another publication has
// the same slugs, and nothing of it is ever shown.
import { beforeAll, describe, expect, it } from 'vitest';
import { updateNewsletter } from '../../src/models/catalog/newsletter.ts';
import { archiveOffer, createOffer } from '../../src/models/catalog/offer.ts';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { translate } from '../../src/models/catalog/translation.ts';
import { givenPublication, type TestPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

type Listed = { readonly id: string } & Record<string, unknown>;

const service = useService();
let given: TestPublication;

const GERMAN_OFFER = { name: 'Leser', benefits: ['Jeder Artikel', 'Das Archiv'] };
const TRANSLATED = [
  ['plan', 'supporter', { name: 'Lesertarif' }],
  ['offer', 'supporter', GERMAN_OFFER],
  ['newsletter', 'daily', { name: 'Der Tag', description: 'Jeden Morgen.' }],
] as const;

beforeAll(async () => {
  given = await givenPublication(service());
  await addOffers(given);
  const another = await givenPublication(service());
  await addOffers(another);
  const { id } = (await another.api.post('/customers', { email: 's0@example.test' })).json();
  const { statusCode } = await another.api.post('/subscriptions', {
    customer_id: id,
    plan_id: another.plan.id,
    price_id: another.price.id,
  });
  if (statusCode !== 200) throw new Error('the other publication has no subscription');
});

async function addOffers({ publication, plan, price, otherPlan, otherPrice }: TestPublication): Promise<void> {
  const { database, clock } = service();
  await database.transaction(async (transaction) => {
    await createOffer(publication, transaction, clock, {
      slug: 'supporter',
      name: 'Supporter',
      description: 'Every story.',
      benefits: 'Every story\nThe archive',
      recommended: true,
      planId: plan.id,
      priceIds: [price.id],
    });
    await createOffer(publication, transaction, clock, {
      slug: 'patron',
      name: 'Patron',
      planId: otherPlan.id,
      priceIds: [otherPrice.id],
    });
    await archiveOffer(publication, transaction, clock, 'patron');
    const audience = { audience: 'plans', plans: [plan.id, otherPlan.slug] };
    await updateNewsletter(publication, transaction, 'daily', audience);
    for (const [kind, idOrSlug, words] of TRANSLATED)
      await translate(publication, transaction, { kind, idOrSlug, texts: { de: words } });
  });
}

async function everyPage(path: string, query: string, limit: number): Promise<Listed[]> {
  const found: Listed[] = [];
  let page = '';
  for (;;) {
    const body: { objects: Listed[]; next_page: string | null } = (
      await given.api.get(`${path}?limit=${limit}${query}${page}`)
    ).json();
    found.push(...body.objects);
    if (body.next_page === null) return found;
    page = `&page=${body.next_page}`;
  }
}

describe('the catalog', () => {
  it('shows plans, by id and slug', async () => {
    const plans = await everyPage('/plans', '', 1);
    expect(plans).toEqual([
      {
        id: given.otherPlan.id,
        slug: 'patron',
        name: 'Patron',
        translations: {},
        sent_by_post: false,
        archived: false,
      },
      {
        id: given.plan.id,
        slug: 'supporter',
        name: 'Supporter',
        translations: { de: { name: 'Lesertarif' } },
        sent_by_post: false,
        archived: false,
      },
    ]);
    for (const name of [given.plan.id, 'supporter'])
      expect((await given.api.get(`/plans/${name}`)).json()).toEqual(plans[1]);
  });

  it('shows prices, all or those of a plan', async () => {
    const monthly = {
      id: given.price.id,
      plan_id: given.plan.id,
      amount: 500,
      currency: 'EUR',
      interval: 'month',
      archived: false,
    };
    const yearly = {
      id: given.otherPrice.id,
      plan_id: given.otherPlan.id,
      amount: 9900,
      currency: 'EUR',
      interval: 'year',
      archived: false,
    };
    expect(await everyPage('/prices', '', 1)).toEqual([yearly, monthly]);
    for (const plan of [given.plan.id, 'supporter'])
      expect(await everyPage('/prices', `&plan=${plan}`, 1)).toEqual([monthly]);
    expect(await everyPage('/prices', '&plan=never', 10)).toEqual([]);
    expect((await given.api.get(`/prices/${given.price.id}`)).json()).toEqual(monthly);
  });

  it('shows offers with their page, archived ones as such', async () => {
    const offers = await everyPage('/offers', '', 1);
    const { siteUrl } = given.publication;
    expect(offers).toEqual([
      {
        id: expect.stringMatching(/^offer_/),
        slug: 'patron',
        name: 'Patron',
        description: null,
        benefits: [],
        translations: {},
        recommended: false,
        plan_id: given.otherPlan.id,
        price_ids: [given.otherPrice.id],
        archived: true,
        url: `${siteUrl}/offers/patron`,
      },
      {
        id: expect.stringMatching(/^offer_/),
        slug: 'supporter',
        name: 'Supporter',
        description: 'Every story.',
        benefits: ['Every story', 'The archive'],
        translations: { de: GERMAN_OFFER },
        recommended: true,
        plan_id: given.plan.id,
        price_ids: [given.price.id],
        archived: false,
        url: `${siteUrl}/offers/supporter`,
      },
    ]);
    for (const name of [offers[0]?.id, 'patron'])
      expect((await given.api.get(`/offers/${name}`)).json()).toEqual(offers[0]);
  });

  it('shows newsletters with who can join them', async () => {
    const newsletters = await everyPage('/newsletters', '', 1);
    const planIds = [given.plan.id, given.otherPlan.id].toSorted();
    const translations = { de: { name: 'Der Tag', description: 'Jeden Morgen.' } };
    const daily = {
      slug: 'daily',
      name: 'The Daily',
      description: null,
      translations,
      audience: 'plans',
      plan_ids: planIds,
    };
    const weekly = {
      slug: 'weekly',
      name: 'The Weekly',
      description: null,
      translations: {},
      audience: 'all',
      plan_ids: [],
    };
    expect(newsletters).toEqual(
      [daily, weekly].map((one) => ({ id: expect.stringMatching(/^news_/), ...one, archived: false })),
    );
    expect(await everyPage('/newsletters', '', 100)).toEqual(newsletters);
    for (const name of [newsletters[0]?.id, 'daily'])
      expect((await given.api.get(`/newsletters/${name}`)).json()).toEqual(newsletters[0]);
  });

  it.each(['/plans', '/prices', '/offers', '/newsletters', '/subscriptions'])(
    'holds %s to the limits of pages',
    async (path) => {
      for (const query of ['limit=0', 'limit=101', 'page=x', 'email=a@b.test']) {
        const response = await given.api.get(`${path}?${query}`);
        expect([response.statusCode, response.json().error.code]).toEqual([400, 'invalid_param']);
      }
    },
  );

  it('reaches each of 30 plans once, newest first', async () => {
    const { api, publication } = await givenPublication(service());
    const { database, clock } = service();
    const slugs = Array.from({ length: 28 }, (_, index) => `plan-${index}`);
    await database.transaction(async (transaction) => {
      for (const slug of slugs) await createPlan(publication, transaction, clock, { slug, name: slug });
    });
    const first = (await api.get('/plans?limit=20')).json();
    const second = (await api.get(`/plans?limit=20&page=${first.next_page}`)).json();
    expect([...first.objects, ...second.objects].map(({ slug }: { slug: string }) => slug)).toEqual([
      ...slugs.toReversed(),
      'patron',
      'supporter',
    ]);
    expect(second.next_page).toBeNull();
  });
});

describe('subscriptions', () => {
  const made: Listed[] = [];
  const customers: string[] = [];
  const times: string[] = [];

  beforeAll(async () => {
    const { api, plan, price, otherPlan } = given;
    // Beyond what this process gave ids for before: an id's time is never set back by a little.
    service().clock.advance(3600);
    for (const index of [0, 1, 2, 3, 4, 5]) {
      service().clock.advance(1);
      times.push(service().clock.now().toISOString());
      const customerId: string =
        index % 2 === 0
          ? (await api.post('/customers', { email: `s${index}@example.test` })).json().id
          : (customers.at(-1) ?? '');
      if (index % 2 === 0) customers.push(customerId);
      const form =
        index % 2 === 0 ? { plan_id: plan.id, price_id: price.id } : { plan_id: otherPlan.id, complimentary: 'true' };
      made.push((await api.post('/subscriptions', { customer_id: customerId, ...form })).json());
    }
    for (const index of [1, 4]) made[index] = (await api.post(`/subscriptions/${made[index]?.id}/cancel`)).json();
  });

  const found = async (query: string, limit = 100): Promise<number[]> =>
    (await everyPage('/subscriptions', query, limit)).map(({ id }) => made.findIndex((one) => one.id === id));

  it.each([1, 2, 6, 100])('are listed newest first with limit %i, each as it is got', async (limit) => {
    expect(await everyPage('/subscriptions', '', limit)).toEqual(made.toReversed());
    expect((await given.api.get(`/subscriptions/${made[3]?.id}`)).json()).toEqual(made[3]);
  });

  it('are found by customer, plan, status, and any of them at once, on pages of any size', async () => {
    const member = customers[0]?.replace('cus_', 'memb_');
    for (const limit of [1, 3, 100]) {
      expect(await found(`&customer=${customers[0]}`, limit)).toEqual([1, 0]);
      expect(await found(`&customer=${member}`, limit)).toEqual([1, 0]);
      expect(await found('&plan=supporter', limit)).toEqual([4, 2, 0]);
      expect(await found(`&plan=${given.otherPlan.id}`, limit)).toEqual([5, 3, 1]);
      expect(await found('&status=canceled', limit)).toEqual([4, 1]);
      expect(await found('&status=active', limit)).toEqual([5, 3, 2, 0]);
      expect(await found('&plan=supporter&status=active', limit)).toEqual([2, 0]);
      expect(await found(`&customer=${customers[0]}&status=active`, limit)).toEqual([0]);
      expect(await found(`&customer=${customers[2]}&plan=supporter`, limit)).toEqual([4]);
      expect(await found(`&customer=${customers[2]}&plan=supporter&status=active`, limit)).toEqual([]);
      expect(await found(`&created_after=${times[1]}&created_before=${times[5]}`, limit)).toEqual([4, 3, 2]);
      expect(await found(`&created_after=${times[1]}&plan=patron`, limit)).toEqual([5, 3]);
    }
  });

  it('are not found by what does not exist', async () => {
    for (const filter of ['customer=never', 'plan=never', `customer=${given.plan.id}`])
      expect(await found(`&${filter}`)).toEqual([]);
  });

  it('refuse a status that is none', async () => {
    expect((await given.api.get('/subscriptions?status=paused')).json().error).toEqual({
      code: 'invalid_param',
      message: 'status must be one of active, canceled',
    });
  });
});
