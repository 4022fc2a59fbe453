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

interface CustomerFilters extends CreatedRange {
  /** Selects the customer with this address; case is ignored. */
  readonly email?: EmailAddress | undefined;
  /** Id or slug of a plan: selects the customers with an active subscription to it. */
  readonly plan?: string | undefined;
}

export type CustomerPageRequest = PageRequest & CustomerFilters;

interface Pages<Summary> {
  readonly all: Statement<SummaryRow<Summary>>;
  readonly byEmail: Statement<SummaryRow<Summary>>;
  readonly byPlan: Statement<SummaryRow<Summary>>;
  readonly byEmailAndPlan: Statement<SummaryRow<Summary>>;
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
  const holds =
    "and exists (select 1 from subscriptions s where s.publication_id = c.publication_id and s.plan_id = :planId and s.customer_id = c.id and s.status = 'active')";
  return {
    all: page('', `${people} ${range}`),
    byEmail: page('_by_email', `${byEmail} ${range}`),
    byEmailAndPlan: page('_by_email_and_plan', `${byEmail} ${holds} ${range}`),
    // SQLite runs a cross join from left to right: from the few subscriptions to the plan to their customers. A
    // customer has at most one active subscription to a plan, so no row appears twice.
    byPlan: page(
      '_by_plan',
      `from subscriptions h cross join customers c where h.publication_id = :publicationId and h.plan_id = :planId and h.status = 'active' and h.customer_id < :below and h.customer_id >= :from
        and c.id = h.customer_id and c.publication_id = h.publication_id and c.gone_at is null ${condition} order by h.customer_id desc limit :count`,
    ),
  };
}

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
  if (request.plan === undefined)
    return connection.all(emailNormalized === undefined ? pages.all : pages.byEmail, values);
  const plan = await findPlan(publication, connection, request.plan);
  if (plan === undefined) return [];
  return connection.all(emailNormalized === undefined ? pages.byPlan : pages.byEmailAndPlan, {
    ...values,
    planId: plan.id,
  });
}
