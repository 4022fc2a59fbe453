// The server: configuration, database, keys, application and worker, from start to graceful shutdown.
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { listenForBounces, type BounceListener } from './bounces/listener.ts';
import { readConfig, type Config } from './config.ts';
import { systemClock, type Clock } from './database/clock.ts';
import { UserIsBound, type Database, type ReplicaState } from './database/connection.ts';
import { makeFolder } from './database/file.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { SecretKeys } from './database/secrets.ts';
import { checkSites } from './deployment.ts';
import { Connections } from './http/connections.ts';
import { createLogger } from './log.ts';
import { Limiter } from './models/limiter.ts';
import { SecurityLog } from './security/security-log.ts';
import type { Service } from './service.ts';
import { toStartFailure } from './start-failure.ts';
import { SigningKeys } from './tokens/signing-keys.ts';
import { warningsOf } from './unwise.ts';
import { startHeartbeat } from './watching/heartbeat.ts';
import type { MetricsListener } from './watching/listener.ts';
import { logSlowStatements } from './watching/slow-statements.ts';
import type { Traces } from './watching/tracing.ts';
import { startWorker } from './worker.ts';

/** Time for requests in flight and for the worker's attempts (six seconds at most) to finish, both at the same time. */
const SHUTDOWN_MILLISECONDS = 7000;
const CLOSE_DATABASE_MILLISECONDS = 2000;
/** Longer than the two above together: a shutdown that takes longer hangs. */
const HANG_MILLISECONDS = 10_000;

export interface RunningServer {
  /** Where it listens, such as http://127.0.0.1:4000. */
  readonly url: string;
  /** Where its metrics are; undefined where they are not served. */
  readonly metricsUrl: string | undefined;
  /** Of all publications, for whoever started it. */
  readonly service: Service;
  /**
   * Answers "not ready", takes requests for `drainSeconds` more, finishes those in flight, stops the worker and closes
   * the database.
   */
  close(drainSeconds?: number): Promise<void>;
}

/** Starts the server. Throws StartFailure, which says what is wrong, where, and what to do. */
export async function startServer(
  config: Config,
  clock: Clock = systemClock,
  log: Logger = createLogger(config),
): Promise<RunningServer> {
  let database: Database | undefined;
  for (const warning of warningsOf(config)) log.warn(warning);
  try {
    database = await openMigrated(config, log);
    return await serve(config, clock, log, database);
  } catch (error) {
    await database?.close().catch(() => undefined);
    throw toStartFailure(error, config);
  }
}

async function serve(config: Config, clock: Clock, log: Logger, database: Database): Promise<RunningServer> {
  const secretKeys = new SecretKeys(config.secretKeys);
  const signingKeys = new SigningKeys(database, secretKeys, clock);
  const securityLog = new SecurityLog({ log, secretKeys, clock });
  const limiter = new Limiter(database, clock);
  const service: Service = { config, database, clock, secretKeys, signingKeys, securityLog, limiter };
  const stopping = new AbortController();
  // Before the application is made, which publishes nothing of its requests where nobody listens.
  const metrics = await serveMetricsIfAsked(service, log);
  const traces = await sendTracesIfAsked(config);
  const { slowStatement } = config.watching;
  const endSlowStatements = slowStatement === 0 ? undefined : logSlowStatements(log, slowStatement);
  const app = await createApp(service, log, stopping.signal);
  const connections = new Connections(app.server);
  await signingKeys.current();
  const url = await app.listen({ host: config.host, port: config.port });
  const bounces = await listenForBouncesIfAsked(service, log, app);
  const worker = startWorker(service, log);
  const endHeartbeat = startHeartbeat(service);
  // The log says at once where it is not read.
  void database.replicaState().catch(() => undefined);
  const close = async (drainSeconds = 0): Promise<void> => {
    stopping.abort();
    connections.announceClose();
    await pause(drainSeconds * 1000);
    const [cut] = await Promise.all([
      connections.close(SHUTDOWN_MILLISECONDS),
      withTimeout(SHUTDOWN_MILLISECONDS, worker.stop()),
      withTimeout(SHUTDOWN_MILLISECONDS, bounces?.close() ?? Promise.resolve()),
      withTimeout(SHUTDOWN_MILLISECONDS, endHeartbeat()),
    ]);
    if (cut > 0) log.warn({ cut }, 'requests were cut off that did not end in time');
    await app.close();
    await metrics?.close();
    endSlowStatements?.();
    await Promise.all([
      withTimeout(CLOSE_DATABASE_MILLISECONDS, database.close()),
      withTimeout(CLOSE_DATABASE_MILLISECONDS, traces?.close() ?? Promise.resolve()),
    ]);
  };
  return { url, metricsUrl: metrics?.url, service: { ...service, database: database.everywhere }, close };
}

