// A delivery to an endpoint or to an application's logout receiver, as commands print it.
import type { TargetDelivery } from '../../models/outbox/delivery-log.ts';
import { toTime, type Cells } from '../output.ts';

export function toTargetDeliveryObject({
  id,
  kind,
  eventId,
  type,
  objectId,
  state,
  attempts,
  createdAt,
  dueAt,
  endedAt,
  outcome,
}: TargetDelivery): Cells {
  const nextAttemptAt = state === 'waiting' ? toTime(dueAt) : null;
  const times = { created_at: toTime(createdAt), next_attempt_at: nextAttemptAt, ended_at: toTime(endedAt) };
  const event = kind === 'event' ? { event_id: eventId, type, object_id: objectId } : {};
  return { id, ...event, state, attempts, ...times, outcome };
}
