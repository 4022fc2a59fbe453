// The events of back-channel logouts that were delivered, or given up (dead).
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { recordEvents, type NewEvent } from './event.ts';

/** The stored payload of a back-channel logout: ids only. */
export interface StoredLogout {
  readonly applicationId: string;
  readonly sid: string;
  readonly sub: string;
}

export interface EndedNotice {
  readonly id: string;
  readonly publicationId: string;
  readonly payload: string;
  readonly attempts: number;
  readonly state: 'delivered' | 'dead';
  readonly outcome: string;
}

export async function recordNoticeEvents(
  transaction: Transaction,
  clock: Clock,
  notices: readonly EndedNotice[],
): Promise<void> {
  await recordEvents(
    transaction,
    clock,
    notices.map((notice) => ({ publicationId: notice.publicationId, event: toEvent(notice) })),
  );
}

function toEvent({ id, payload, attempts, state, outcome }: EndedNotice): NewEvent {
  const { applicationId, sid, sub } = JSON.parse(payload) as StoredLogout;
  const object = { id, applicationId, sessionId: sid, customerId: sub, attempts, outcome };
  return { type: `logout_notice.${state}`, objectId: id, customerId: sub, facts: { object } };
}
