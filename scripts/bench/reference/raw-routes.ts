// The routes of the raw reference server: what a program would do that only had to give these answers.
import type { FastifyInstance } from 'fastify';
import { newId, positionOf } from '../../../src/database/ids.ts';

type Binding = string | number | null;

/** The statements of the service by their names, on a driver and nothing between. */
export interface RawDatabase {
  all(name: string, values: readonly Binding[]): Promise<Row[]> | Row[];
  /** One statement in a transaction of its own, durable when it returns. */
  run(name: string, values: readonly Binding[]): Promise<unknown> | void;
}

export interface Row {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly emailVerifiedAt: number | null;
  readonly newsletterSlugs: string | null;
  readonly planSlug: string | null;
  readonly status?: string;
  readonly customerId?: string;
  readonly planId?: string;
  readonly priceId?: string | null;
  readonly complimentary?: unknown;
}

const LIMIT = 10;
const member = {
  id: 'memb_01hv3k8m2q4r6s8t0v2w4x6y8z',
  email: 'm123456@example.test',
  name: 'Member 123456',
  newsletter_slugs: ['sunday-letter'],
  plan_slug: 'digital',
};
export const constantPage = { objects: Array.from({ length: LIMIT }, () => member), next_page: null };

interface Routes {
  Querystring: { page?: string };
  Params: { id: string };
  Body: { email: string };
}

export function registerRaw(app: FastifyInstance, database: RawDatabase, publicationId: string): void {
  const page = async (name: string, query: Routes['Querystring']) =>
    toPage(await database.all(name, [publicationId, `cus_${query.page ?? '8'}`, 'cus_', LIMIT + 1]));

  app.get<Routes>('/members', async ({ query }) => {
    const { rows, nextPage } = await page('page_of_members', query);
    return {
      objects: rows.map((row) => ({ ...toObject(row), id: `memb_${positionOf(row.id)}` })),
      next_page: nextPage,
    };
  });
  app.get<Routes>('/customers', async ({ query }) => {
    const { rows, nextPage } = await page('page_of_customers', query);
    return { objects: rows.map((row) => ({ ...toObject(row), activation_url: null })), next_page: nextPage };
  });
  app.post<Routes>('/customers', async ({ body: { email } }) => {
    const now = new Date();
    const id = newId('cus', now);
    await database.run('raw_insert_customer', [id, publicationId, email, email, null, null, null, now.getTime()]);
    return {
      id,
      email,
      name: null,
      newsletter_slugs: [],
      plan_slug: null,
      activation_url: `http://bench.localhost/activate/${id}`,
    };
  });
  app.post<Routes>('/subscriptions/:id/cancel', async ({ params: { id } }) => {
    const [found] = await database.all('cancel_subscription', [new Date().getTime(), publicationId, id]);
    return {
      id,
      status: found?.status,
      customer_id: found?.customerId,
      plan_id: found?.planId,
      price_id: found?.priceId,
      complimentary: Boolean(found?.complimentary),
    };
  });
}

function toPage(found: readonly Row[]) {
  const rows = found.slice(0, LIMIT);
  const last = rows.at(-1);
  return { rows, nextPage: found.length > LIMIT && last !== undefined ? positionOf(last.id) : null };
}

function toObject({ id, email, name, newsletterSlugs, planSlug }: Row) {
  return {
    id,
    email,
    name,
    newsletter_slugs: newsletterSlugs === null ? [] : newsletterSlugs.split(','),
    plan_slug: planSlug,
  };
}
