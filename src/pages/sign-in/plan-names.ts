// Lists the names of the plans to which a customer has active subscriptions, the newest first.
import { listPlans } from '../../models/catalog/plan.ts';
import { Subscription } from '../../models/money/subscription.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';

export async function listPlanNames(
  { database }: Service,
  publication: PublicationRow,
  customerId: string,
): Promise<string[]> {
  const active = await Subscription.in(publication, database)
    .where({ customerId, status: 'active' })
    .orderBy('id', 'desc')
    .execute();
  if (active.length === 0) return [];
  const names = new Map((await listPlans(publication, database)).map(({ id, name }) => [id, name]));
  return active.flatMap(({ planId }) => names.get(planId) ?? []);
}
