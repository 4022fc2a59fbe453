// Subscriptions of a publication, active and canceled ones, found one by one or page by page. Each combination of filters is a statement of its
// own, with an index that is in the order of the pages.
import type { Connection } from '../../database/connection.ts';
import { statement, type Statement } from '../../database/statement.ts';
import { findPlan } from '../catalog/plan.ts';
import { NotFound } from '../errors.ts';
import { positionRange, toPage, type CreatedRange, type Page, type PageRequest } from '../page.ts';
import { findPersonOf } from '../people/customer-person.ts';
import type { Tenant } from '../record.ts';
import type { SubscriptionStatus, SubscriptionSummary } from './subscription-event.ts';

export interface SubscriptionFilters extends CreatedRange {
  /** A cus_ or memb_ id; one that was merged stands for the person it became part of. */
  readonly customer?: string | undefined;
  /** Id or slug. */
  readonly plan?: string | undefined;
  readonly status?: SubscriptionStatus | undefined;
}

const columns = 's.id, s.status, s.customer_id, s.plan_id, s.price_id, s.complimentary';
const byId = statement<SubscriptionSummary>(
  'subscription_to_show',
  `select ${columns} from subscriptions s where s.publication_id = ? and s.id = ?`,
);
const pages: ReadonlyMap<string, Statement<SubscriptionSummary>> = new Map(
  [true, false].flatMap((customer) =>
    [true, false].flatMap((plan) => [true, false].map((status) => pageBy({ customer, plan, status }))),
  ),
);

interface Wanted {
  readonly customer: boolean;
  readonly plan: boolean;
  readonly status: boolean;
}

function nameOf({ customer, plan, status }: Wanted): string {
  return [
    'page_of_subscriptions',
    ...(customer ? ['customer'] : []),
    ...(plan ? ['plan'] : []),
    ...(status ? ['status'] : []),
  ].join('_');
}

function pageBy(wanted: Wanted): [string, Statement<SubscriptionSummary>] {
  // One person has few: their own index serves. A + keeps SQLite from that of the plan, which has more columns in common.
  const text = (plus: string): string =>
    `select ${columns} from subscriptions s where s.publication_id = ? ${wanted.customer ? 'and s.customer_id = ?' : ''}
      ${wanted.plan ? `and ${plus}s.plan_id = ?` : ''} ${wanted.status ? `and ${plus}s.status = ?` : ''}
      and s.id < ? and s.id >= ? order by s.id desc limit ?`;
  const name = nameOf(wanted);
  return [name, statement(name, { sqlite: text(wanted.customer ? '+' : ''), postgres: text('') })];
}

/** Newest first. A filter by what does not exist finds nothing. */
export async function listSubscriptions(
  publication: Tenant,
  connection: Connection,
  request: PageRequest & SubscriptionFilters,
): Promise<Page<SubscriptionSummary>> {
  const customer =
    request.customer === undefined ? undefined : (await findPersonOf(publication, connection, request.customer))?.id;
  const plan = request.plan === undefined ? undefined : (await findPlan(publication, connection, request.plan))?.id;
  const isUnknown =
    (request.customer !== undefined && customer === undefined) || (request.plan !== undefined && plan === undefined);
  const page = pages.get(
    nameOf({ customer: customer !== undefined, plan: plan !== undefined, status: request.status !== undefined }),
  );
  if (isUnknown || page === undefined) return { objects: [], nextPage: null };
  const { below, from } = positionRange(request);
  const filters = [customer, plan, request.status].filter((value) => value !== undefined);
  const rows = await connection.all(page, [
    publication.id,
    ...filters,
    `sub_${below}`,
    `sub_${from}`,
    request.limit + 1,
  ]);
  return toPage(rows, request, toSubscription);
}

/** Throws NotFound. */
export async function getSubscription(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<SubscriptionSummary> {
  const found = await connection.first(byId, [publication.id, id]);
  if (found === undefined) throw new NotFound(`No such subscription: ${id}`);
  return toSubscription(found);
}

/** SQLite hands a boolean back as 0 or 1. */
function toSubscription(row: SubscriptionSummary): SubscriptionSummary {
  return { ...row, complimentary: Boolean(row.complimentary) };
}
