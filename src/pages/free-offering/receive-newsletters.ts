// Subscribes a reader to the newsletters of the free offering. Who did not receive all of them before is welcomed by a mail.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import type { FreeOffering } from '../../models/catalog/free-offering.ts';
import { recordTurn } from '../../models/outbox/turn.ts';
import { listNewslettersOf, subscribeToNewsletter } from '../../models/people/newsletter-subscription.ts';
import type { Tenant } from '../../models/record.ts';

export async function receiveNewsletters(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { customerId, newsletters }: Pick<FreeOffering, 'newsletters'> & { readonly customerId: string },
): Promise<void> {
  const received = await listNewslettersOf(publication, transaction, customerId);
  const isNew = newsletters.some(({ id: offered }) => received.every(({ id }) => id !== offered));
  for (const { id: newsletterId } of newsletters)
    await subscribeToNewsletter(publication, transaction, clock, { customerId, newsletterId });
  if (isNew) await recordTurn(publication, transaction, clock, { turn: 'welcome', customerId });
}
