// What an application may learn of a customer (service.md, ID token content and Userinfo response), as columns of whichever statement
// has the customer at hand.
import type { Dialect } from '../../database/statement.ts';
import { planSlug } from './customer-summary.ts';

export interface Identity {
  customerId: string;
  email: string | null;
  emailVerifiedAt: number | null;
  name: string | null;
  /** Decisions 4: of several plans, the newest paid one, else the newest complimentary one. */
  planSlug: string | null;
  /** All of them, newest first. */
  planSlugs: string[];
}

/** As the statement hands it over. */
export type IdentityRow = Omit<Identity, 'planSlugs'> & { planSlugs: string | null };

const active =
  "from subscriptions s join plans p on p.publication_id = s.publication_id and p.id = s.plan_id where s.publication_id = c.publication_id and s.customer_id = c.id and s.status = 'active'";
const planSlugs: Record<Dialect, string> = {
  sqlite: `(select group_concat(slug, ',') from (select p.slug ${active} order by s.id desc))`,
  postgres: `(select string_agg(p.slug, ',' order by s.id desc) ${active})`,
};

/** Columns of an IdentityRow; the customer must be joined as `c`. */
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
