// What an operator asks of the database: queues, payments and connections. It is read when somebody asks, at most once in a few seconds.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../database/clock.ts';
import type { Database, ReplicaState, WallState } from '../database/connection.ts';
import { findLastBackup } from '../models/backup-time.ts';
import { listInstances, SILENT_SECONDS, type SeenInstance } from '../models/instance.ts';
import { countPastDue } from '../models/money/billing-record.ts';
import { readWaitingWebhooks } from '../models/money/gateway-event.ts';
import { countReconciliations, type ReconciliationResult } from '../models/money/reconciliation.ts';
import type { DeliveryKind, DeliveryState } from '../models/outbox/delivery.ts';
import { countDeadDeliveries, countOpenDeliveries, readPendingEvents } from '../models/outbox/queue-state.ts';

/** Ages are in seconds; 0 where nothing waits. */
export interface State {
  readonly deliveries: readonly OpenCount[];
  readonly dead: readonly { readonly kind: DeliveryKind; readonly count: number }[];
  readonly eventLog: { readonly pending: number; readonly lag: number };
  readonly webhooks: { readonly open: number; readonly overdue: number };
  readonly pastDue: number;
  readonly instances: readonly (SeenInstance & { readonly isSilent: boolean })[];
  /** In milliseconds; null where there is none. */
  readonly lastBackupAt: number | null;
  /** Null where there is none. */
  readonly replica: ReplicaState | null;
  /** Null on SQLite, which has none. */
  readonly wall: WallState | null;
  readonly reconciliations: readonly { readonly result: ReconciliationResult; readonly count: number }[];
}

interface OpenCount {
  readonly kind: DeliveryKind;
  readonly state: DeliveryState;
  readonly count: number;
  /** The age of the oldest. */
  readonly age: number;
  /** For how long the first of them has been due. */
  readonly overdue: number;
}

const KEPT_MILLISECONDS = 5000;
const TIMEOUT_MILLISECONDS = 4000;

export async function readState(database: Database, clock: Clock): Promise<State> {
  const [open, dead, events, webhooks, pastDue, instances, lastBackupAt, reconciliations, replica, wall] =
    await Promise.all([
      countOpenDeliveries(database),
      countDeadDeliveries(database),
      readPendingEvents(database),
      readWaitingWebhooks(database),
      countPastDue(database),
      listInstances(database),
      findLastBackup(database),
      countReconciliations(database, clock),
      database.replicaState(),
      database.dialect === 'postgres' ? database.findWall() : null,
    ]);
  const now = clock.now().getTime();
  const since = (time: number | null): number => (time === null ? 0 : Math.max(0, now - time) / 1000);
  return {
    deliveries: open.map(({ kind, state, count, oldestAt, dueAt }) => ({
      kind,
      state,
      count,
      age: since(oldestAt),
      overdue: state === 'waiting' ? since(dueAt) : 0,
    })),
    dead,
    eventLog: { pending: events.count, lag: since(events.oldestAt) },
    webhooks: { open: webhooks.count, overdue: since(webhooks.dueAt) },
    pastDue,
    instances: instances.map((one) => ({ ...one, isSilent: since(one.seenAt) > SILENT_SECONDS })),
    lastBackupAt,
    reconciliations,
    replica: replica ?? null,
    wall,
  };
}

/** Keeps what was read for a few seconds, and has one reading under way at a time. */
export class StateReader {
  readonly #read: () => Promise<State>;
  #kept: { readonly until: number; readonly state: State } | undefined;
  #reading: Promise<State | undefined> | undefined;

  constructor(read: () => Promise<State>) {
    this.#read = read;
  }

  /** Undefined where the database does not answer soon. */
  async read(): Promise<State | undefined> {
    if (this.#kept !== undefined && performance.now() < this.#kept.until) return this.#kept.state;
    this.#reading ??= this.#readAnew().finally(() => (this.#reading = undefined));
    const timeout = new AbortController();
    const late = pause(TIMEOUT_MILLISECONDS, undefined, { signal: timeout.signal }).catch(() => undefined);
    try {
      return await Promise.race([this.#reading, late]);
    } finally {
      timeout.abort();
    }
  }

  async #readAnew(): Promise<State | undefined> {
    try {
      const state = await this.#read();
      this.#kept = { until: performance.now() + KEPT_MILLISECONDS, state };
      return state;
    } catch {
      return undefined;
    }
  }
}
