// Says twice a minute that this process runs, so that an operator sees all instances from any of them.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { BEAT_SECONDS, beatOfInstance, forgetInstance, type Instance } from '../models/instance.ts';
import type { Service } from '../service.ts';
import { version } from '../version.ts';

/** Returns a function that ends it, and takes the process off the list. A database that does not answer is told of elsewhere. */
export function startHeartbeat({ database, clock }: Pick<Service, 'database' | 'clock'>): () => Promise<void> {
  const instance: Instance = { id: randomUUID(), host: hostname(), version, startedAt: clock.now().getTime() };
  let last: Promise<void> = Promise.resolve();
  const beat = (): void => {
    last = database.transaction((transaction) => beatOfInstance(transaction, clock, instance)).catch(() => undefined);
  };
  beat();
  const timer = setInterval(beat, BEAT_SECONDS * 1000).unref();
  return async () => {
    clearInterval(timer);
    await last;
    await database.transaction((transaction) => forgetInstance(transaction, clock, instance.id)).catch(() => undefined);
  };
}
