// Plans: what one subscribes to (service.md, plan_id and plan_slug). A plan is named by its id or its slug; no slug has
// the form of an id. An archived plan gets no new offers or prices; who has it keeps it.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import type { GivenTexts } from '../publication/texts.ts';
import { first, type RowOf, type Tenant } from '../record.ts';
import { DEFAULT_PRODUCT_KIND, parseProductKind, type ProductKind } from '../tax/product-kind.ts';
import { checkSlug, parseRequiredName } from '../text-fields.ts';
import { changeTextsOf, PLAN_TEXTS, type SpeakingTenant } from './catalog-texts.ts';
import { moveRecord, PlacedRecord, type Move } from './placed.ts';

export class PlanRecord extends PlacedRecord {
  static override tableName = 'plans';
  static override booleans = ['sentByPost'];
  declare name: string;
  declare productKind: ProductKind;
  /** Whoever has the plan is asked for a postal address. */
  declare sentByPost: boolean;
}

const COLUMNS = ['id', 'slug', 'name', 'sentByPost', 'archivedAt', 'texts'] as const;
export type Plan = Pick<RowOf<PlanRecord>, (typeof COLUMNS)[number]>;
export type PlanAsProduct = Plan & Pick<RowOf<PlanRecord>, 'productKind'>;

const offersOfPlan = statement<{ slug: string }>(
  'offers_of_plan_for_sale',
  `select slug from offers where publication_id = :publicationId and plan_id = :planId and archived_at is null
    order by position, id`,
);

/** Throws InvalidValue, and Conflict for a slug in use, by the reason `archived` where an archived plan has it. */
export async function createPlan(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { readonly slug: string; readonly name: string; readonly sentByPost?: boolean | undefined },
): Promise<Plan> {
  const createdAt = clock.now();
  const [id, at] = [newId('plan', createdAt), createdAt.getTime()];
  const plan = {
    id,
    slug: checkSlug(given.slug),
    name: parseRequiredName(given.name),
    sentByPost: given.sentByPost ?? false,
    archivedAt: null,
    texts: null,
  };
  const stored = { ...plan, productKind: DEFAULT_PRODUCT_KIND, position: at, createdAt: at };
  if (await PlanRecord.add(publication, transaction, stored)) return plan;
  const other = await findPlan(publication, transaction, plan.slug);
  const isArchived = other !== undefined && other.archivedAt !== null;
  throw isArchived
    ? new Conflict(
        'slug',
        `An archived plan has this slug: bring it back, or choose another slug: ${plan.slug}`,
        'archived',
      )
    : new Conflict('slug', `A plan has this slug already: ${plan.slug}`);
}

/** Returns all plans in their order, archived ones included. */
export function listPlans(publication: Tenant, connection: Connection): Promise<Plan[]> {
  return PlanRecord.in(publication, connection).select(COLUMNS).orderBy(['position', 'id']).execute();
}

/** Returns a page of plans, the newest first, archived ones included. */
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
  return first(one(publication, connection, idOrSlug).select(COLUMNS));
}

/** Throws NotFound. */
export async function getPlan(publication: Tenant, connection: Connection, idOrSlug: string): Promise<Plan> {
  const found = await findPlan(publication, connection, idOrSlug);
  if (found === undefined) throw new NotFound(`No such plan: ${idOrSlug}`);
  return found;
}

/**
 * Locks the plan's row until the transaction ends, so that changes of what it is sold by wait for each other: an offer
 * for sale always has a plan and a price that are not archived. Throws NotFound.
 */
export async function lockPlan(publication: Tenant, transaction: Transaction, idOrSlug: string): Promise<Plan> {
  const found = await first(one(publication, transaction, idOrSlug).select(COLUMNS).forNoKeyUpdate());
  if (found === undefined) throw new NotFound(`No such plan: ${idOrSlug}`);
  return found;
}

/** Locks the plan. Throws NotFound, and Conflict for an archived plan. */
export async function lockPlanToSell(publication: Tenant, transaction: Transaction, idOrSlug: string): Promise<Plan> {
  const plan = await lockPlan(publication, transaction, idOrSlug);
  if (plan.archivedAt !== null)
    throw new Conflict('plan', `The plan ${plan.slug} is archived: bring it back first`, 'archived');
  return plan;
}

