// The real app on a scratch database, with a clock that tests move. Requests go in by `app.inject`, in place of a socket.
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { readConfig, type Config } from '../../../src/config.ts';
import type { Database } from '../../../src/database/connection.ts';
import { SecretKeys } from '../../../src/database/secrets.ts';
import { Limiter } from '../../../src/models/limiter.ts';
import { SecurityLog } from '../../../src/security/security-log.ts';
import type { Service } from '../../../src/service.ts';
import { SigningKeys } from '../../../src/tokens/signing-keys.ts';
import { openTestDatabase } from '../databases/database.ts';
import { MovableClock } from './clock.ts';
import { isFailureExpected, refuseFailure } from './failures.ts';
import { refusePersonal } from './log-search.ts';

export interface TestService extends Service {
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

/**
 * @param settings environment variables that override the defaults of the tests
 * @param through what stands between the service and its database
 */
export async function openService(
  settings: Record<string, string> = {},
  clock = new MovableClock(),
  through = (opened: Database): Database => opened,
): Promise<TestService> {
  const { database: opened, url, drop } = await openTestDatabase({ environment: settings['ENVIRONMENT'] });
  const database = through(opened);
  const config: Config = readConfig({ ...TEST_SETTINGS, DATABASE_URL: url, ...settings });
  const secretKeys = new SecretKeys(config.secretKeys);
  const logLines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => keep(logLines, line) });
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
  refuseFailures(app);
  const close = async (): Promise<void> => {
    await app.close();
    await drop();
    refusePersonal(logLines);
  };
  return { ...service, clock, app, logLines, close };
}

/** A service for a test file: opened before its tests, closed after them. */
export function useService(settings: Record<string, string> = {}): () => TestService {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await openService(settings);
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
