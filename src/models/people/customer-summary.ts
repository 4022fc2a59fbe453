// Reads of people: the columns from which the data API builds its objects (decisions 1 and 4). One person is one row:
// `cus_` and `memb_` ids share their suffix.
import type { Connection } from '../../database/connection.ts';
import { positionOf } from '../../database/ids.ts';
import { toColumn } from '../../database/rows.ts';
import { statement, type Dialect } from '../../database/statement.ts';
import type { EmailAddress } from '../email-address.ts';
import type { Tenant } from '../record.ts';
import { DETAILS, type CustomerRecord, type Details } from './customer-record.ts';

/** A person as the lists show them. */
export type CustomerSummary = Details &
  Pick<CustomerRecord, 'id' | 'emailVerifiedAt' | 'activatedAt' | 'state'> & {
    newsletterSlugs: string[];
    planSlug: string | null;
  };

/** A customer with an e-mail address. */
export type MemberSummary = CustomerSummary & { email: string };

/** A row as the statement returns it: the newsletter slugs are one comma-separated text. */
export type SummaryRow<Summary> = Omit<Summary, 'newsletterSlugs'> & { newsletterSlugs: string | null };

const slugsRead =
  'select n.slug from newsletter_subscriptions ns join newsletters n on n.publication_id = ns.publication_id and n.id = ns.newsletter_id where ns.publication_id = c.publication_id and ns.customer_id = c.id';
const newsletterSlugs = {
  sqlite: `(select group_concat(slug, ',') from (${slugsRead} order by n.slug))`,
  postgres: `(select string_agg(slug, ',' order by slug) from (${slugsRead}) read)`,
};
export const newsletterSlugsJson = {
  sqlite: `(select json_group_array(slug) from (${slugsRead} order by n.slug))`,
  postgres: `(select cast(coalesce(json_agg(slug order by slug), '[]') as text) from (${slugsRead}) read)`,
};
/** Decisions 4: the plan of the newest active paid subscription, else that of the newest complimentary one. */
export const planSlug = `(select p.slug from subscriptions s join plans p on p.publication_id = s.publication_id and p.id = s.plan_id
  where s.publication_id = c.publication_id and s.customer_id = c.id and s.status = 'active' order by s.complimentary, s.id desc limit 1)`;

/** Returns the columns of a SummaryRow. The customer must be joined as `c`. */
export function summaryColumns(dialect: Dialect): string {
  const details = DETAILS.map((name) => `c.${toColumn(name)}`).join(', ');
  return `c.id, ${details}, c.state, c.email_verified_at, coalesce(c.activated_at, c.email_verified_at) as activated_at,
    ${newsletterSlugs[dialect]} as newsletter_slugs, ${planSlug} as plan_slug`;
}

function summaries(name: string, condition: string) {
  const text = (dialect: Dialect) =>
    `select ${summaryColumns(dialect)} from customers c where c.publication_id = ? and c.gone_at is null and ${condition}`;
  return statement<SummaryRow<CustomerSummary>>(name, { sqlite: text('sqlite'), postgres: text('postgres') });
}

const summaryById = summaries('customer_by_id', 'c.id = ?');
const summaryByEmail = summaries('customer_by_email', 'c.email_normalized = ?');
export async function findCustomer(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<CustomerSummary | undefined> {
  const row = await connection.first(summaryById, [publication.id, toCustomerId(id)]);
  return row && toSummary(row);
}

export async function findCustomerByEmail(
  publication: Tenant,
  connection: Connection,
  address: EmailAddress,
): Promise<CustomerSummary | undefined> {
  const row = await connection.first(summaryByEmail, [publication.id, address.emailNormalized]);
  return row && toSummary(row);
}

/** Decisions 2: wherever a customer_id is accepted, the matching memb_ id is accepted as well. */
export function toCustomerId(id: string): string {
  return id.startsWith('memb_') ? `cus_${positionOf(id)}` : id;
}

export function toMemberId(customerId: string): string {
  return `memb_${positionOf(customerId)}`;
}

export function toSummary(row: SummaryRow<CustomerSummary>): CustomerSummary {
  return { ...row, newsletterSlugs: row.newsletterSlugs === null ? [] : row.newsletterSlugs.split(',') };
}
