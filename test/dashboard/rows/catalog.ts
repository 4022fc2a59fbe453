import { expect } from 'vitest';
import { createDiscountCode } from '../../../src/models/catalog/discount-code.ts';
import { createPlan } from '../../../src/models/catalog/plan.ts';
import { createPrice } from '../../../src/models/catalog/price.ts';
import { givenGift } from '../../support/publications/gift.ts';
import { ALL, EDITORS, type ExpectedAct, type Given, type Rows } from './row.ts';

type Fields = NonNullable<ExpectedAct['fields']>;

const supporter = async () => ({ offer: 'supporter' });

/** An offer that is not for sale any more. */
async function archivedOffer({ site, owner, base }: Given): Promise<{ offer: string }> {
  await owner.submit(await owner.open(`${base}/new-offer`), { name: 'Archived', month: '1' }, `${base}/new-offer`);
  await owner.submit(await owner.open(`${base}/offers`), { offer: 'archived' }, `${base}/offers/archive`);
  expect((await site.newBrowser().get('/offers/archived')).statusCode).toBe(404);
  return { offer: 'archived' };
}

/** The form of a page that changes a record and adds none. */
function changed(name: string, table: string, page: string, fields?: Fields): ExpectedAct {
  return { name, table, page, adds: 0, ...(fields === undefined ? {} : { fields }) };
}

const supportersPlan = async ({ site }: Given) => ({ plan: site.plan.id });
const weekly = async ({ service, site }: Given) => {
  const found = await service.database
    .knex('newsletters')
    .where({ publicationId: site.publication.id, slug: 'weekly' });
  return { newsletter: String(found[0]?.id) };
};

/** A plan that no offer sells, with a price. */
async function freePlan(given: Given): Promise<{ plan: string; price: string }> {
  const { service, site } = given;
  const { publication } = site;
  return service.database.transaction(async (transaction) => {
    const slug = `free-${service.clock.now().getTime()}-${freePlans++}`;
    const plan = await createPlan(publication, transaction, service.clock, { slug, name: 'Free' });
    const cost = { planId: plan.id, amount: 100, currency: 'EUR', interval: 'month' };
    return { plan: plan.id, price: (await createPrice(publication, transaction, service.clock, cost)).id };
  });
}
let freePlans = 0;

/** What was made last, so that the fields name the record of the path. */
const made = new WeakMap<Given, { plan: string; price: string }>();
async function newPlan(given: Given): Promise<Record<string, string>> {
  const plan = await freePlan(given);
  made.set(given, plan);
  return { plan: plan.plan };
}
const itsPrice = async (given: Given) => ({ price: made.get(given)?.price ?? '' });

const PLAN_ROWS: Rows = {
  '/plans': { see: ALL },
  '/plans/move': {
    send: EDITORS,
    act: changed('plan.move', 'plans', '/plans', async ({ site }) => ({
      moved: site.otherPlan.id,
      side: 'before',
      neighbour: site.plan.id,
    })),
  },
  '/new-plan': {
    see: EDITORS,
    send: EDITORS,
    act: { name: 'plan.create', fields: async () => ({ name: 'Print' }), table: 'plans', adds: 1 },
  },
  '/plans/:plan': {
    see: EDITORS,
    send: EDITORS,
    params: supportersPlan,
    act: { name: 'plan.update', fields: async () => ({ name: 'Renamed' }), table: 'plans', adds: 0 },
  },
  '/plans/:plan/addresses.csv': { see: EDITORS, params: supportersPlan },
  '/plans/:plan/archive': {
    send: EDITORS,
    params: newPlan,
    act: changed('plan.archive', 'plans', '/plans/:plan'),
  },
  '/plans/:plan/unarchive': {
    send: EDITORS,
    params: async (given) => {
      const { plan } = await freePlan(given);
      const page = await given.owner.open(`${given.base}/plans/${plan}`);
      await given.owner.submit(page, {}, `${given.base}/plans/${plan}/archive`);
      return { plan };
    },
    act: changed('plan.unarchive', 'plans', '/plans/:plan'),
  },
  '/plans/:plan/prices': {
    send: EDITORS,
    params: supportersPlan,
    act: {
      name: 'price.create',
      page: '/plans/:plan',
      fields: async () => ({ amount: '7', currency: 'EUR', interval: 'month' }),
      table: 'prices',
      adds: 1,
    },
  },
  '/plans/:plan/prices/archive': {
    send: EDITORS,
    params: newPlan,
    act: changed('price.archive', 'prices', '/plans/:plan', itsPrice),
  },
  '/plans/:plan/prices/unarchive': {
    send: EDITORS,
    params: async (given) => {
      const params = await newPlan(given);
      const page = await given.owner.open(`${given.base}/plans/${params['plan']}`);
      await given.owner.submit(page, {}, `${given.base}/plans/${params['plan']}/prices/archive`);
      return params;
    },
    act: changed('price.unarchive', 'prices', '/plans/:plan', itsPrice),
  },
};

const archivedNewsletter = async (given: Given) => {
  const { owner, base } = given;
  await owner.submit(await owner.open(`${base}/new-newsletter`), { name: 'Late' }, `${base}/new-newsletter`);
  const found = await given.service.database
    .knex('newsletters')
    .where({ publicationId: given.site.publication.id, slug: 'late' });
  const newsletter = { newsletter: String(found[0]?.id) };
  await owner.submit(await owner.open(`${base}/newsletters`), newsletter, `${base}/newsletters/archive`);
  return newsletter;
};

