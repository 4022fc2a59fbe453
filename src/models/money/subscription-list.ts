// The list of a publication's subscriptions, active and canceled, with keyset pagination. Each combination of filters
// is a statement of its own, with an index in the order of the pages.
import type { Connection } from '../../database/connection.ts';
import { statement, type Statement } from '../../database/statement.ts';
import { findPlan } from '../catalog/plan.ts';
import { positionRange, toPage, type CreatedRange, type Page, type PageRequest } from '../page.ts';
import { findPersonOf } from '../people/customer-person.ts';
import type { Tenant } from '../record.ts';
import type { SubscriptionStatus, SubscriptionSummary } from './subscription-event.ts';
import { summaryColumns } from './subscription-record.ts';

export interface SubscriptionFilters extends CreatedRange {
  /** A cus_ or memb_ id; the id of a merged customer means the person that they were merged into. */
  readonly customer?: string | undefined;
  /** The id or slug of a plan. */
  readonly plan?: string | undefined;
  readonly status?: SubscriptionStatus | undefined;
}

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
  // One person has few subscriptions, so the index on the customer serves. The unary + keeps SQLite from choosing the
  // index on the plan, which shares more columns.
  const text = (plus: string): string =>
    `select ${summaryColumns} from subscriptions where publication_id = :publicationId ${wanted.customer ? 'and customer_id = :customer' : ''}
      ${wanted.plan ? `and ${plus}plan_id = :plan` : ''} ${wanted.status ? `and ${plus}status = :status` : ''}
      and id < :below and id >= :from order by id desc limit :limit`;
  const name = nameOf(wanted);
  return [name, statement(name, { sqlite: text(wanted.customer ? '+' : ''), postgres: text('') })];
}

/** Lists subscriptions, newest first. A filter by an unknown customer or plan matches none. */
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
  const rows = await connection.all(page, {
    publicationId: publication.id,
    customer: customer ?? null,
    plan: plan ?? null,
    status: request.status ?? null,
    below: `sub_${below}`,
    from: `sub_${from}`,
    limit: request.limit + 1,
  });
  return toPage(rows, request, toSubscription);
}

/** Converts the boolean, which SQLite returns as 0 or 1. */
function toSubscription(row: SubscriptionSummary): SubscriptionSummary {
  return { ...row, complimentary: Boolean(row.complimentary) };
}
