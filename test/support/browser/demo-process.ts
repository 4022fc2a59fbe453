// `npm start` as a process, without the set-up before it.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

export interface DemoProcess {
  /** Its standard output. */
  readonly output: string;
  /** Sends SIGTERM and returns the exit code. */
  end(): Promise<number | null>;
}

export interface DemoFailure {
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly milliseconds: number;
}

/** Starts it and waits for the table that it prints when it is ready. Throws when it exits instead. */
export async function startDemo(settings: Record<string, string>): Promise<DemoProcess> {
  const { child, stdout, stderr } = spawnDemo(settings);
  const ready = Promise.withResolvers<void>();
  child.stdout.on('data', () => stdout().includes('Ctrl-C') && ready.resolve());
  child.once('exit', (code) => ready.reject(new Error(`the demo ended by ${code}: ${stderr()}`)));
  await ready.promise;
  const end = async (): Promise<number | null> => {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await exited;
    return child.exitCode;
  };
  return { output: stdout(), end };
}

/** Starts it where it is expected to fail. */
export async function failDemo(settings: Record<string, string>): Promise<DemoFailure> {
  const startedAt = performance.now();
  const { child, stderr } = spawnDemo(settings);
  await once(child, 'close');
  return { exitCode: child.exitCode, stderr: stderr(), milliseconds: performance.now() - startedAt };
}

/** A free port with a free one after it, as the demo takes both. */
export async function findFreePortPair(): Promise<number> {
  for (;;) {
    // Below the system's ephemeral ports.
    const port = randomInt(20_000, 32_000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const isListening = await Promise.race([
    once(probe, 'listening').then(() => true),
    once(probe, 'error').then(() => false),
  ]);
  if (isListening) {
    probe.close();
    await once(probe, 'close');
  }
  return isListening;
}

function spawnDemo(settings: Record<string, string>) {
  const env = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: '.cache/node', ...settings };
  const child = spawn(process.execPath, ['scripts/demo.ts'], { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const killOnExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killOnExit);
  child.once('exit', () => process.off('exit', killOnExit));
  return { child, stdout: collect(child.stdout), stderr: collect(child.stderr) };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: string[] = [];
  stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  return () => chunks.join('');
}