const NEWSLETTER_ROWS: Rows = {
  '/newsletters': { see: ALL },
  '/newsletters/archive': {
    send: EDITORS,
    act: changed('newsletter.archive', 'newsletters', '/newsletters', async (given) => {
      const { owner, base } = given;
      await owner.submit(await owner.open(`${base}/free-offering`), {}, `${base}/free-offering/withdraw`);
      return weekly(given);
    }),
  },
  '/newsletters/unarchive': {
    send: EDITORS,
    act: changed('newsletter.unarchive', 'newsletters', '/newsletters', archivedNewsletter),
  },
  '/newsletters/move': {
    send: EDITORS,
    act: changed('newsletter.move', 'newsletters', '/newsletters', async () => ({
      moved: 'weekly',
      side: 'after',
      neighbour: 'daily',
    })),
  },
  '/new-newsletter': {
    see: EDITORS,
    send: EDITORS,
    act: { name: 'newsletter.create', fields: async () => ({ name: 'Sunday' }), table: 'newsletters', adds: 1 },
  },
  '/newsletters/:newsletter': {
    see: EDITORS,
    send: EDITORS,
    params: weekly,
    act: { name: 'newsletter.update', fields: async () => ({ name: 'Renamed' }), table: 'newsletters', adds: 0 },
  },
};

const FREE_OFFERING_ROWS: Rows = {
  '/free-offering': {
    see: ALL,
    send: EDITORS,
    act: {
      name: 'free-offering.set',
      fields: async (given) => ({ name: 'Letters', ...(await weekly(given)) }),
      table: 'free_offerings',
      adds: 0,
      recordName: 'Letters',
    },
  },
  '/free-offering/withdraw': {
    send: EDITORS,
    act: { ...changed('free-offering.withdraw', 'free_offerings', '/free-offering'), recordName: 'Free letters' },
  },
  '/free-offering/restore': {
    send: EDITORS,
    act: {
      ...changed('free-offering.restore', 'free_offerings', '/free-offering', async ({ owner, base }) => {
        await owner.submit(await owner.open(`${base}/free-offering`), {}, `${base}/free-offering/withdraw`);
        return {};
      }),
      recordName: 'Free letters',
    },
  },
};

/** A discount code. */
async function spring({ service, site }: Given): Promise<{ code: string }> {
  const given = { code: 'SPRING', percentOff: 50, periods: 1, offerSlugs: [] };
  const { id } = await service.database.transaction((transaction) =>
    createDiscountCode(site.publication, transaction, service.clock, given),
  );
  return { code: id };
}

const CODE_ROWS: Rows = {
  '/codes': { see: ALL },
  '/codes/archive': { send: EDITORS, act: changed('code.archive', 'discount_codes', '/codes', spring) },
  '/codes/unarchive': {
    send: EDITORS,
    act: changed('code.unarchive', 'discount_codes', '/codes', async (given) => {
      const code = await spring(given);
      await given.owner.submit(await given.owner.open(`${given.base}/codes`), code, `${given.base}/codes/archive`);
      return code;
    }),
  },
  '/new-code': {
    see: EDITORS,
    send: EDITORS,
    act: {
      name: 'code.create',
      fields: async () => ({ code: 'HALF', percent_off: '50' }),
      table: 'discount_codes',
      adds: 1,
    },
  },
  '/codes/:code': {
    see: EDITORS,
    send: EDITORS,
    params: spring,
    act: { name: 'code.update', fields: async () => ({ name: 'Friends' }), table: 'discount_codes', adds: 0 },
  },
};

const gift = async ({ site }: Given) => ({ gift: await givenGift(site) });

const GIFT_ROWS: Rows = {
  '/gifts': { see: ALL },
  '/gifts/resend': { send: EDITORS, act: changed('gift.resend', 'gifts', '/gifts', gift) },
  '/gifts/refund': { send: EDITORS, isSensitive: true, act: changed('gift.refund', 'gifts', '/gifts', gift) },
};

export const CATALOG_ROWS: Rows = {
  '/offers': { see: ALL },
  '/offers/archive': {
    send: EDITORS,
    act: {
      name: 'offer.archive',
      page: '/offers',
      fields: supporter,
      table: 'offers',
      adds: 0,
      recordName: 'supporter',
    },
  },
  '/offers/unarchive': {
    send: EDITORS,
    act: {
      name: 'offer.unarchive',
      page: '/offers',
      fields: archivedOffer,
      table: 'offers',
      adds: 0,
      recordName: 'archived',
    },
  },
  '/offers/move': {
    send: EDITORS,
    act: {
      name: 'offer.move',
      page: '/offers',
      fields: async () => ({ moved: 'patron', side: 'before', neighbour: 'supporter' }),
      table: 'offers',
      adds: 0,
    },
  },
  '/new-offer': {
    see: EDITORS,
    send: EDITORS,
    act: {
      name: 'offer.create',
      fields: async () => ({ name: 'Every Story', month: '5', year: '49.90', currency: 'EUR' }),
      table: 'offers',
      adds: 1,
    },
  },
  '/offers/:offer': {
    see: EDITORS,
    send: EDITORS,
    params: supporter,
    act: { name: 'offer.update', fields: async () => ({ name: 'Renamed' }), table: 'offers', adds: 0 },
  },
  '/offers/:offer/links': { see: ALL, params: supporter },
  ...PLAN_ROWS,
  ...NEWSLETTER_ROWS,
  ...FREE_OFFERING_ROWS,
  ...CODE_ROWS,
  ...GIFT_ROWS,
};
