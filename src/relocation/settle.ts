// What is under way when a publication is frozen comes to its end before it is copied: attempts of deliveries, which nobody begins any more, are
// recorded where they were made, events enter the log, and figures are added up.
import { setTimeout as pause } from 'node:timers/promises';
import { foldFigures } from '../models/figures/fold.ts';
import { hasDeliveriesUnderWay } from '../models/outbox/delivery-claim.ts';
import { logPendingEventsOf } from '../models/outbox/event-log.ts';
import type { Publication } from '../models/publication/publication.ts';
import type { MoveParts } from './parts.ts';

const POLL_MILLISECONDS = 100;
/** Our choice: longer than any attempt of HTTP. What a killed worker holds is sent again there, once its lease has lapsed. */
const PATIENCE_MILLISECONDS = 10_000;

export async function settle(
  { source, clock }: Pick<MoveParts, 'source' | 'clock'>,
  publication: Publication,
): Promise<void> {
  const startedAt = performance.now();
  while (await hasDeliveriesUnderWay(publication, source)) {
    if (performance.now() - startedAt > PATIENCE_MILLISECONDS) break;
    await pause(POLL_MILLISECONDS);
  }
  await logPendingEventsOf(publication, source, clock);
  while (!(await foldFigures(source, publication)));
}
