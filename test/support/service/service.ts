// The real app on a scratch database, with a clock that tests move. Requests go in by `app.inject`, in place of a socket.
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { readConfig, type Config } from '../../../src/config.ts';
import type { Database } from '../../../src/database/connection.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { SecretKeys } from '../../../src/database/secrets.ts';
import { createLogger } from '../../../src/log.ts';
import { Limiter } from '../../../src/models/limiter.ts';
import { SecurityLog } from '../../../src/security/security-log.ts';
import type { Service } from '../../../src/service.ts';
import { SigningKeys } from '../../../src/tokens/signing-keys.ts';
import { openTestDatabase, type TestDatabase } from '../databases/database.ts';
import { MovableClock } from './clock.ts';
import { isFailureExpected, refuseFailure } from './failures.ts';
import { refusePersonal } from './log-search.ts';

export interface TestService extends Service {
  /** That of the app. */
  readonly walled: Database;
  readonly clock: MovableClock;
  readonly app: FastifyInstance;
  /** The lines of the log, as JSON text; they may never hold personal data. */
  readonly logLines: readonly string[];
  close(): Promise<void>;
}

const TEST_SETTINGS = {
  ENVIRONMENT: 'test',
  API_RATE_LIMIT: '0',
  // Machines that run tests are busy.
  MAX_WAIT_MILLISECONDS: '0',
  SECRET_KEY: 'a secret key of the tests that is long enough',
};

/** How many instances answer where a test does not say it: more than one in `npm run test:long -- --parts instances`. */
const INSTANCES = Number(process.env['TEST_INSTANCES'] ?? 1);

/**
 * @param settings environment variables that override the defaults of the tests
 * @param instances of the service on one database, each with connections and caches of its own. Requests go to each in turn.
 * @param place by default a new database
 */
export async function openService(
  settings: Record<string, string> = {},
  clock = new MovableClock(),
  instances = INSTANCES,
  place?: TestDatabase,
): Promise<TestService> {
  const { walled, url, drop } = place ?? (await openTestDatabase({ environment: settings['ENVIRONMENT'] }));
  const config: Config = readConfig({ ...TEST_SETTINGS, DATABASE_URL: url, ...settings });
  const logLines: string[] = [];
  const first = await openInstance({ config, database: walled, clock }, logLines);
  const others = await Promise.all(
    Array.from({ length: instances - 1 }, async () => {
      const database = openDatabase(url);
      await database.raiseWall();
      return openInstance({ config, database, clock }, logLines);
    }),
  );
  const { app } = first;
  answerInTurn([app, ...others.map((other) => other.app)]);
  refuseFailures(app);
  const close = async (): Promise<void> => {
    await app.close();
    for (const other of others) {
      await other.app.close();
      await other.database.close();
    }
    await drop();
    refusePersonal(logLines);
  };
  return { ...first, database: walled.everywhere, walled, clock, logLines, close };
}

async function openInstance(
  { config, database, clock }: { readonly config: Config; readonly database: Database; readonly clock: MovableClock },
  logLines: string[],
): Promise<Service & { readonly app: FastifyInstance }> {
  const secretKeys = new SecretKeys(config.secretKeys);
  const log = createLogger({ logLevel: 'debug' }, { write: (line) => keep(logLines, line) });
  const service: Service = {
    config,
    database,
    clock,
    secretKeys,
    signingKeys: new SigningKeys(database, secretKeys, clock),
    securityLog: new SecurityLog({ log, secretKeys, clock }),
    limiter: new Limiter(database, clock),
  };
  const app = await createApp(service, log);
  await app.ready();
  return { ...service, app };
}

/** Has the requests of the first one answered by each of them in turn. */
function answerInTurn(apps: readonly FastifyInstance[]): void {
  const [first] = apps;
  if (first === undefined || apps.length === 1) return;
  const injects = apps.map((app) => app.inject.bind(app));
  let next = 0;
  const inject = (request: InjectOptions | string): Promise<LightMyRequestResponse> => {
    next += 1;
    return (injects[next % injects.length] ?? first.inject)(request);
  };
  Object.assign(first, { inject });
}

/** A service for a test file: opened before its tests, closed after them. */
export function useService(settings: Record<string, string> = {}, instances?: number): () => TestService {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await openService(settings, new MovableClock(), instances);
  });
  afterAll(async () => {
    await service?.close();
  });
  return () => {
    if (service === undefined) throw new Error('the service is open only while tests run');
    return service;
  };
}

/** Checks the answers of all doors for unexpected failures. */
function refuseFailures(app: FastifyInstance): void {
  const inject = app.inject.bind(app);
  const watched = async (request: InjectOptions | string): Promise<LightMyRequestResponse> => {
    const response = await inject(request);
    const { method = 'GET', url } = typeof request === 'string' ? { url: request } : request;
    refuseFailure(`${method} ${String(url)}`, response.statusCode, response.body);
    return response;
  };
  Object.assign(app, { inject: watched });
}

/** Prints errors of the log at once, but for those that the test provokes. */
function keep(lines: string[], line: string): void {
  lines.push(line);
  if (/"level":(50|60)/.test(line) && !isFailureExpected()) process.stderr.write(line);
}
