// Runs the command line with its settings in the environment. A process costs thirty times the command itself, so commands run in the process of the
// tests, one after the other; `runAsProcess` shows that a command ends by itself, and cli/usage.test.ts that the sources of all load.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { runProgram } from '../../../src/cli/program.ts';

export interface CommandOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
/** Of the tests' environment the command gets PATH only. */
const BASE = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: '.cache/node',
  ENVIRONMENT: 'test',
  SECRET_KEY: 'a secret key of the tests that is long enough',
};

/** The settings that production requires, without a database. */
export const PRODUCTION_SETTINGS = {
  ENVIRONMENT: 'production',
  SECRET_KEY: 'k'.repeat(48),
  API_URL: 'https://api.example.org',
  MAIL_URL: 'smtps://user:hidden@mail.example.org',
};

type Settings = Readonly<Record<string, string>>;

export class CommandLine {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** masthead NOUN VERB … */
  run(...args: readonly string[]): Promise<CommandOutcome> {
    const run = lastRun.then(() => runAlone(this.#settings, args));
    lastRun = run.catch(() => undefined);
    return run;
  }

  async runAsProcess(...args: readonly string[]): Promise<CommandOutcome> {
    const env = { ...BASE, ...this.#settings };
    const child = spawn(process.execPath, ['--min-semi-space-size=16', 'src/cli/main.ts', ...args], {
      cwd: PROJECT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { exitCode: child.exitCode, stdout, stderr };
  }

  /** Returns the command's JSON document; throws when the command was refused. */
  async json<Document>(...args: readonly string[]): Promise<Document> {
    const { exitCode, stdout, stderr } = await this.run(...args, '--json');
    if (exitCode !== 0) throw new Error(`masthead ${args.join(' ')} ended by ${exitCode}: ${stderr}`);
    // Unchecked cast: a wrong shape fails the test's expectations.
    return JSON.parse(stdout) as Document;
  }
}

/** Commands run one after the other, since a process has one environment and one output. */
let lastRun: Promise<unknown> = Promise.resolve();

async function runAlone(settings: Settings, args: readonly string[]): Promise<CommandOutcome> {
  const { env } = process;
  const [stdout, stderr] = [captured(process.stdout), captured(process.stderr)];
  process.env = { ...BASE, ...settings };
  try {
    const exitCode = await runProgram(args);
    return { exitCode, stdout: stdout.read(), stderr: stderr.read() };
  } finally {
    process.env = env;
    for (const stream of [stdout, stderr]) stream.release();
  }
}

/** Captures the output of the stream until it is released. */
function captured(stream: NodeJS.WriteStream): { read(): string; release(): void } {
  let written = '';
  const spy = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    written += String(chunk);
    return true;
  });
  return { read: () => written, release: () => spy.mockRestore() };
}
