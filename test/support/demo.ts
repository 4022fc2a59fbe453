// The local demo as `npm start` runs it: the service, its publication and the publisher's site, as a process of their own.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './postgres-server.ts';

/** Of data/demo.json. */
export interface Demo {
  readonly name: string;
  readonly site_url: string;
  readonly base_url: string;
  readonly mailbox_url: string;
  readonly publisher_site_url: string;
  readonly api_key: string;
}

export interface RunningDemo extends Demo {
  /** The digits of the newest letter with a code to the address, as soon as it is there. */
  newestCode(email: string): Promise<string>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MILLISECONDS = 60_000;
const LETTER_TIMEOUT_MILLISECONDS = 15_000;

/** Starts it on two free ports with data of its own. Throws with what it printed when it does not start. */
export async function startDemo(): Promise<RunningDemo> {
  const dataDir = mkdtempSync(join(tmpdir(), 'masthead-demo-'));
  // The publisher's site takes the next one.
  const port = await findFreePort();
  const script = fileURLToPath(new URL('../../scripts/demo.ts', import.meta.url));
  const env = { PATH: process.env['PATH'] ?? '', PORT: String(port), DATA_DIR: dataDir };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  await isOpen(child);
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  const stop = async (): Promise<void> => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...demo, newestCode: (email) => newestCode(demo, email), stop };
}

async function isOpen(child: ChildProcess): Promise<void> {
  const printed: string[] = [];
  const opened = Promise.withResolvers<void>();
  const listen = (text: string): void => {
    printed.push(text);
    if (printed.join('').includes('is open.')) opened.resolve();
  };
  child.stdout?.setEncoding('utf8').on('data', listen);
  child.stderr?.setEncoding('utf8').on('data', listen);
  child.once('exit', () => opened.reject(new Error(`the demo does not start:\n${printed.join('')}`)));
  const timeout = setTimeout(() => opened.reject(new Error(`the demo is not open in time:\n${printed.join('')}`)), START_TIMEOUT_MILLISECONDS);
  await opened.promise.finally(() => clearTimeout(timeout));
}

async function newestCode(demo: Demo, email: string): Promise<string> {
  const until = Date.now() + LETTER_TIMEOUT_MILLISECONDS;
  while (Date.now() < until) {
    const answer = await fetch(`${demo.mailbox_url}/messages?to=${encodeURIComponent(email)}`);
    const letters = (await answer.json()) as { subject: string }[];
    const [code] = letters.flatMap(({ subject }) => /^\d{6}\b/.exec(subject)?.[0] ?? []);
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no letter came');
}
