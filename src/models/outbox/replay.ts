// Replays to an endpoint: all events since a time are queued again, in order, by a worker and in steps that each commit,
// so that a replay of any length survives the end of a process. How far it is stands with the endpoint.
import type { Clock } from '../../database/clock.ts';
import type { Database, Transaction } from '../../database/connection.ts';
import { positionAt, positionOf } from '../../database/ids.ts';
import { inPublication } from '../../database/scope.ts';
import { Conflict, InvalidValue } from '../errors.ts';
import { IS_HERE } from '../move-state.ts';
import type { Tenant } from '../record.ts';
import { queueEventsAgain } from './delivery-queue.ts';
import { EventEndpointRecord, moveReplay, NO_REPLAY, type EventEndpoint } from './event-endpoint.ts';
import { listEvents, lockEventLog } from './event-log.ts';

/** How many events are queued in one transaction. */
const STEP = 250;
/** How many steps are made at a time, before the log of new events has its turn. */
const STEPS_AT_ONCE = 8;

/**
 * Begins to replay the events since a time, of the types that the endpoint subscribes to. What happens later is sent
 * anyway. Our choice: a second replay while one is under way begins anew, at the earlier of both times. Throws NotFound,
 * InvalidValue for a time to come, and Conflict where the endpoint is disabled.
 */
export async function startReplay(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { endpointId, since }: { readonly endpointId: string; readonly since: Date },
): Promise<void> {
  if (Number.isNaN(since.getTime()))
    throw new InvalidValue('since', 'since must be a time such as 2026-03-01T00:00:00Z');
  if (since > clock.now()) throw new InvalidValue('since', 'since must be in the past', 'future');
  const { lastId } = await lockEventLog(publication, transaction);
  const endpoint = await EventEndpointRecord.get(publication, transaction, endpointId);
  const replaySince = Math.min(since.getTime(), endpoint.replaySince ?? Number.MAX_SAFE_INTEGER);
  const begin = { replayAfter: `evt_${positionAt(new Date(0))}`, replayUntil: lastId, replaySince };
  if (!(await moveReplay(publication, transaction, { id: endpointId, from: endpoint.replayAfter }, begin)))
    throw new Conflict('endpoint', 'The endpoint is disabled: enable it first.');
}

/** Makes the next steps of the replays under way. Resolves with whether there were any. */
export async function continueReplays(database: Database, clock: Clock): Promise<boolean> {
  for (let count = 0; count < STEPS_AT_ONCE; count += 1) {
    const replaying = await EventEndpointRecord.ofAll(database)
      .whereNotNull('replayAfter')
      .whereRaw(IS_HERE)
      .orderBy(['publicationId', 'id']);
    if (replaying.length === 0) return count > 0;
    for (const endpoint of replaying)
      await inPublication({ id: endpoint.publicationId }, () => step(database, clock, endpoint));
  }
  return true;
}

async function step(database: Database, clock: Clock, endpoint: EventEndpoint): Promise<void> {
  const { id, publicationId, replayAfter, replayUntil, replaySince } = endpoint;
  const publication = { id: publicationId };
  const { objects, nextPage } = await listEvents(publication, database, {
    limit: STEP,
    after: positionOf(replayAfter ?? ''),
    createdAfter: new Date((replaySince ?? 0) - 1),
  });
  const events = objects.filter((event) => event.id <= (replayUntil ?? ''));
  const isLast = nextPage === null || events.length < objects.length;
  const to = isLast ? NO_REPLAY : { replayAfter: `evt_${nextPage}`, replayUntil, replaySince };
  await database.transaction(async (transaction) => {
    await lockEventLog(publication, transaction);
    // False where another worker made this step, or the endpoint was disabled or deleted.
    if (await moveReplay(publication, transaction, { id, from: replayAfter }, to))
      await queueEventsAgain(publication, transaction, clock, id, events);
  });
}
