// What an operator asks first: which instances run, what waits and since when, what was given up, whether payments agree, and how old the last
// backup is; and what of it needs a look. The numbers are those of the alert rules (deploy/monitoring/alerts.yaml).
import { DELIVERY_KINDS } from '../models/outbox/delivery.ts';
import type { State } from './state.ts';

export interface Status {
  readonly checked_at: string;
  /** One sentence each. */
  readonly problems: readonly string[];
  readonly instances: readonly {
    readonly host: string;
    readonly version: string;
    readonly started_at: string;
    readonly seen_at: string;
    readonly state: 'running' | 'silent';
  }[];
  readonly deliveries: readonly {
    readonly kind: string;
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
}

const OVERDUE_SECONDS = 300;
const LAG_SECONDS = 60;
const WEBHOOKS_OVERDUE_SECONDS = 600;
const BACKUP_HOURS = 36;

export function toStatus(state: State, now: Date): Status {
  const { deliveries, dead, instances, webhooks, eventLog, pastDue, lastBackupAt } = state;
  const compared = (wanted: string): number =>
    state.reconciliations.find(({ result }) => result === wanted)?.count ?? 0;
  const status = {
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
  };
  return { ...status, problems: problemsOf(status, now) };
}

function problemsOf(status: Omit<Status, 'problems'>, now: Date): string[] {
  const { instances, deliveries, event_log: log, payments, reconciliations, last_backup_at: backup } = status;
  const hours = backup === null ? undefined : Math.floor((now.getTime() - Date.parse(backup)) / 3_600_000);
  const found: (string | false)[] = [
    !instances.some(({ state }) => state === 'running') && 'No instance runs.',
    ...instances.map(
      ({ host, seen_at: seenAt, state }) => state === 'silent' && `The instance on ${host} is silent since ${seenAt}.`,
    ),
    ...deliveries.map(
      ({ kind, overdue_seconds: seconds }) =>
        seconds > OVERDUE_SECONDS && `Deliveries of the kind ${kind} are due for ${seconds} seconds.`,
    ),
    log.lag_seconds > LAG_SECONDS && `Events wait for ${log.lag_seconds} seconds to enter the log.`,
    payments.webhooks_overdue_seconds > WEBHOOKS_OVERDUE_SECONDS &&
      `Webhooks of payment gateways are due for ${payments.webhooks_overdue_seconds} seconds.`,
    reconciliations.drifted > 0 &&
      `Publications whose billing records differ from the gateway: ${reconciliations.drifted}.`,
    hours === undefined && 'No backup was made by masthead backup create.',
    hours !== undefined && hours > BACKUP_HOURS && `The last backup is ${hours} hours old.`,
  ];
  return found.filter((text) => text !== false);
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
