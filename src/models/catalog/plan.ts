// Plans: what one subscribes to (service.md, plan_id and plan_slug). A plan is named by its id or its slug, which no id can be.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import type { Tenant } from '../record.ts';
import { checkSlug, parseRequiredName } from '../text-fields.ts';

export interface Plan {
  id: string;
  slug: string;
  name: string;
}

const insert = statement(
  'insert_plan',
  'insert into plans (id, publication_id, slug, name, created_at) values (?, ?, ?, ?, ?) on conflict do nothing',
);
const all = statement<Plan>('plans', 'select id, slug, name from plans where publication_id = ? order by id');
const page = statement<Plan>(
  'page_of_plans',
  'select id, slug, name from plans where publication_id = ? and id < ? order by id desc limit ?',
);
const byIdOrSlug = statement<Plan>(
  'plan_by_id_or_slug',
  'select id, slug, name from plans where publication_id = ? and (id = ? or slug = ?)',
);

/** Throws InvalidValue, and Conflict for a slug in use. */
export async function createPlan(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { slug: string; name: string },
): Promise<Plan> {
  const createdAt = clock.now();
  const plan = { id: newId('plan', createdAt), slug: checkSlug(given.slug), name: parseRequiredName(given.name) };
  const isNew = (await transaction.run(insert, [plan.id, publication.id, plan.slug, plan.name, createdAt])) === 1;
  if (!isNew) throw new Conflict('slug', `A plan has this slug already: ${plan.slug}`);
  return plan;
}

/** In the order of their creation. */
export function listPlans(publication: Tenant, connection: Connection): Promise<Plan[]> {
  return connection.all(all, [publication.id]);
}

/** Newest first. */
export async function pageOfPlans(
  publication: Tenant,
  connection: Connection,
  request: PageRequest,
): Promise<Page<Plan>> {
  const rows = await connection.all(page, [publication.id, `plan_${firstPosition(request)}`, request.limit + 1]);
  return toPage(rows, request, (plan) => plan);
}

export function findPlan(publication: Tenant, connection: Connection, idOrSlug: string): Promise<Plan | undefined> {
  return connection.first(byIdOrSlug, [publication.id, idOrSlug, idOrSlug]);
}

/** Throws NotFound. */
export async function getPlan(publication: Tenant, connection: Connection, idOrSlug: string): Promise<Plan> {
  const found = await findPlan(publication, connection, idOrSlug);
  if (found === undefined) throw new NotFound(`No such plan: ${idOrSlug}`);
  return found;
}
