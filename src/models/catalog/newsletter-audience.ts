// For whom a newsletter is: open to all, coming with certain plans, or for everybody who has a plan (decisions 42). It
// says what readers can join by themselves; a publisher may give any newsletter to anybody.
import type { Connection, Transaction } from '../../database/connection.ts';
import { Conflict, InvalidValue } from '../errors.ts';
import { TenantRecord, type Tenant } from '../record.ts';
import { OfferedNewsletterRecord } from './offered-newsletter.ts';
import { getPlan } from './plan.ts';

export const AUDIENCES = ['all', 'plans', 'paying'] as const;
export type Audience = (typeof AUDIENCES)[number];

class NewsletterPlanRecord extends TenantRecord {
  static override tableName = 'newsletter_plans';
  static override idColumn = ['publicationId', 'newsletterId', 'planId'];
  declare newsletterId: string;
  declare planId: string;
}

export interface GivenAudience {
  audience?: string | undefined;
  /** Ids or slugs of the plans that it comes with, all of them. */
  plans?: readonly string[] | undefined;
}

/** Throws InvalidValue. */
export function parseAudience(text: string): Audience {
  const known = AUDIENCES.find((audience) => audience === text);
  if (known === undefined) throw new InvalidValue('audience', `audience must be one of ${AUDIENCES.join(', ')}`);
  return known;
}

/** The ids of the plans that a newsletter comes with. */
export async function listPlansOf(
  publication: Tenant,
  connection: Connection,
  newsletterId: string,
): Promise<string[]> {
  return (await plansOf(publication, connection, [newsletterId])).get(newsletterId) ?? [];
}

/** The ids of the plans that each of these newsletters comes with, for those that come with any. */
export async function plansOf(
  publication: Tenant,
  connection: Connection,
  newsletterIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await NewsletterPlanRecord.in(publication, connection)
    .whereIn('newsletterId', newsletterIds)
    .orderBy('planId');
  const byNewsletter = Map.groupBy(rows, ({ newsletterId }) => newsletterId);
  return new Map([...byNewsletter].map(([id, its]) => [id, its.map(({ planId }) => planId)]));
}

/**
 * Replaces the plans that a newsletter comes with, where they are given; of another audience it keeps none. Throws
 * InvalidValue without a plan, NotFound for an unknown one, and Conflict for a newsletter of the free offering that is
 * to be for some alone.
 */
export async function setPlans(
  publication: Tenant,
  transaction: Transaction,
  { newsletterId, audience }: { readonly newsletterId: string; readonly audience: Audience },
  plans: readonly string[] | undefined,
): Promise<void> {
  if (audience !== 'all' && (await OfferedNewsletterRecord.find(publication, transaction, { newsletterId })))
    throw new Conflict('audience', 'It is in the free offering, which is for all: take it out there first');
  const present = await listPlansOf(publication, transaction, newsletterId);
  const wanted = audience === 'plans' ? await planIds(publication, transaction, plans ?? present) : [];
  if (audience === 'plans' && wanted.length === 0)
    throw new InvalidValue('plans', 'plans must name at least one plan that it comes with');
  await NewsletterPlanRecord.in(publication, transaction, { newsletterId }).whereNotIn('planId', wanted).delete();
  for (const planId of wanted) await NewsletterPlanRecord.add(publication, transaction, { newsletterId, planId });
}

async function planIds(publication: Tenant, transaction: Transaction, plans: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const idOrSlug of new Set(plans)) ids.push((await getPlan(publication, transaction, idOrSlug)).id);
  return ids;
}
