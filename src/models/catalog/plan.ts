// Plans: what one subscribes to (service.md, plan_id and plan_slug). A plan is named by its id or its slug; no slug has
// the form of an id.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { Conflict, NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { checkSlug, parseRequiredName } from '../text-fields.ts';

export class PlanRecord extends PublicationRecord {
  static override tableName = 'plans';
  declare slug: string;
  declare name: string;
  declare createdAt: number;
}

const COLUMNS = ['id', 'slug', 'name'] as const;
export type Plan = Pick<RowOf<PlanRecord>, (typeof COLUMNS)[number]>;

/** Throws InvalidValue, and Conflict for a slug in use. */
export async function createPlan(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { slug: string; name: string },
): Promise<Plan> {
  const createdAt = clock.now();
  const plan = { id: newId('plan', createdAt), slug: checkSlug(given.slug), name: parseRequiredName(given.name) };
  if (!(await PlanRecord.add(publication, transaction, { ...plan, createdAt: createdAt.getTime() })))
    throw new Conflict('slug', `A plan has this slug already: ${plan.slug}`);
  return plan;
}

/** Returns all plans in the order of their creation. */
export function listPlans(publication: Tenant, connection: Connection): Promise<Plan[]> {
  return PlanRecord.in(publication, connection).select(COLUMNS).orderBy('id').execute();
}

/** Returns a page of plans, the newest first. */
export async function pageOfPlans(
  publication: Tenant,
  connection: Connection,
  request: PageRequest,
): Promise<Page<Plan>> {
  const rows = await PlanRecord.in(publication, connection)
    .select(COLUMNS)
    .where('id', '<', `plan_${firstPosition(request)}`)
    .orderBy('id', 'desc')
    .limit(request.limit + 1);
  return toPage(rows, request, (plan) => plan);
}

export function findPlan(publication: Tenant, connection: Connection, idOrSlug: string): Promise<Plan | undefined> {
  return first(
    PlanRecord.in(publication, connection)
      .select(COLUMNS)
      .where((either) => either.where('id', idOrSlug).orWhere('slug', idOrSlug)),
  );
}

/** Throws NotFound. */
export async function getPlan(publication: Tenant, connection: Connection, idOrSlug: string): Promise<Plan> {
  const found = await findPlan(publication, connection, idOrSlug);
  if (found === undefined) throw new NotFound(`No such plan: ${idOrSlug}`);
  return found;
}
