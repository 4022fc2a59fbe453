// Lists of customers, and of members, who are customers with an e-mail address. Each combination of filters has its own
// statement so that each page is found by an index: an address by the index of addresses, the holders of a plan by that
// of active subscriptions.
import type { Connection } from '../../database/connection.ts';
import { statement, type Dialect, type Statement } from '../../database/statement.ts';
import { findPlan } from '../catalog/plan.ts';
import type { EmailAddress } from '../email-address.ts';
import { positionRange, toPage, type CreatedRange, type Page, type PageRequest } from '../page.ts';
import type { Tenant } from '../record.ts';
import {
  summaryColumns,
  toSummary,
  type CustomerSummary,
  type MemberSummary,
  type SummaryRow,
} from './customer-summary.ts';
import type { LivingState, PersonState } from './person-state.ts';

interface CustomerFilters extends CreatedRange {
  /** Selects the customer with this address; case is ignored. */
  readonly email?: EmailAddress | undefined;
  /** Id or slug of a plan: selects the customers with an active subscription to it. */
  readonly plan?: string | undefined;
  readonly state?: LivingState | undefined;
}

export type CustomerPageRequest = PageRequest & CustomerFilters;

interface Pages<Summary> {
  readonly all: Statement<SummaryRow<Summary>>;
  readonly byEmail: Statement<SummaryRow<Summary>>;
  readonly byPlan: Statement<SummaryRow<Summary>>;
  readonly byEmailAndPlan: Statement<SummaryRow<Summary>>;
  readonly byState: Statement<SummaryRow<Summary>>;
  readonly byEmailAndState: Statement<SummaryRow<Summary>>;
  readonly byEmailPlanAndState: Statement<SummaryRow<Summary>>;
  /** From the holders of the plan to their states. */
  readonly byPlanThenState: Statement<SummaryRow<Summary>>;
  /** From the people in the state to what they hold. */
  readonly byStateThenPlan: Statement<SummaryRow<Summary>>;
}

const customers = pagesOf<CustomerSummary>('customers', '');
const members = pagesOf<MemberSummary>('members', 'and c.email is not null');

function pagesOf<Summary>(noun: string, condition: string): Pages<Summary> {
  const page = (name: string, rest: string): Statement<SummaryRow<Summary>> => {
    const text = (dialect: Dialect): string => `select ${summaryColumns(dialect)} ${rest}`;
    return statement(`page_of_${noun}${name}`, { sqlite: text('sqlite'), postgres: text('postgres') });
  };
  const people = `from customers c where c.publication_id = :publicationId and c.gone_at is null ${condition}`;
  const range = 'and c.id < :below and c.id >= :from order by c.id desc limit :count';
  const byEmail = `${people} and c.email_normalized = :emailNormalized`;
  const inState = 'and c.state = :state';
  const holds =
    "and exists (select 1 from subscriptions s where s.publication_id = c.publication_id and s.plan_id = :planId and s.customer_id = c.id and s.status = 'active')";
  // SQLite runs a cross join from left to right: from the few subscriptions to the plan to their customers. A customer
  // has at most one active subscription to a plan, so no row appears twice.
  const fromHolders = (rest: string): string =>
    `from subscriptions h cross join customers c where h.publication_id = :publicationId and h.plan_id = :planId and h.status = 'active' and h.customer_id < :below and h.customer_id >= :from
        and c.id = h.customer_id and c.publication_id = h.publication_id and c.gone_at is null ${condition} ${rest} order by h.customer_id desc limit :count`;
  return {
    all: page('', `${people} ${range}`),
    byEmail: page('_by_email', `${byEmail} ${range}`),
    byEmailAndPlan: page('_by_email_and_plan', `${byEmail} ${holds} ${range}`),
    byPlan: page('_by_plan', fromHolders('')),
    byState: page('_by_state', `${people} ${inState} ${range}`),
    byEmailAndState: page('_by_email_and_state', `${byEmail} ${inState} ${range}`),
    byEmailPlanAndState: page('_by_email_plan_and_state', `${byEmail} ${inState} ${holds} ${range}`),
    byPlanThenState: page('_by_plan_then_state', fromHolders(inState)),
    byStateThenPlan: page('_by_state_then_plan', `${people} ${inState} ${holds} ${range}`),
  };
}

/** Our choice: somebody is looked for among the people in a state rather than the holders of a plan up to this many. */
const FEW_IN_STATE = 10_000;
const countInState = statement<{ count: number }>(
  'few_customers_in_state',
  `select cast(count(*) as integer) as count from (select c.id from customers c where c.publication_id = :publicationId and c.state = :state limit ${FEW_IN_STATE}) few`,
);
/** Nobody in these states has an active subscription. */
const WITHOUT_PLAN: ReadonlySet<PersonState | undefined> = new Set(['ended', 'free', 'gone']);

/** Returns a page of customers, the newest first. A filter that names an unknown address or plan matches nobody. */
export async function listCustomers(
  publication: Tenant,
  connection: Connection,
  request: CustomerPageRequest,
): Promise<Page<CustomerSummary>> {
  return toPage(await find(customers, publication, connection, request), request, toSummary);
}

/** Returns a page of members, the newest first. */
export async function listMembers(
  publication: Tenant,
  connection: Connection,
  request: CustomerPageRequest,
): Promise<Page<MemberSummary>> {
  return toPage(await find(members, publication, connection, request), request, (row) => ({
    ...toSummary(row),
    email: row.email,
  }));
}

async function find<Summary>(
  pages: Pages<Summary>,
  publication: Tenant,
  connection: Connection,
  request: CustomerPageRequest,
): Promise<SummaryRow<Summary>[]> {
  const { below, from } = positionRange(request);
  const emailNormalized = request.email?.emailNormalized;
  const values = {
    publicationId: publication.id,
    below: `cus_${below}`,
    from: `cus_${from}`,
    count: request.limit + 1,
    ...(emailNormalized !== undefined && { emailNormalized }),
  };
  const { state } = request;
  if (request.plan === undefined) return connection.all(withoutPlan(pages, request), { ...values, ...given(state) });
  const plan = await findPlan(publication, connection, request.plan);
  if (plan === undefined || WITHOUT_PLAN.has(state)) return [];
  const planned = { ...values, planId: plan.id, ...given(state) };
  if (emailNormalized !== undefined)
    return connection.all(state === undefined ? pages.byEmailAndPlan : pages.byEmailPlanAndState, planned);
  if (state === undefined) return connection.all(pages.byPlan, planned);
  const few = await connection.first(countInState, { publicationId: publication.id, state });
  return connection.all((few?.count ?? 0) < FEW_IN_STATE ? pages.byStateThenPlan : pages.byPlanThenState, planned);
}

function given(state: PersonState | undefined): { readonly state?: PersonState } {
  return state === undefined ? {} : { state };
}

function withoutPlan<Summary>(
  pages: Pages<Summary>,
  { email, state }: CustomerPageRequest,
): Statement<SummaryRow<Summary>> {
  if (state === undefined) return email === undefined ? pages.all : pages.byEmail;
  return email === undefined ? pages.byState : pages.byEmailAndState;
}
