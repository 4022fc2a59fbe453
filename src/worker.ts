// The worker runs what needs no request: payment rounds, due mails and due deliveries, when a commit notifies of them, when another process
// announces work, and in a sweep that finds what fell due or was missed; the log of events, the index of people's words, the nightly reconciliation and the deletion of old records. What is due when is decided in the rooms that it calls.
import type { Logger } from 'pino';
import { isUnavailable, type Database } from './database/connection.ts';
import type { Topic } from './database/notifier.ts';
import { everywhere } from './database/scope.ts';
import { sendDueMails } from './mails/due-mails.ts';
import { foldWaiting } from './models/figures/fold.ts';
import { indexPeople } from './models/finding/word-index.ts';
import { advanceImports } from './models/imports/advance.ts';
import { deleteOldRecords } from './models/lifecycle/retention.ts';
import type { ClaimedDelivery } from './models/outbox/delivery-claim.ts';
import { findDestinations, type DeliveryOfEvent, type FoundDestination } from './models/outbox/event-destination.ts';
import { logPendingEvents } from './models/outbox/event-log.ts';
import { continueReplays } from './models/outbox/replay.ts';
import {
  findLogoutDestinations,
  type ApplicationName,
  type LogoutDestination,
} from './models/sign-in/logout-receiver.ts';
import { makeNextExport } from './moving/export-job.ts';
import { advanceRestores } from './moving/restore-job.ts';
import { OBSERVED } from './observed.ts';
import { sendBackchannelLogout, type FindLogoutDestination } from './outbound/backchannel-logout.ts';
import { Batcher } from './outbound/batcher.ts';
import { Dispatcher } from './outbound/dispatcher.ts';
import { pushEvent, type FindDestination } from './outbound/event-push.ts';
import { openGuardedClient, type GuardedClient } from './outbound/guarded-client.ts';
import { openMailTransport, type MailTransport } from './outbound/mail-transport.ts';
import type { Outcome } from './outbound/outcome.ts';
import { sendMail } from './outbound/send-mail.ts';
import type { Post } from './payments/gateway-definition.ts';
import { GatewayUnavailable } from './payments/gateway.ts';
import type { PaymentParts } from './payments/gateways.ts';
import { runPaymentRound, type PaymentRoundOptions } from './payments/payment-round.ts';
import { NightlyReconciler, type NightlyResult } from './payments/reconciliation/nightly.ts';
import { takeoverAdvancer } from './payments/takeover/advance.ts';
import { Runner } from './runner.ts';
import type { Service } from './service.ts';
import { startTimer, startTimers, wakeAfterCommits } from './timers.ts';

/** A sweep of PostgreSQL is rare, since commands announce what they leave there; a file of SQLite tells nobody of another process's writes. */
const SWEEP_MILLISECONDS = { sqlite: 1000, postgres: 10_000 };
const TOPICS = ['deliveries', 'payments', 'imports', 'exports', 'restores'] as const satisfies readonly Topic[];
/** Our choice: long enough that many events share a step, short enough for receivers that wait. On SQLite other writers wait for a step. */
const EVENT_LOG_MILLISECONDS = { sqlite: 250, postgres: 100 };
const PEOPLE_MILLISECONDS = 1000;
/** Our choice: whoever opens the figures has what is newer folded first. */
const FIGURES_MILLISECONDS = 5000;
const FIGURES_SWEEP_MILLISECONDS = 30_000;
/** A query for many costs little more than a query for one. */
const DESTINATION_BATCH_MAX = 100;
const RENEW_LEASES_MILLISECONDS = 20_000;
/** For exports and restores that a killed worker left; one that is asked for begins at once. */
const EXPORT_POLL_MILLISECONDS = 10_000;
const FIRST_RETENTION_MILLISECONDS = 60_000;
const RETENTION_MILLISECONDS = 3_600_000;
/** How often to check whether this night's reconciliation is done. */
const NIGHTLY_POLL_MILLISECONDS = 600_000;
/** The search index and the figures take a third of the time while they catch up, such as after a million people were imported. */
const CATCH_UP_REST = 2;
/** The longest HTTP attempt takes five seconds. */
const STOP_MILLISECONDS = 6000;

export interface Worker {
  /** Resolves once nothing is due and nothing under way. */
  settle(): Promise<void>;
  /** Drains: starts nothing more and lets attempts under way end, for six seconds. What is cut off is retried by the next worker. */
  stop(): Promise<void>;
}

