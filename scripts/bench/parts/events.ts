// Events: how many a second are pushed to endpoints that answer.
import { readConfig } from '../../../src/config.ts';
import { systemClock } from '../../../src/database/clock.ts';
import type { Database } from '../../../src/database/connection.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { SecretKeys } from '../../../src/database/secrets.ts';
import { createEventEndpoint } from '../../../src/models/outbox/event-endpoint.ts';
import { logPendingEvents, replayEvents } from '../../../src/models/outbox/event-log.ts';
import { createCustomer } from '../../../src/models/people/customer.ts';
import type { Finding, PartAlone, StageAlone } from '../part.ts';
import { startReceivers } from '../receivers.ts';
import { withService } from '../service-process.ts';

const ENDPOINTS = 4;
const EVENTS = 5000;
const EVENTS_A_TRANSACTION = 100;
const LEAST_PUSHED_A_SECOND = 2000;

export const events: PartAlone = {
  name: 'events',
  what: `pushing ${EVENTS} events to ${ENDPOINTS} endpoints that answer`,
  async run(stage) {
    return [await withService(stage.database.url, () => pushRate(stage))];
  },
};

async function pushRate({ database: { url, publicationId } }: StageAlone): Promise<Finding> {
  const [database, publication] = [openDatabase(url), { id: publicationId }];
  const receivers = await startReceivers(ENDPOINTS, (headers) => String(headers['webhook-id']));
  try {
    const since = systemClock.now();
    await makeEvents(database, publication);
    await logPendingEvents(database, systemClock);
    const endpointIds = await makeEndpoints(database, publication, receivers.ports);
    const startedAt = performance.now();
    for (const id of endpointIds) await replayEvents(publication, database, systemClock, id, since);
    await receivers.toldOf(EVENTS * ENDPOINTS);
    const rate = (EVENTS * ENDPOINTS) / ((performance.now() - startedAt) / 1000);
    const goal = { text: `≥ ${LEAST_PUSHED_A_SECOND} a second`, isMet: rate >= LEAST_PUSHED_A_SECOND };
    return { name: 'events pushed', figures: { 'pushed a second': rate.toFixed(0) }, goal };
  } finally {
    receivers.close();
    await database.close();
  }
}

async function makeEvents(database: Database, publication: { id: string }): Promise<void> {
  const secretKeys = secretKeysOfBench();
  for (let made = 0; made < EVENTS; made += EVENTS_A_TRANSACTION) {
    await database.transaction(async (transaction) => {
      for (let one = made; one < made + EVENTS_A_TRANSACTION; one += 1)
        await createCustomer(publication, transaction, systemClock, secretKeys, { email: `pushed${one}@example.test` });
    });
  }
}

async function makeEndpoints(
  database: Database,
  publication: { id: string },
  ports: readonly number[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const port of ports) {
    const settings = { url: `http://127.0.0.1:${port}/events`, types: [] };
    const made = await database.transaction((transaction) =>
      createEventEndpoint(publication, transaction, systemClock, secretKeysOfBench(), settings, {
        allowsLoopbackHttp: true,
      }),
    );
    ids.push(made.endpoint.id);
  }
  return ids;
}

/** Those of a service that is started without SECRET_KEY, as the bench does. */
function secretKeysOfBench(): SecretKeys {
  return new SecretKeys(readConfig({ ENVIRONMENT: 'test' }).secretKeys);
}
