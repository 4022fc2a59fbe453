// The metrics that are read from the database: one row each.
import { Gauge, type Registry } from 'prom-client';
import { DELIVERY_KINDS } from '../models/outbox/delivery.ts';
import type { State } from './state.ts';

interface Row {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** The values of the labels, in their order, and the value. */
  readonly read: (state: State) => readonly (readonly [readonly string[], number])[];
}

const OPEN_STATES = ['queued', 'waiting', 'sending'] as const;
const RESULTS = ['agreed', 'drifted', 'unfinished'] as const;

const ofEachKind =
  (read: (state: State, kind: string) => number): Row['read'] =>
  (state) =>
    DELIVERY_KINDS.map((kind) => [[kind], read(state, kind)] as const);
const one =
  (read: (state: State) => number): Row['read'] =>
  (state) => [[[], read(state)]];
const largest = (numbers: readonly number[]): number => Math.max(0, ...numbers);

const ROWS: readonly Row[] = [
  {
    name: 'masthead_deliveries_open',
    help: 'Deliveries that are not sent yet, by kind and state; 5000 in all means at least',
    labels: ['kind', 'state'],
    read: ({ deliveries }) =>
      DELIVERY_KINDS.flatMap((kind) =>
        OPEN_STATES.map((state) => {
          const found = deliveries.find((given) => given.kind === kind && given.state === state);
          return [[kind, state], found?.count ?? 0] as const;
        }),
      ),
  },
  {
    name: 'masthead_deliveries_oldest_seconds',
    help: 'Age of the oldest delivery that is not sent yet, those included that wait for a retry',
    labels: ['kind'],
    read: ofEachKind(({ deliveries }, wanted) =>
      largest(deliveries.flatMap(({ kind, age }) => (kind === wanted ? [age] : []))),
    ),
  },
  {
    name: 'masthead_deliveries_overdue_seconds',
    help: 'How long the first delivery that is due has waited for a worker',
    labels: ['kind'],
    read: ofEachKind(({ deliveries }, wanted) =>
      largest(deliveries.flatMap(({ kind, overdue }) => (kind === wanted ? [overdue] : []))),
    ),
  },
  {
    name: 'masthead_deliveries_dead',
    help: 'Dead letters: deliveries of the last 90 days that were given up; 5000 in all means at least',
    labels: ['kind'],
    read: ofEachKind(({ dead }, wanted) => dead.find(({ kind }) => kind === wanted)?.count ?? 0),
  },
  {
    name: 'masthead_event_log_pending',
    help: 'Events that have not entered the log yet',
    labels: [],
    read: one(({ eventLog }) => eventLog.pending),
  },
  {
    name: 'masthead_event_log_lag_seconds',
    help: 'Age of the oldest event that has not entered the log yet',
    labels: [],
    read: one(({ eventLog }) => eventLog.lag),
  },
  {
    name: 'masthead_gateway_webhooks_open',
    help: 'Webhooks of payment gateways that are not applied yet',
    labels: [],
    read: one(({ webhooks }) => webhooks.open),
  },
  {
    name: 'masthead_gateway_webhooks_overdue_seconds',
    help: 'How long the first webhook that is due has waited for a worker',
    labels: [],
    read: one(({ webhooks }) => webhooks.overdue),
  },
  {
    name: 'masthead_subscriptions_past_due',
    help: 'Subscriptions whose payment is missing',
    labels: [],
    read: one(({ pastDue }) => pastDue),
  },
  {
    name: 'masthead_instances',
    help: 'Instances of this deployment: those that run, and those that fell silent within a day without having ended',
    labels: ['state'],
    read: ({ instances }) => {
      const silent = instances.filter(({ isSilent }) => isSilent).length;
      return [
        [['running'], instances.length - silent],
        [['silent'], silent],
      ];
    },
  },
  {
    name: 'masthead_last_backup_timestamp_seconds',
    help: 'When the last backup was made by masthead backup create, in seconds since 1970; 0: never',
    labels: [],
    read: one(({ lastBackupAt }) => (lastBackupAt ?? 0) / 1000),
  },
  {
    name: 'masthead_reconciliations',
    help: 'Publications by what the last nightly comparison with their payment gateway found',
    labels: ['result'],
    read: ({ reconciliations }) =>
      RESULTS.map((result) => [[result], reconciliations.find((given) => given.result === result)?.count ?? 0]),
  },
];

export class StateGauges {
  readonly #up: Gauge;
  readonly #gauges: readonly { readonly row: Row; readonly gauge: Gauge }[];

  constructor(registry: Registry) {
    const registers = [registry];
    this.#up = new Gauge({
      name: 'masthead_database_up',
      help: '1 where the database answered within four seconds, else 0: then what is read from it has no value',
      registers,
    });
    this.#gauges = ROWS.map((row) => {
      const { name, help, labels } = row;
      return { row, gauge: new Gauge({ name, help, labelNames: [...labels], registers }) };
    });
  }

  /** @param state undefined where the database does not answer */
  set(state: State | undefined): void {
    this.#up.set(state === undefined ? 0 : 1);
    for (const { row, gauge } of this.#gauges) {
      if (row.labels.length > 0) gauge.reset();
      else gauge.remove();
      for (const [values, value] of state === undefined ? [] : row.read(state))
        gauge.set(Object.fromEntries(row.labels.map((label, index) => [label, values[index] ?? ''])), value);
    }
  }
}
