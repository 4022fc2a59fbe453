// What an OAuth application may learn of a customer (service.md, ID token content and Userinfo response), as columns
// for any statement that has joined the customer.
import type { Dialect } from '../../database/statement.ts';
import { planSlug } from './customer-summary.ts';

export interface Identity {
  customerId: string;
  email: string | null;
  emailVerifiedAt: number | null;
  name: string | null;
  /** Decisions 4: the plan of the newest paid subscription, else that of the newest complimentary one. */
  planSlug: string | null;
  /** The plans of all active subscriptions, the newest first. */
  planSlugs: string[];
}

/** A row as the statement returns it: the plan slugs are one comma-separated text. */
export type IdentityRow = Omit<Identity, 'planSlugs'> & { planSlugs: string | null };

const active =
  "from subscriptions s join plans p on p.publication_id = s.publication_id and p.id = s.plan_id where s.publication_id = c.publication_id and s.customer_id = c.id and s.status = 'active'";
const planSlugs: Record<Dialect, string> = {
  sqlite: `(select group_concat(slug, ',') from (select p.slug ${active} order by s.id desc))`,
  postgres: `(select string_agg(p.slug, ',' order by s.id desc) ${active})`,
};

/** Returns the columns of an IdentityRow. The customer must be joined as `c`. */
export function identityColumns(dialect: Dialect): string {
  return `c.id as customer_id, c.email, c.email_verified_at, c.name, ${planSlug} as plan_slug, ${planSlugs[dialect]} as plan_slugs`;
}

export function toIdentity(row: IdentityRow): Identity {
  const { customerId, email, emailVerifiedAt, name } = row;
  return {
    customerId,
    email,
    emailVerifiedAt,
    name,
    planSlug: row.planSlug,
    planSlugs: row.planSlugs === null ? [] : row.planSlugs.split(','),
  };
}
