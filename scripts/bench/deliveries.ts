// Deliveries to receivers that answer: the rate of events pushed to endpoints, and the time from the first of many sign-outs to its last notice
// (100 readers, each signed in to 100 sites: to the same ones, or each to others). The service is measured alone; the goals are absolute.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import type { Database, Transaction } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { createEventEndpoint } from '../../src/models/outbox/event-endpoint.ts';
import { logPendingEvents } from '../../src/models/outbox/event-log.ts';
import { continueReplays, startReplay } from '../../src/models/outbox/replay.ts';
import { createCustomer, findOrCreateVerifiedCustomer } from '../../src/models/people/customer.ts';
import { issueAccessToken } from '../../src/models/sign-in/access-token.ts';
import { findGrant, issueAuthorizationCode } from '../../src/models/sign-in/authorization-code.ts';
import { createOauthApplication, type OauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { endSessions, startSession } from '../../src/models/sign-in/session.ts';
import type { Finding, Part, Stage } from './measure.ts';
import { startService } from './service.ts';

const ENDPOINTS = 4;
const EVENTS = 5000;
const EVENTS_A_TRANSACTION = 100;
const PUSHES_A_SECOND_MIN = 2000;
const READERS = 100;
const SITES_OF_READER = 100;
const NOTICES = READERS * SITES_OF_READER;
const SECONDS_MAX = 60;

interface Reader {
  readonly sid: string;
  readonly customerId: string;
}

/** A part that measures the deliveries of the running service, once for each of the runs. */
function partBeside(name: string, what: string, ...runs: ((stage: Stage) => Promise<Finding>)[]): Part {
  return {
    name,
    what,
    async run(stage) {
      const findings: Finding[] = [];
      for (const run of runs) {
        const service = await startService(stage.database);
        try {
          findings.push(await run(stage));
        } finally {
          await service.end('SIGTERM');
        }
      }
      return findings;
    },
  };
}

export const pushes = partBeside('pushes', `${EVENTS} events to ${ENDPOINTS} endpoints that answer`, pushRate);
export const logouts = partBeside(
  'logout',
  `back-channel logout: ${NOTICES} notices to receivers that answer`,
  (stage) => logoutTime(stage, SITES_OF_READER),
  (stage) => logoutTime(stage, NOTICES),
);

async function pushRate({ database: { url, publicationId } }: Stage): Promise<Finding> {
  const [database, publication] = [openDatabase(url), { id: publicationId }];
  const receivers = await startReceivers(ENDPOINTS, (headers) => String(headers['webhook-id']));
  try {
    const since = systemClock.now();
    await makeEvents(database, publication);
    await logPendingEvents(database, systemClock);
    const endpointIds = await makeEndpoints(database, publication, receivers.ports);
    const startedAt = performance.now();
    for (const endpointId of endpointIds)
      await database.transaction((transaction) =>
        startReplay(publication, transaction, systemClock, { endpointId, since }),
      );
    while (await continueReplays(database, systemClock));
    await database.announce();
    await receivers.received(EVENTS * ENDPOINTS);
    const rate = (EVENTS * ENDPOINTS) / ((performance.now() - startedAt) / 1000);
    const goal = { text: `≥ ${PUSHES_A_SECOND_MIN} a second`, isMet: rate >= PUSHES_A_SECOND_MIN };
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
        await createCustomer(publication, transaction, systemClock, secretKeys, {
          email: parseEmailAddress(`pushed${one}@example.test`),
        });
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

/** The keys of a service without SECRET_KEY, as the bench starts it. */
function secretKeysOfBench(): SecretKeys {
  return new SecretKeys(readConfig({ ENVIRONMENT: 'test' }).secretKeys);
}

/** @param sites of which each reader has as many as any other */
async function logoutTime({ database: { url, publicationId } }: Stage, sites: number): Promise<Finding> {
  const [database, publication] = [openDatabase(url), { id: publicationId }];
  const receivers = await startReceivers(1, (headers, body) => `${headers.host} ${body}`);
  try {
    const readers = await signReadersIn(database, publication, { port: receivers.ports[0] ?? 0, sites });
    const startedAt = performance.now();
    for (const reader of readers) await signOut(database, publication, reader);
    const signedOutAfter = performance.now() - startedAt;
    await database.announce();
    await receivers.received(NOTICES);
    const seconds = (performance.now() - startedAt) / 1000;
    const figures = {
      notices: String(NOTICES),
      'told after s': seconds.toFixed(1),
      'ms for each sign-out': (signedOutAfter / READERS).toFixed(1),
    };
    const goal = { text: `≤ ${SECONDS_MAX} s, aim 5 s`, isMet: seconds <= SECONDS_MAX };
    return { name: `sign-outs to the last notice, ${sites} receivers`, figures, goal };
  } finally {
    receivers.close();
    await database.close();
  }
}

/** Each site has a name of its own for this machine, and so is a receiver of its own. */
function signReadersIn(
  database: Database,
  publication: { id: string },
  { port, sites }: { readonly port: number; readonly sites: number },
): Promise<Reader[]> {
  return database.transaction(async (transaction) => {
    const applications: OauthApplication[] = [];
    for (let site = 0; site < sites; site += 1) {
      const settings = {
        name: `Site ${site} of ${sites}`,
        redirectUri: 'https://www.example.org/callback',
        backchannelLogoutUri: `http://site${site}.localhost:${port}/logout`,
      };
      applications.push(
        (await createOauthApplication(publication, transaction, systemClock, settings, { allowsLoopbackHttp: true }))
          .application,
      );
    }
    const readers: Reader[] = [];
    for (let reader = 0; reader < READERS; reader += 1) {
      const from = (reader * SITES_OF_READER) % sites;
      const own = applications.slice(from, from + SITES_OF_READER);
      readers.push(await signReaderIn(transaction, publication, own, `logout${reader}of${sites}@example.test`));
    }
    return readers;
  });
}

async function signReaderIn(
  transaction: Transaction,
  publication: { id: string },
  applications: readonly OauthApplication[],
  email: string,
): Promise<Reader> {
  const { id: customerId } = await findOrCreateVerifiedCustomer(publication, transaction, systemClock, {
    address: parseEmailAddress(email),
  });
  const { sid } = await startSession(publication, transaction, systemClock, { customerId, browser: null });
  for (const { id, redirectUri } of applications) {
    const request = {
      applicationId: id,
      sessionId: sid,
      redirectUri,
      scope: 'openid',
      nonce: null,
      codeChallenge: null,
      acr: null,
    };
    const grant = await findGrant(
      publication,
      transaction,
      systemClock,
      await issueAuthorizationCode(publication, transaction, systemClock, request),
    );
    if (grant !== undefined) await issueAccessToken(publication, transaction, systemClock.now(), grant);
  }
  return { sid, customerId };
}

function signOut(database: Database, publication: { id: string }, reader: Reader): Promise<void> {
  return database.transaction(async (transaction) => {
    const { customerId, sid } = reader;
    await endSessions(publication, transaction, systemClock, {
      customerId,
      only: sid,
      by: 'sign_out',
      endedBy: 'reader',
    });
  });
}

interface Receivers {
  readonly ports: number[];
  /** Resolves once so many different deliveries have arrived. */
  readonly received: (count: number) => Promise<void>;
  readonly close: () => void;
}

/** @param nameOf the name of a request's delivery */
async function startReceivers(
  count: number,
  nameOf: (headers: IncomingHttpHeaders, body: string) => string,
): Promise<Receivers> {
  const arrived = new Set<string>();
  const servers = Array.from({ length: count }, (_, index) =>
    createServer(async (request, response) => {
      arrived.add(`${index} ${nameOf(request.headers, await text(request))}`);
      response.writeHead(204).end();
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  const received = async (wanted: number): Promise<void> => {
    while (arrived.size < wanted) await sleep(20);
  };
  const close = (): void => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
  return { ports, received, close };
}
