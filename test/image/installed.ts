// Masthead as an operator installs it: the sources of this checkout, with the packages that production needs and no others.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const PROJECT = join(import.meta.dirname, '../..');
const START_MILLISECONDS = 60_000;

export interface Installed {
  readonly folder: string;
  remove(): void;
}

/** Without the folders of this checkout in PATH, as on a machine of its own. */
export const MACHINE_PATH = (process.env['PATH'] ?? '')
  .split(':')
  .filter((folder) => !folder.startsWith(PROJECT))
  .join(':');

export function installProduction(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-installed-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: PROJECT,
    });
    execFileSync('/bin/sh', ['-c', 'tar --create --null --files-from=- | tar --extract --directory "$0"', folder], {
      cwd: PROJECT,
      input: files,
    });
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      env: { PATH: MACHINE_PATH, HOME: process.env['HOME'] },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

export interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Ends it by SIGTERM; the exit code. */
  stop(): Promise<number | null>;
}

/** Starts a command in a process group of its own, and waits until it answers at /healthz of the port. */
export async function startAndWait(
  [command = '', ...args]: readonly string[],
  { cwd, env, port }: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly port: number },
): Promise<Started> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const killOnExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const output = (): string => chunks.join('');
  const until = performance.now() + START_MILLISECONDS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`it does not answer:\n${output()}`);
    }
    await sleep(100);
  }
  const stop = async (): Promise<number | null> => {
    process.off('exit', killOnExit);
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    return code;
  };
  return { child, output, stop };
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
