// What runs without a request: due deliveries go out, at once when woken and by looking every second, and old records are deleted.
// It calls the rooms of outbound/ in a row; which delivery goes when is decided there.
import type { Logger } from 'pino';
import { isLocalDemo } from './config.ts';
import { isUnavailable } from './database/connection.ts';
import type { ClaimedDelivery } from './models/delivery-claim.ts';
import { deleteOldRecords } from './models/retention.ts';
import { sendBackchannelLogout } from './outbound/backchannel-logout.ts';
import { Dispatcher } from './outbound/dispatcher.ts';
import { createGuardedClient, type GuardedClient } from './outbound/guarded-client.ts';
import { openLetter } from './outbound/mail.ts';
import { openMailTransport, type MailTransport } from './outbound/mail-transport.ts';
import type { Outcome } from './outbound/outcome.ts';
import type { Service } from './service.ts';

const LOOK_MILLISECONDS = 1000;
const RENEW_MILLISECONDS = 20_000;
const FIRST_RETENTION_MILLISECONDS = 60_000;
const RETENTION_MILLISECONDS = 3_600_000;
/** The longest HTTP attempt takes five seconds. */
const STOP_MILLISECONDS = 6000;

export interface Worker {
  /** A delivery was committed: it goes out now. */
  wake(): void;
  /** Resolves once nothing is due and nothing under way. */
  settle(): Promise<void>;
  /** Begins nothing more and lets attempts under way end, for six seconds; what is cut is tried again by whoever comes next. */
  stop(): Promise<void>;
}

/** The ways out of the process, which tests lead elsewhere. */
export interface Exits {
  readonly client: Pick<GuardedClient, 'post' | 'close'>;
  readonly mail: MailTransport;
}

type Parts = Omit<Service, 'wakeWorker'>;

export function startWorker(service: Parts, log?: Pick<Logger, 'error' | 'warn'>, exits: Partial<Exits> = {}): Worker {
  const { config, database, clock } = service;
  const client = exits.client ?? createGuardedClient({ isLocal: isLocalDemo(config) });
  const mail = exits.mail ?? openMailTransport(config, database, clock);
  const onError = (error: unknown): void => report(log, error);
  const dispatcher = new Dispatcher({ database, clock, attempt: (delivery) => attempt(service, { client, mail }, delivery), onError });
  let isStopped = false;
  const deleteOld = (): void => void deleteOldRecords(database, clock, () => isStopped).catch(onError);
  const timers = [
    setInterval(() => dispatcher.wake(), LOOK_MILLISECONDS),
    setInterval(() => void dispatcher.renewClaims().catch(onError), RENEW_MILLISECONDS),
    setTimeout(deleteOld, FIRST_RETENTION_MILLISECONDS),
    setInterval(deleteOld, RETENTION_MILLISECONDS),
  ];
  for (const timer of timers) timer.unref();
  dispatcher.wake();
  const stop = async (): Promise<void> => {
    isStopped = true;
    for (const timer of timers) clearTimeout(timer);
    await dispatcher.stop(STOP_MILLISECONDS);
    mail.close();
    await client.close();
  };
  return { wake: () => dispatcher.wake(), settle: () => dispatcher.settle(), stop };
}

async function attempt(service: Parts, { client, mail }: Exits, delivery: ClaimedDelivery): Promise<Outcome> {
  switch (delivery.kind) {
    case 'mail':
      return mail.send(delivery.id, openLetter(service.secretKeys, delivery.payload));
    case 'backchannel_logout':
      return sendBackchannelLogout(service, client, delivery);
  }
}

/** An error about a delivery never holds its content: neither a token nor an address is part of what is thrown here. */
function report(log: Pick<Logger, 'error' | 'warn'> | undefined, error: unknown): void {
  if (isUnavailable(error)) log?.warn({ error: error instanceof Error ? error.message : String(error) }, 'the worker cannot reach the database');
  else log?.error({ err: error }, 'the worker met an error');
}
