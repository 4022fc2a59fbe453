// A worker as a process of its own, to be killed for real. Started as a program it runs one on DATABASE_URL, by a clock that began at
// CLOCK_START and runs CLOCK_SPEED times as fast, so that claims lapse and retries fall due while a test waits.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readConfig } from '../../src/config.ts';
import type { Clock } from '../../src/database/clock.ts';
import { openDatabase } from '../../src/database/open.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { SigningKeys } from '../../src/tokens/signing-keys.ts';
import { startWorker } from '../../src/worker.ts';

const FILE = fileURLToPath(import.meta.url);

export interface FastClock extends Clock {
  readonly start: number;
  readonly speed: number;
}

export function fastClock(speed: number, start = Date.now()): FastClock {
  return { start, speed, now: () => new Date(start + (Date.now() - start) * speed) };
}

export interface WorkerProcess {
  /** SIGKILL; resolves once the process is gone. */
  kill(): Promise<void>;
}

export async function startWorkerProcess(databaseUrl: string, clock: FastClock): Promise<WorkerProcess> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, CLOCK_START: String(clock.start), CLOCK_SPEED: String(clock.speed) };
  const child = spawn(process.execPath, [FILE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
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

function run(): void {
  const config = readConfig(process.env);
  const database = openDatabase(config.databaseUrl);
  const clock = fastClock(Number(process.env['CLOCK_SPEED']), Number(process.env['CLOCK_START']));
  const secretKeys = new SecretKeys(config.secretKeys);
  startWorker({ config, database, clock, secretKeys, signingKeys: new SigningKeys(database, secretKeys, clock) });
  process.stdout.write('started\n');
  // The worker's own timers keep no process alive.
  setInterval(() => undefined, 60_000);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) run();