/** How requests and mails leave the process; tests pass their own. */
export interface Transports {
  readonly client: Pick<GuardedClient, 'post' | 'postText' | 'close'>;
  readonly mail: MailTransport;
  /** Posts the webhooks of a payment gateway that runs in this process. */
  readonly post: Post;
}

type Waking = Readonly<
  Record<'dispatcher' | 'paymentRunner' | keyof ReturnType<typeof createRunners>, { wake(): void }>
>;

export function startWorker(
  service: Service,
  log?: Pick<Logger, 'error' | 'warn' | 'info'>,
  given: Partial<Transports> = {},
): Worker {
  const { database, clock } = service;
  const onError = (error: unknown): void => report(log, error);
  const transports = openTransports(service, given);
  const attemptOnce = (delivery: ClaimedDelivery) => attempt(service, transports, delivery, (text) => log?.warn(text));
  const dispatcher = new Dispatcher({ database, clock, attempt: attemptOnce, onError });
  const paymentRunner = createPaymentRunner(service, { post: transports.post, onError });
  const nightly = new NightlyReconciler(service, { onResult: (result) => reportNightly(log, result), onError });
  let isStopped = false;
  const runners = createRunners(service, onError, () => isStopped);
  const { eventLogger, importRunner, peopleIndexer, exporter, restorer } = runners;
  const deleteOld = (): void =>
    void everywhere(() =>
      deleteOldRecords(database, clock, { operators: service.config.operators, isStopped: () => isStopped }),
    ).catch(onError);
  const stops = [
    ...startTimers(
      [() => void dispatcher.renewClaims().catch(onError), RENEW_LEASES_MILLISECONDS],
      [deleteOld, RETENTION_MILLISECONDS],
      [() => void nightly.wake(), NIGHTLY_POLL_MILLISECONDS],
    ),
    startTimer(deleteOld, FIRST_RETENTION_MILLISECONDS),
    ...wakeForWork(database, { dispatcher, paymentRunner, ...runners }),
  ];
  // Twice, since deliveries may cause events.
  const archived = [exporter, restorer, eventLogger, dispatcher, eventLogger, dispatcher];
  const settled = [importRunner, paymentRunner, peopleIndexer, ...archived];
  const settle = async (): Promise<void> => {
    for (const part of settled) await part.settle();
  };
  const stop = async (): Promise<void> => {
    isStopped = true;
    for (const end of stops) end();
    await Promise.all([nightly.stop(), dispatcher.stop(STOP_MILLISECONDS), stopAll(paymentRunner, runners)]);
    await transports.close();
  };
  return { settle, stop };
}

/** Wakes each part when there is work for it. Returns functions that end it. */
function wakeForWork(database: Database, parts: Waking): (() => void)[] {
  const { dispatcher, paymentRunner, eventLogger, peopleIndexer, figures, importRunner, exporter, restorer } = parts;
  const woken = {
    deliveries: dispatcher,
    payments: paymentRunner,
    imports: importRunner,
    exports: exporter,
    restores: restorer,
  };
  const swept = [dispatcher, paymentRunner, importRunner, peopleIndexer, eventLogger];
  const archives = [exporter, restorer];
  const wakeAll = (some: readonly { wake(): void }[]): void => some.forEach((part) => part.wake());
  // What a worker before this one left.
  wakeAll([...swept, ...archives]);
  return [
    ...TOPICS.map((topic) => database.listen(topic, () => woken[topic].wake())),
    database.listen('announcements', () => wakeAll([...swept, ...archives])),
    wakeAfterCommits(database, eventLogger, EVENT_LOG_MILLISECONDS[database.dialect]),
    wakeAfterCommits(database, peopleIndexer, PEOPLE_MILLISECONDS),
    wakeAfterCommits(database, figures, FIGURES_MILLISECONDS),
    ...startTimers(
      [() => wakeAll(swept), SWEEP_MILLISECONDS[database.dialect]],
      [() => wakeAll(archives), EXPORT_POLL_MILLISECONDS],
      [() => figures.wake(), FIGURES_SWEEP_MILLISECONDS],
    ),
  ];
}

async function stopAll(paymentRunner: Runner<boolean>, runners: ReturnType<typeof createRunners>): Promise<void> {
  await Promise.all([paymentRunner, ...Object.values(runners)].map((runner) => runner.stop()));
}

