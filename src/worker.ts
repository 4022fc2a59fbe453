// What runs without a request: payments are looked after, due mails are written and due deliveries go out, at once when a commit notifies of them
// and by looking every second, and old records are deleted. It calls the rooms of payments/, mails/ and outbound/; what is due when is decided there.
import type { Logger } from 'pino';
import { isLocalDemo } from './config.ts';
import { isUnavailable } from './database/connection.ts';
import { sendDueMails } from './mails/due-mails.ts';
import { deleteOldRecords } from './models/lifecycle/retention.ts';
import type { ClaimedDelivery } from './models/outbox/delivery-claim.ts';
import { findDestinations, type DeliveryOfEvent, type FoundDestination } from './models/outbox/event-destination.ts';
import { logPendingEvents } from './models/outbox/event-log.ts';
import { sendBackchannelLogout } from './outbound/backchannel-logout.ts';
import { Batcher } from './outbound/batcher.ts';
import { Dispatcher } from './outbound/dispatcher.ts';
import { pushEvent, type FindDestination } from './outbound/event-push.ts';
import { createGuardedClient, type GuardedClient } from './outbound/guarded-client.ts';
import { openMailTransport, type MailTransport } from './outbound/mail-transport.ts';
import { openMail } from './outbound/mail.ts';
import type { Outcome } from './outbound/outcome.ts';
import { collect, type CollectOptions } from './payments/collect.ts';
import type { Post } from './payments/gateway-definition.ts';
import { GatewayUnavailable } from './payments/gateway.ts';
import type { PaymentParts } from './payments/gateways.ts';
import { Nightly, type NightlyResult } from './payments/reconciliation/nightly.ts';
import { Runner } from './runner.ts';
import type { Service } from './service.ts';

const LOOK_MILLISECONDS = 1000;
/** Our choice: long enough that many changes share a step, short enough for whoever waits to be told. On SQLite other writers wait for a step. */
const LOG_EVENTS_MILLISECONDS = { sqlite: 250, postgres: 100 };
/** A look for many costs little more than a look for one. */
const DESTINATIONS_AT_ONCE = 100;
const RENEW_MILLISECONDS = 20_000;
const FIRST_RETENTION_MILLISECONDS = 60_000;
const RETENTION_MILLISECONDS = 3_600_000;
/** Whether this night's comparison with the gateways was made. */
const NIGHTLY_LOOK_MILLISECONDS = 600_000;
/** The longest HTTP attempt takes five seconds. */
const STOP_MILLISECONDS = 6000;

export interface Worker {
  /** Resolves once nothing is due and nothing under way. */
  settle(): Promise<void>;
  /** Begins nothing more and lets attempts under way end, for six seconds; what is cut is tried again by whoever comes next. */
  stop(): Promise<void>;
}

/** The ways out of the process, which tests lead elsewhere. */
export interface Exits {
  readonly client: Pick<GuardedClient, 'post' | 'postText' | 'close'>;
  readonly mail: MailTransport;
  /** How a payment gateway that runs in this process reaches the address for webhooks. */
  readonly post: Post;
}

