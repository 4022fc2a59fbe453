// The event of a back-channel logout that an application took, or that was given up.
import type { Clock } from '../database/clock.ts';
import type { Transaction } from '../database/connection.ts';
import { recordEvent } from './event.ts';

/** What is stored of a back-channel logout: ids only. */
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
}

export async function recordNoticeEvent(transaction: Transaction, clock: Clock, notice: EndedNotice, state: 'delivered' | 'dead', outcome: string): Promise<void> {
  const { applicationId, sid, sub } = JSON.parse(notice.payload) as StoredLogout;
  const object = { id: notice.id, applicationId, sessionId: sid, customerId: sub, attempts: notice.attempts, outcome };
  await recordEvent({ id: notice.publicationId }, transaction, clock, { type: `logout_notice.${state}`, objectId: notice.id, customerId: sub, facts: { object } });
}