/** The parts of the worker whose rounds are over several publications, and depend on nothing else. */
function createRunners(service: Service, onError: (error: unknown) => void, isStopped: () => boolean) {
  const { config, database, clock, secretKeys } = service;
  const { invitationsPerMinute } = config;
  const importParts = { database, clock, secretKeys, invitationsPerMinute, advanceTakeover: takeoverAdvancer(service) };
  const again = { hasMore: (hasMore: boolean): boolean => hasMore, onError };
  return {
    eventLogger: new Runner({ round: () => everywhere(() => logAndReplay(service)), ...again }),
    peopleIndexer: new Runner({ round: () => everywhere(() => indexPeople(database)), ...again, rest: CATCH_UP_REST }),
    figures: new Runner({ round: () => everywhere(() => foldWaiting(database)), ...again, rest: CATCH_UP_REST }),
    exporter: new Runner({ round: () => everywhere(() => makeNextExport(service, isStopped)), ...again }),
    restorer: new Runner({ round: () => everywhere(() => advanceRestores(service, isStopped)), ...again }),
    importRunner: new Runner({
      round: () => everywhere(() => advanceImports(importParts, { onError, isStopped })),
      ...again,
    }),
  };
}

/** Each round runs a payment round and then sends the due mails, among them those about what the round has just found. */
export function createPaymentRunner(parts: PaymentParts, options: PaymentRoundOptions): Runner<boolean> {
  const { onError } = options;
  const round = async (): Promise<boolean> => {
    const hadWork = await runPaymentRound(parts, options);
    return (await sendDueMails(parts, onError)) || hadWork;
  };
  return new Runner({ round: () => everywhere(round), hasMore: (hadWork) => hadWork, onError });
}

/** New events have their turn before each slice of a replay. Resolves with whether a replay is under way. */
async function logAndReplay({ database, clock }: Pick<Service, 'database' | 'clock'>): Promise<boolean> {
  await logPendingEvents(database, clock);
  return continueReplays(database, clock);
}

interface OpenTransports extends Transports {
  readonly findDestination: FindDestination;
  readonly findLogoutDestination: FindLogoutDestination;
  close(): Promise<void>;
}

/** Takes those given, and the service's own for the rest. */
function openTransports({ config, database, clock, secretKeys }: Service, given: Partial<Transports>): OpenTransports {
  const guarded = openGuardedClient(config);
  const client = given.client ?? guarded;
  const mail = given.mail ?? openMailTransport(config, database, clock, secretKeys);
  const destinations = new Batcher<DeliveryOfEvent, FoundDestination | undefined>(
    (deliveries) => everywhere(() => findDestinations(database, deliveries)),
    DESTINATION_BATCH_MAX,
  );
  const logoutDestinations = new Batcher<ApplicationName, LogoutDestination | undefined>(
    (applications) => everywhere(() => findLogoutDestinations(database, applications)),
    DESTINATION_BATCH_MAX,
  );
  return {
    client,
    mail,
    post: given.post ?? (async (url, body, headers) => (await guarded.postText(url, body, headers)).status),
    findDestination: (delivery) => destinations.run(delivery),
    findLogoutDestination: (application) => logoutDestinations.run(application),
    close: async () => {
      mail.close();
      await Promise.all([client.close(), guarded.close()]);
    },
  };
}

async function attempt(
  service: Service,
  transports: OpenTransports,
  delivery: ClaimedDelivery,
  onNotice: (text: string) => void,
): Promise<Outcome> {
  switch (delivery.kind) {
    case 'mail':
      return sendMail(service, transports.mail, delivery);
    case 'backchannel_logout':
      return sendBackchannelLogout(service, transports, delivery);
    case 'event':
      return pushEvent(service, transports, delivery, onNotice);
  }
}

/** Drift is for an operator to repair: masthead payment reconcile. */
function reportNightly(log: Pick<Logger, 'warn' | 'info'> | undefined, result: NightlyResult): void {
  const isDrift = result.ours_only + result.theirs_only + result.differing > 0;
  if (isDrift) log?.warn(result, 'the payment gateway and the billing records have drifted apart');
  else log?.info(result, 'the payment gateway and the billing records agree');
}

/** An error about a delivery never holds its content, so neither a token nor an address is logged here. */
function report(log: Pick<Logger, 'error' | 'warn'> | undefined, error: unknown): void {
  OBSERVED.workerError.publish(undefined);
  if (error instanceof GatewayUnavailable) log?.warn({ error: error.message }, 'a payment gateway does not answer');
  else if (isUnavailable(error))
    log?.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'the worker cannot reach the database',
    );
  else log?.error({ err: error }, 'the worker met an error');
}
