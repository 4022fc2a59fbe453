// Ends the subscriptions that end by themselves at a date: complimentary ones, and those that are billed outside.
import { addSeconds } from '../database/clock.ts';
import { inPublication } from '../database/scope.ts';
import { endDatedSubscription } from '../models/money/subscription-end.ts';
import { dueStatement, listDue, NAME_OF_CLOCK, type Clocks } from './due.ts';
import type { PaymentParts } from './gateways.ts';

interface DatedSubscription {
  readonly id: string;
  readonly publicationId: string;
  readonly clockOffset: number;
}

const subscriptionsToEnd = dueStatement<DatedSubscription>(
  'dated_subscriptions_to_end',
  (offset) => `select s.id, s.publication_id, coalesce(${offset('s')}, 0) as clock_offset
    from (select id, publication_id, ends_at, '${NAME_OF_CLOCK}' as gateway from subscriptions
      where status = 'active' and ends_at is not null and ends_at <= :latest) s
    where s.ends_at - coalesce(${offset('s')}, 0) <= :now order by s.ends_at`,
);

/** Returns whether any subscription ended. */
export async function endDated(parts: PaymentParts, { now, latest }: Clocks): Promise<boolean> {
  const { database, clock } = parts;
  let hadAny = false;
  for (const { id, publicationId, clockOffset } of await listDue(parts, subscriptionsToEnd, { now, latest })) {
    const at = addSeconds(now, clockOffset / 1000);
    const publication = { id: publicationId };
    const ended = await inPublication(publication, () =>
      database.transaction((transaction) => endDatedSubscription(publication, transaction, clock, { id, at })),
    );
    hadAny ||= ended !== undefined;
  }
  return hadAny;
}