/** Its parts are loaded only where they are asked for. */
async function serveMetricsIfAsked(service: Service, log: Logger): Promise<MetricsListener | undefined> {
  const { metrics } = service.config.watching;
  if (metrics === undefined) return undefined;
  const { serveMetrics } = await import('./watching/listener.ts');
  return serveMetrics({ ...service, database: service.database.everywhere }, metrics, (error) =>
    log.error({ err: error }, 'the metrics could not be read'),
  );
}

async function sendTracesIfAsked({ watching: { traces } }: Config): Promise<Traces | undefined> {
  if (traces === undefined) return undefined;
  const { sendTraces } = await import('./watching/tracing.ts');
  return sendTraces(traces);
}

async function listenForBouncesIfAsked(
  service: Service,
  log: Logger,
  app: { close(): Promise<unknown> },
): Promise<BounceListener | undefined> {
  const { bounceListener } = service.config;
  if (bounceListener === undefined) return undefined;
  try {
    return await listenForBounces(service, log, bounceListener);
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Waits for the work, or until the timeout: unfinished work is in the database and is resumed after the next start. */
async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timeout = new AbortController();
  await Promise.race([work, pause(milliseconds, undefined, { signal: timeout.signal }).catch(() => undefined)]);
  timeout.abort();
}

export async function openMigrated(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl.startsWith('sqlite:')) makeFolder(dirname(config.databaseUrl.slice('sqlite:'.length)));
  const database = openDatabase(
    config.databaseUrl,
    (error) => log.warn({ error: error.message }, 'database connection lost'),
    config.replicaUrl === undefined
      ? undefined
      : { url: config.replicaUrl, onChange: (state) => logReplica(log, state) },
  );
  try {
    const applied = await migrate(database, config.environment);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    await raiseWall(config, database, log);
    await checkSites(config, database.everywhere);
    return database;
  } catch (error) {
    // SQLite would leave its -wal and -shm files behind.
    await database.close().catch(() => undefined);
    throw error;
  }
}

/** SQLite has no second wall, which is no fault of an operator's. */
async function raiseWall({ isWalled }: Config, database: Database, log: Logger): Promise<void> {
  const { stands, cause, isUserBound } = isWalled ? await database.raiseWall() : await database.findWall();
  if (isUserBound) throw new UserIsBound(cause);
  if (isWalled && !stands && database.dialect === 'postgres')
    log.warn({ cause }, 'the second wall between publications does not stand (docs/operating.md)');
}

function logReplica(log: Logger, { standing, cause }: ReplicaState): void {
  if (standing === 'fresh') log.info('the replica is read again');
  else log.warn({ standing, cause }, 'the replica is not read: the primary answers in its place');
}

/**
 * Shuts down gracefully on SIGTERM or SIGINT. A second signal, or a shutdown that hangs, exits at once with status 1.
 */
export function closeOnSignal(close: () => Promise<void>, drainSeconds = 0): void {
  let isClosing = false;
  const onSignal = (): void => {
    if (isClosing) process.exit(1);
    isClosing = true;
    setTimeout(() => process.exit(1), drainSeconds * 1000 + HANG_MILLISECONDS).unref();
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/**
 * Serves with the settings of the environment until a signal ends it. Exits with status 2 when the service cannot
 * start.
 */
export async function runServer(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const log = createLogger(config);
    const server = await startServer(config, systemClock, log);
    log.info({ url: server.url, environment: config.environment }, 'ready');
    closeOnSignal(() => server.close(config.drainSeconds), config.drainSeconds);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}
