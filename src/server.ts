// The server: configuration, database, keys, doors, worker, listening, and a graceful end.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino, type Logger } from 'pino';
import { createApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { systemClock, type Clock } from './database/clock.ts';
import type { Database } from './database/connection.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { SecretKeys } from './database/secrets.ts';
import type { Service } from './service.ts';
import { toStartFailure } from './start-failure.ts';
import { SigningKeys } from './tokens/signing-keys.ts';
import { startWorker } from './worker.ts';

/** What is under way when the end is asked for may take this long. */
const CLOSE_TIMEOUT_MILLISECONDS = 10_000;

export interface RunningServer {
  /** Where it listens, such as http://127.0.0.1:4000. */
  readonly url: string;
  readonly service: Service;
  /** Takes no more requests, ends those under way, stops the worker, closes the database. */
  close(): Promise<void>;
}

/** Throws StartFailure: what is wrong, where, and what to do. */
export async function startServer(config: Config, clock: Clock = systemClock, log: Logger = createLogger(config)): Promise<RunningServer> {
  let database: Database | undefined;
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
  const wakers: (() => void)[] = [];
  const service: Service = { config, database, clock, secretKeys, signingKeys, wakeWorker: () => wakers.forEach((wake) => wake()) };
  const app = await createApp(service, log);
  await signingKeys.current();
  const url = await app.listen({ host: config.host, port: config.port });
  const worker = startWorker(service, log);
  wakers.push(() => worker.wake());
  const close = async (): Promise<void> => {
    await app.close();
    await worker.stop();
    await database.close();
  };
  return { url, service, close };
}

async function openMigrated(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl.startsWith('sqlite:')) mkdirSync(dirname(config.databaseUrl.slice('sqlite:'.length)), { recursive: true });
  const database = openDatabase(config.databaseUrl, (error) => log.warn({ error: error.message }, 'database connection lost'));
  const applied = await migrate(database);
  if (applied.length > 0) log.info({ applied }, 'migrated');
  return database;
}

/** JSON lines without personal data: no address, e-mail, code, token, cookie or query string is ever handed to it. */
export function createLogger(config: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/** On SIGTERM or SIGINT ends gracefully; a second signal, or taking too long, ends at once. */
export function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false;
  const onSignal = (): void => {
    if (isClosing) process.exit(1);
    isClosing = true;
    setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MILLISECONDS).unref();
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** What the process does: serves by the environment's settings until it is told to end. Ends the process with status 2 when it cannot start. */
export async function runServer(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const log = createLogger(config);
    const server = await startServer(config, systemClock, log);
    log.info({ url: server.url, environment: config.environment }, 'ready');
    closeOnSignal(() => server.close());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}
