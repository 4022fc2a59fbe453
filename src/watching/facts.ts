// What an operator asks first: which instances run, what waits and since when, what was given up, whether payments agree, and how old the last
// backup is.
import type { ReplicaState } from '../database/connection.ts';
import { DELIVERY_KINDS, type DeliveryKind } from '../models/outbox/delivery.ts';
import type { State } from './state.ts';

export interface Facts {
  readonly checked_at: string;
  readonly instances: readonly {
    readonly host: string;
    readonly version: string;
    readonly started_at: string;
    readonly seen_at: string;
    readonly state: 'running' | 'silent';
  }[];
  readonly deliveries: readonly {
    readonly kind: DeliveryKind;
    readonly open: number;
    readonly oldest_seconds: number;
    readonly overdue_seconds: number;
    readonly dead: number;
  }[];
  readonly event_log: { readonly pending: number; readonly lag_seconds: number };
  readonly payments: {
    readonly webhooks_open: number;
    readonly webhooks_overdue_seconds: number;
    readonly past_due: number;
  };
  readonly reconciliations: { readonly agreed: number; readonly drifted: number; readonly unfinished: number };
  readonly last_backup_at: string | null;
  /** Null where there is none; the cause is empty for one that is read. */
  readonly replica: ReplicaState | null;
  /** Whether the database can keep publications apart itself, and why not; null on SQLite. */
  readonly second_wall: { readonly stands: boolean; readonly cause: string } | null;
}

export function toFacts(state: State, now: Date): Facts {
  const { deliveries, dead, instances, webhooks, eventLog, pastDue, lastBackupAt } = state;
  const compared = (wanted: string): number =>
    state.reconciliations.find(({ result }) => result === wanted)?.count ?? 0;
  return {
    checked_at: now.toISOString(),
    instances: instances.map(({ host, version, startedAt, seenAt, isSilent }) => ({
      host,
      version,
      started_at: toTime(startedAt),
      seen_at: toTime(seenAt),
      state: isSilent ? ('silent' as const) : ('running' as const),
    })),
    deliveries: DELIVERY_KINDS.map((kind) => {
      const open = deliveries.filter((one) => one.kind === kind);
      return {
        kind,
        open: open.reduce((sum, { count }) => sum + count, 0),
        oldest_seconds: Math.round(Math.max(0, ...open.map(({ age }) => age))),
        overdue_seconds: Math.round(Math.max(0, ...open.map(({ overdue }) => overdue))),
        dead: dead.find((one) => one.kind === kind)?.count ?? 0,
      };
    }),
    event_log: { pending: eventLog.pending, lag_seconds: Math.round(eventLog.lag) },
    payments: {
      webhooks_open: webhooks.open,
      webhooks_overdue_seconds: Math.round(webhooks.overdue),
      past_due: pastDue,
    },
    reconciliations: {
      agreed: compared('agreed'),
      drifted: compared('drifted'),
      unfinished: compared('unfinished'),
    },
    last_backup_at: lastBackupAt === null ? null : toTime(lastBackupAt),
    replica: state.replica,
    second_wall: state.wall && { stands: state.wall.stands, cause: state.wall.cause },
  };
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
