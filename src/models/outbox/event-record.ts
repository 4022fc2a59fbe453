// Events as stored: pending ones (src/models/outbox/event.ts) and logged ones (src/models/outbox/event-log.ts).
import { PublicationRecord, TenantRecord, type RowOf } from '../record.ts';
import type { EventContent, EventType } from './event.ts';

export class PendingEventRecord extends TenantRecord {
  static override tableName = 'pending_events';
  static override idColumn = ['publicationId', 'number'];
  declare number: number;
  declare customerId: string;
  declare personal: string | null;
}

export class EventRecord extends PublicationRecord {
  static override tableName = 'events';
  declare type: EventType;
  declare objectId: string;
  declare customerId: string;
  /** When the change was made, in milliseconds. */
  declare createdAt: number;
  /** JSON. */
  declare facts: string;
  /** JSON; null without personal data, and once the person was erased. */
  declare personal: string | null;
}

export type EventRow = RowOf<EventRecord>;

export interface LoggedEvent extends Omit<EventRow, 'facts' | 'personal'> {
  readonly facts: EventContent;
  readonly personal: EventContent | null;
}

export function toEvent({ facts, personal, ...row }: EventRow): LoggedEvent {
  return {
    ...row,
    facts: JSON.parse(facts) as EventContent,
    personal: personal === null ? null : (JSON.parse(personal) as EventContent),
  };
}