export function startWorker(
  service: Service,
  log?: Pick<Logger, 'error' | 'warn' | 'info'>,
  exits: Partial<Exits> = {},
): Worker {
  const { database, clock } = service;
  const onError = (error: unknown): void => report(log, error);
  const ways = openWays(service, exits);
  const tryOnce = (delivery: ClaimedDelivery) => attempt(service, ways, delivery, (text) => log?.warn(text));
  const dispatcher = new Dispatcher({ database, clock, attempt: tryOnce, onError });
  const collector = startCollector(service, { post: ways.post, onError });
  const nightly = new Nightly(service, { onResult: (result) => reportNight(log, result), onError });
  let isStopped = false;
  const eventLogger = new Runner({ round: () => logPendingEvents(database, clock), isMore: () => false, onError });
  const deleteOld = (): void => void deleteOldRecords(database, clock, () => isStopped).catch(onError);
  const endings = startTimers(
    [() => dispatcher.wake(), LOOK_MILLISECONDS],
    [() => collector.wake(), LOOK_MILLISECONDS],
    [() => eventLogger.wake(), LOG_EVENTS_MILLISECONDS[database.dialect]],
    [() => void dispatcher.renewClaims().catch(onError), RENEW_MILLISECONDS],
    [deleteOld, RETENTION_MILLISECONDS],
    [() => void nightly.wake(), NIGHTLY_LOOK_MILLISECONDS],
  );
  const first = setTimeout(deleteOld, FIRST_RETENTION_MILLISECONDS).unref();
  endings.push(() => clearTimeout(first));
  endings.push(database.listen('deliveries', () => dispatcher.wake()));
  endings.push(database.listen('payments', () => collector.wake()));
  dispatcher.wake();
  collector.wake();
  const settle = async (): Promise<void> => {
    await collector.settle();
    // Twice, as what was sent makes events of its own.
    for (const part of [eventLogger, dispatcher, eventLogger, dispatcher]) await part.settle();
  };
  const stop = async (): Promise<void> => {
    isStopped = true;
    for (const end of endings) end();
    await Promise.all([nightly.stop(), dispatcher.stop(STOP_MILLISECONDS), collector.stop(), eventLogger.stop()]);
    await ways.close();
  };
  return { settle, stop };
}

/** Each round looks after payments and then sends the mails that are due, those about what it has just found among them. */
export function startCollector(parts: PaymentParts, options: CollectOptions): Runner<boolean> {
  const { onError } = options;
  const round = async (): Promise<boolean> => {
    const hadWork = await collect(parts, options);
    return (await sendDueMails(parts, onError)) || hadWork;
  };
  return new Runner({ round, isMore: (hadWork) => hadWork, onError });
}

/** Returns how to stop each. */
function startTimers(...rows: readonly (readonly [run: () => void, milliseconds: number])[]): (() => void)[] {
  return rows.map(([run, milliseconds]) => {
    const timer = setInterval(run, milliseconds).unref();
    return () => clearInterval(timer);
  });
}

interface Ways extends Exits {
  readonly findDestination: FindDestination;
  close(): Promise<void>;
}

/** Those of `exits`, and the product's own for the rest. */
function openWays({ config, database, clock }: Service, exits: Partial<Exits>): Ways {
  const guarded = createGuardedClient({ isLocal: isLocalDemo(config) });
  const client = exits.client ?? guarded;
  const mail = exits.mail ?? openMailTransport(config, database, clock);
  const destinations = new Batcher<DeliveryOfEvent, FoundDestination | undefined>(
    (deliveries) => findDestinations(database, deliveries),
    DESTINATIONS_AT_ONCE,
  );
  return {
    client,
    mail,
    post: exits.post ?? (async (url, body, headers) => (await guarded.postText(url, body, headers)).status),
    findDestination: (delivery) => destinations.run(delivery),
    close: async () => {
      mail.close();
      await Promise.all([client.close(), guarded.close()]);
    },
  };
}

async function attempt(
  service: Service,
  ways: Ways,
  delivery: ClaimedDelivery,
  onNotice: (text: string) => void,
): Promise<Outcome> {
  switch (delivery.kind) {
    case 'mail':
      return ways.mail.send(delivery.id, openMail(service.secretKeys, delivery.payload));
    case 'backchannel_logout':
      return sendBackchannelLogout(service, ways.client, delivery);
    case 'event':
      return pushEvent(service, ways, delivery, onNotice);
  }
}

/** Drift is for an operator to look at: masthead payment reconcile. */
function reportNight(log: Pick<Logger, 'warn' | 'info'> | undefined, result: NightlyResult): void {
  const isDrift = result.ours_only + result.theirs_only + result.differing > 0;
  if (isDrift) log?.warn(result, 'the payment gateway and the billing records have drifted apart');
  else log?.info(result, 'the payment gateway and the billing records agree');
}

/** An error about a delivery never holds its content: neither a token nor an address is part of what is thrown here. */
function report(log: Pick<Logger, 'error' | 'warn'> | undefined, error: unknown): void {
  if (error instanceof GatewayUnavailable) log?.warn({ error: error.message }, 'a payment gateway does not answer');
  else if (isUnavailable(error))
    log?.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'the worker cannot reach the database',
    );
  else log?.error({ err: error }, 'the worker met an error');
}
