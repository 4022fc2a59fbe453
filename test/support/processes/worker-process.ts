// A worker as a process, for tests that kill it. Started as a program, this file runs a worker on DATABASE_URL with the fast clock of its environment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { readConfig } from '../../../src/config.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { SecretKeys } from '../../../src/database/secrets.ts';
import { Limiter } from '../../../src/models/limiter.ts';
import { SecurityLog } from '../../../src/security/security-log.ts';
import { SigningKeys } from '../../../src/tokens/signing-keys.ts';
import { startWorker } from '../../../src/worker.ts';
import { givenClock, type FastClock } from './fast-clock.ts';

const FILE = fileURLToPath(import.meta.url);
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

export interface WorkerProcess {
  /** SIGKILL; resolves once the process is gone. */
  kill(): Promise<void>;
}

/** @param more settings of the worker */
export async function startWorkerProcess(
  databaseUrl: string,
  clock: FastClock,
  more: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: '.cache/node',
    DATABASE_URL: databaseUrl,
    ...clock.settings,
    ...more,
  };
  const child = spawn(process.execPath, [FILE], { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const killOnExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killOnExit);
  await once(child.stdout, 'data');
  const kill = async (): Promise<void> => {
    process.off('exit', killOnExit);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return { kill };
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const database = openDatabase(config.databaseUrl);
  await database.raiseWall();
  const clock = givenClock();
  const secretKeys = new SecretKeys(config.secretKeys);
  const signingKeys = new SigningKeys(database, secretKeys, clock);
  const securityLog = new SecurityLog({ log: pino({ level: 'silent' }), secretKeys, clock });
  const limiter = new Limiter(database, clock);
  startWorker({ config, database, clock, secretKeys, signingKeys, securityLog, limiter });
  process.stdout.write('started\n');
  // A killed process leaves none behind.
  flushCompileCache();
  // The worker's own timers keep no process alive.
  setInterval(() => undefined, 60_000);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void run();
