// What of the state needs a look. The numbers are those of the alert rules (deploy/monitoring/alerts.yaml). The command line and the page beside the
// metrics say it in English, the dashboard in the operator's language.
import type { DeliveryKind } from '../models/outbox/delivery.ts';
import type { Facts } from './facts.ts';

export type Problem =
  | { readonly kind: 'no-instance' }
  | { readonly kind: 'silent'; readonly host: string; readonly since: string }
  | { readonly kind: 'overdue'; readonly deliveries: DeliveryKind; readonly seconds: number }
  | { readonly kind: 'event-log'; readonly seconds: number }
  | { readonly kind: 'webhooks'; readonly seconds: number }
  | { readonly kind: 'drifted'; readonly count: number }
  | { readonly kind: 'replica'; readonly cause: string }
  | { readonly kind: 'no-backup' }
  | { readonly kind: 'old-backup'; readonly hours: number };

const OVERDUE_SECONDS = 300;
const LAG_SECONDS = 60;
const WEBHOOKS_OVERDUE_SECONDS = 600;
const BACKUP_HOURS = 36;
/** One that is behind is read again as soon as it has caught up. */
const NOT_READ: ReadonlySet<string> = new Set(['away', 'refused']);

export function findProblems(facts: Facts): Problem[] {
  const { checked_at: now, instances, deliveries, event_log: log, payments, reconciliations, replica } = facts;
  const backup = facts.last_backup_at;
  const hours = backup === null ? undefined : Math.floor((Date.parse(now) - Date.parse(backup)) / 3_600_000);
  const lag = log.lag_seconds;
  const webhooks = payments.webhooks_overdue_seconds;
  const found: (Problem | false)[] = [
    !instances.some(({ state }) => state === 'running') && { kind: 'no-instance' },
    ...instances.map(
      ({ host, seen_at: since, state }): Problem | false => state === 'silent' && { kind: 'silent', host, since },
    ),
    ...deliveries.map(
      ({ kind, overdue_seconds: seconds }): Problem | false =>
        seconds > OVERDUE_SECONDS && { kind: 'overdue', deliveries: kind, seconds },
    ),
    lag > LAG_SECONDS && { kind: 'event-log', seconds: lag },
    webhooks > WEBHOOKS_OVERDUE_SECONDS && { kind: 'webhooks', seconds: webhooks },
    reconciliations.drifted > 0 && { kind: 'drifted', count: reconciliations.drifted },
    replica !== null && NOT_READ.has(replica.standing) && { kind: 'replica', cause: replica.cause },
    hours === undefined && { kind: 'no-backup' },
    hours !== undefined && hours > BACKUP_HOURS && { kind: 'old-backup', hours },
  ];
  return found.filter((problem) => problem !== false);
}

export function sentenceOf(problem: Problem): string {
  switch (problem.kind) {
    case 'no-instance':
      return 'No instance runs.';
    case 'silent':
      return `The instance on ${problem.host} is silent since ${problem.since}.`;
    case 'overdue':
      return `Deliveries of the kind ${problem.deliveries} are due for ${problem.seconds} seconds.`;
    case 'event-log':
      return `Events wait for ${problem.seconds} seconds to enter the log.`;
    case 'webhooks':
      return `Webhooks of payment gateways are due for ${problem.seconds} seconds.`;
    case 'drifted':
      return `Publications whose billing records differ from the gateway: ${problem.count}.`;
    case 'replica':
      return `The replica is not read: ${problem.cause}.`;
    case 'no-backup':
      return 'No backup was made by masthead backup create.';
    case 'old-backup':
      return `The last backup is ${problem.hours} hours old.`;
  }
}
