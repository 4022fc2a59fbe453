// The metrics of this process, for Prometheus (docs/watching.md). What happens is counted as it happens; what is in the database is read when
// Prometheus asks. Labels have few values, and never name a publication or a person.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/connection.ts';
import { DELIVERY_KINDS } from '../models/outbox/delivery.ts';
import { OBSERVED, type Observed } from '../observed.ts';
import { SECURITY_EVENTS } from '../security/kinds.ts';
import { StateGauges } from './state-gauges.ts';
import type { StateReader } from './state.ts';

/** Seconds: a page from memory, the goals of docs/performance.md, what somebody notices, what somebody leaves at. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Our choice: fine enough for an alert at a tenth of a second, at little CPU. */
const LOOP_PRECISION_MILLISECONDS = 20;

/** Of those that the library has for every process of Node, what helps to understand a slow or a growing one. */
const OF_PROCESS: ReadonlySet<string> = new Set([
  'process_cpu_user_seconds_total',
  'process_cpu_system_seconds_total',
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'process_open_fds',
  'process_max_fds',
  'nodejs_eventloop_lag_seconds',
  'nodejs_eventloop_lag_p50_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_eventloop_lag_max_seconds',
  'nodejs_heap_size_total_bytes',
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
  'nodejs_gc_duration_seconds',
]);

export interface Facts {
  readonly version: string;
  readonly database: Database;
  readonly state: StateReader;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #ends: (() => void)[];
  readonly #database: Database;
  readonly #connections: Gauge<'state'>;
  readonly #reader: StateReader;
  readonly #gauges: StateGauges;

  constructor(facts: Facts) {
    measureProcess(this.#registry);
    this.#ends = [...countAnswers(this.#registry), ...countEvents(this.#registry)];
    gaugeBuild(this.#registry, facts);
    this.#database = facts.database;
    this.#connections = gaugeOfConnections(this.#registry);
    this.#reader = facts.state;
    this.#gauges = new StateGauges(this.#registry);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The text that Prometheus reads. */
  async toText(): Promise<string> {
    for (const [state, count] of Object.entries(this.#database.load)) this.#connections.set({ state }, count);
    this.#gauges.set(await this.#reader.read());
    return this.#registry.metrics();
  }

  /** Counts nothing more. */
  close(): void {
    for (const end of this.#ends) end();
    this.#registry.clear();
  }
}

function measureProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_PRECISION_MILLISECONDS });
  for (const { name } of registry.getMetricsAsArray()) if (!OF_PROCESS.has(name)) registry.removeSingleMetric(name);
}

function countAnswers(registry: Registry): (() => void)[] {
  const registers = [registry];
  const answers = new Histogram({
    name: 'masthead_http_request_duration_seconds',
    help: 'Requests that were answered, by method, route and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const refused = new Counter({
    name: 'masthead_http_requests_refused_total',
    help: 'Requests that were refused at once because there were more than could be answered',
    registers,
  });
  return [
    OBSERVED.answer.listen(({ method, route, status, milliseconds }) =>
      answers.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000),
    ),
    OBSERVED.refusal.listen(() => refused.inc()),
  ];
}

function countEvents(registry: Registry): (() => void)[] {
  const count = <Label extends string>(
    observed: Observed<Label>,
    { name, help, label, known }: { name: string; help: string; label: string; known: readonly Label[] },
  ): (() => void) => {
    const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
    // From the start, so that the first one is an increase.
    for (const value of known) counter.inc({ [label]: value }, 0);
    return observed.listen((value) => counter.inc({ [label]: value }));
  };
  const errors = new Counter({
    name: 'masthead_worker_errors_total',
    help: 'Errors that the worker met, such as a payment gateway that does not answer; the log has each',
    registers: [registry],
  });
  return [
    count(OBSERVED.securityEvent, {
      name: 'masthead_security_events_total',
      help: 'Security events by kind, among them sign-ins and codes that were wrong or over a limit',
      label: 'kind',
      known: Object.keys(SECURITY_EVENTS),
    }),
    count(OBSERVED.mail, {
      name: 'masthead_mails_queued_total',
      help: 'Mails that were queued, by name; email_code and staff_code are codes that somebody asked for',
      label: 'mail',
      known: ['email_code', 'staff_code'],
    }),
    count(OBSERVED.payment, {
      name: 'masthead_payments_total',
      help: 'Payments and refunds that became known, and subscriptions whose payment failed',
      label: 'outcome',
      known: ['succeeded', 'failed', 'refunded'],
    }),
    count(OBSERVED.replicaRead, {
      name: 'masthead_replica_reads_total',
      help: 'Reads that the replica may answer, by the server that did; none where there is no replica',
      label: 'source',
      known: ['replica', 'primary'],
    }),
    countAttempts(registry),
    OBSERVED.workerError.listen(() => errors.inc()),
  ];
}

function countAttempts(registry: Registry): () => void {
  const attempts = new Counter({
    name: 'masthead_delivery_attempts_total',
    help: 'Attempts at a delivery, by kind and what became of it: delivered, waiting for a retry, or dead',
    labelNames: ['kind', 'state'],
    registers: [registry],
  });
  for (const kind of DELIVERY_KINDS)
    for (const state of ['delivered', 'waiting', 'dead']) attempts.inc({ kind, state }, 0);
  return OBSERVED.attempt.listen(({ kind, state }) => attempts.inc({ kind, state }));
}

function gaugeBuild(registry: Registry, { version, database }: Facts): void {
  const build = new Gauge({
    name: 'masthead_build_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'node', 'database'],
    registers: [registry],
  });
  build.set({ version, node: process.versions.node, database: database.dialect }, 1);
}

function gaugeOfConnections(registry: Registry): Gauge<'state'> {
  return new Gauge({
    name: 'masthead_database_connections',
    help: 'Connections of this process to its database that are busy or idle, and what waits for one of them',
    labelNames: ['state'],
    registers: [registry],
  });
}
