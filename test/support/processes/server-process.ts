// The service as a process, as an operator starts it, for tests that kill it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../databases/postgres-server.ts';
import { ownTime } from './processor-wait.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
/** Long, since a busy machine is slow to start a process. */
const START_TIMEOUT_MILLISECONDS = 60_000;

export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
  /** Milliseconds from the start of the process to its first good answer, without waits for a processor. */
  readonly readyAfter: number;
  /** Its output so far. */
  readonly output: () => string;
  /** SIGKILL unless another signal is named; resolves with the exit code once the process is gone. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/**
 * @param settings environment variables; PORT is chosen free unless given.
 * @param args of node: the program and its arguments; it must listen on PORT and answer at /readyz.
 * @param launcher a command that executes the one in its arguments, such as unshare.
 */
export async function startServerProcess(
  settings: Record<string, string>,
  args: readonly string[] = ['src/main.ts'],
  launcher: readonly string[] = [],
): Promise<ServerProcess> {
  const port = settings['PORT'] ?? String(await findFreePort());
  const startedAt = ownTime();
  const [command = process.execPath, ...rest] = [...launcher, process.execPath, ...args];
  const child = spawn(command, rest, {
    cwd: PROJECT,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: '.cache/node',
      ENVIRONMENT: 'test',
      API_RATE_LIMIT: '0',
      MAX_WAIT_MILLISECONDS: '0',
      LOG_LEVEL: 'warn',
      ...settings,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killOnExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const output = (): string => chunks.join('');
  const url = `http://localhost:${port}`;
  await waitUntilReady(url, child, output);
  const end = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> => {
    process.off('exit', killOnExit);
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return { url, process: child, readyAfter: ownTime(child.pid ?? 0) - startedAt, output, end };
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MILLISECONDS; Date.now() < deadline; await sleep(20)) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${output()}`);
    if (await isReady(url)) return;
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not ready in time: ${output()}`);
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
