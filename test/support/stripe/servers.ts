// Other authors' test doubles of Stripe, as processes on loopback.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { localstripePython } from '../../../scripts/setup/localstripe.mjs';
import { stripeMock } from '../../../scripts/setup/stripe-mock.mjs';
import { findFreePort } from '../databases/postgres-server.ts';

export interface OtherServer {
  readonly url: string;
  stop(): Promise<void>;
}

const LOCALSTRIPE = fileURLToPath(new URL('memory-localstripe.py', import.meta.url));
const PATIENCE_MILLISECONDS = 20_000;

export function startStripeMock(): Promise<OtherServer> {
  return start(stripeMock, (port) => ['-http-addr', `127.0.0.1:${port}`]);
}

export function startLocalstripe(): Promise<OtherServer> {
  return start(localstripePython, (port) => [LOCALSTRIPE, '--port', String(port), '--from-scratch']);
}

/** Fails the test where the set-up could not install the server. */
async function start(command: string, argumentsOf: (port: number) => string[]): Promise<OtherServer> {
  if (!existsSync(command))
    throw new Error(`${command} is missing: node scripts/setup.mjs --tests tells why it could not be installed`);
  const port = await findFreePort();
  const child = spawn(command, argumentsOf(port), { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-4000)));
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + PATIENCE_MILLISECONDS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${command} does not answer:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, stop: () => stop(child) };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