/** Changes a plan for everybody who has it; what is undefined and its slug stay. Throws InvalidValue and NotFound. */
export async function updatePlan(
  publication: Tenant,
  transaction: Transaction,
  idOrSlug: string,
  given: { readonly name?: string | undefined; readonly sentByPost?: boolean | undefined },
): Promise<Plan> {
  const { name, sentByPost } = given;
  const changed = {
    ...(name !== undefined && { name: parseRequiredName(name) }),
    ...(sentByPost !== undefined && { sentByPost }),
  };
  if (Object.keys(changed).length > 0) await one(publication, transaction, idOrSlug).patch(changed);
  return getPlan(publication, transaction, idOrSlug);
}

/** Changes its words in other languages. Throws InvalidValue and NotFound. */
export function changePlanTexts(
  publication: SpeakingTenant,
  transaction: Transaction,
  idOrSlug: string,
  texts: GivenTexts,
): Promise<string | null> {
  return changeTextsOf(PlanRecord, PLAN_TEXTS, publication, transaction, { idOrSlug, texts });
}

/** What a plan is to the tax office. Throws NotFound. */
export async function getPlanAsProduct(
  publication: Tenant,
  connection: Connection,
  idOrSlug: string,
): Promise<PlanAsProduct> {
  const found = await first(one(publication, connection, idOrSlug).select(...COLUMNS, 'productKind'));
  if (found === undefined) throw new NotFound(`No such plan: ${idOrSlug}`);
  return found;
}

/** Lists what all plans are, archived ones included. */
export function listPlansAsProducts(publication: Tenant, connection: Connection): Promise<PlanAsProduct[]> {
  return PlanRecord.in(publication, connection)
    .select(...COLUMNS, 'productKind')
    .orderBy(['position', 'id'])
    .execute();
}

/** For receipts from now on. Throws InvalidValue and NotFound. */
export async function setProductKind(
  publication: Tenant,
  transaction: Transaction,
  idOrSlug: string,
  text: string,
): Promise<PlanAsProduct> {
  const productKind = parseProductKind(text);
  await one(publication, transaction, idOrSlug).patch({ productKind });
  return getPlanAsProduct(publication, transaction, idOrSlug);
}

/**
 * Archives a plan: no new offers and prices, and whoever has it keeps it. Idempotent. Throws NotFound, and Conflict while
 * offers of the plan are for sale. Our choice: they are not archived with it, so that bringing the plan back puts nothing
 * on sale that was archived before.
 */
export async function archivePlan(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  idOrSlug: string,
): Promise<Plan> {
  const plan = await lockPlan(publication, transaction, idOrSlug);
  if (plan.archivedAt !== null) return plan;
  const selling = await transaction.all(offersOfPlan, { publicationId: publication.id, planId: plan.id });
  if (selling.length > 0)
    throw new Conflict(
      'plan',
      `These offers of the plan are for sale, archive them first: ${selling.map(({ slug }) => slug).join(', ')}`,
      'sold',
    );
  const archivedAt = clock.now().getTime();
  await PlanRecord.in(publication, transaction, { id: plan.id }).patch({ archivedAt });
  return { ...plan, archivedAt };
}

/** Idempotent. Throws NotFound. */
export async function unarchivePlan(publication: Tenant, transaction: Transaction, idOrSlug: string): Promise<Plan> {
  await one(publication, transaction, idOrSlug).patch({ archivedAt: null });
  return getPlan(publication, transaction, idOrSlug);
}

/** Throws NotFound. */
export function movePlan(publication: Tenant, transaction: Transaction, move: Move): Promise<string> {
  return moveRecord(PlanRecord, publication, transaction, move);
}

function one(publication: Tenant, connection: Connection, idOrSlug: string) {
  return PlanRecord.in(publication, connection).where((either) =>
    either.where('id', idOrSlug).orWhere('slug', idOrSlug),
  );
}
