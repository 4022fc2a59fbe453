// The command line as its users run it: a process with the settings in its environment. That costs thirty times what the command itself does,
// so only the first command of a noun is one, and the others run in the process of the tests. What a process alone can show is that its sources
// load as they are, which a noun's first command does for all, and that it ends by itself, which those that connect to others show (`runAsProcess`).
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
/** Nothing of the tests' own environment reaches the command but where programs are found. */
const BASE = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: '.cache/node',
  ENVIRONMENT: 'test',
  SECRET_KEY: 'a secret key of the tests that is long enough',
};

/** The least that production asks for, without a database. */
export const PRODUCTION_SETTINGS = {
  ENVIRONMENT: 'production',
  SECRET_KEY: 'k'.repeat(48),
  API_URL: 'https://api.example.org',
  MAIL_URL: 'smtps://user:hidden@mail.example.org',
};

type Settings = Readonly<Record<string, string>>;

export class CommandLine {
  readonly #settings: Settings;
  readonly #knownNouns = new Set<string>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** masthead NOUN VERB … */
  run(...args: readonly string[]): Promise<CommandOutcome> {
    const [noun = ''] = args;
    return this.#knownNouns.has(noun) ? runHere(this.#settings, args) : this.runAsProcess(...args);
  }

  /** In the process of the tests, whatever the noun: for those who run every command and have seen that its sources load elsewhere. */
  runHere(...args: readonly string[]): Promise<CommandOutcome> {
    return runHere(this.#settings, args);
  }

  async runAsProcess(...args: readonly string[]): Promise<CommandOutcome> {
    this.#knownNouns.add(args[0] ?? '');
    const env = { ...BASE, ...this.#settings };
    const child = spawn(process.execPath, ['--min-semi-space-size=16', 'src/cli/main.ts', ...args], {
      cwd: PROJECT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { exitCode: child.exitCode, stdout, stderr };
  }

  /** The command's JSON document; throws when it was refused. */
  async json<Document>(...args: readonly string[]): Promise<Document> {
    const { exitCode, stdout, stderr } = await this.run(...args, '--json');
    if (exitCode !== 0) throw new Error(`masthead ${args.join(' ')} ended by ${exitCode}: ${stderr}`);
    // The test says what it expects; a wrong shape fails its expectations.
    return JSON.parse(stdout) as Document;
  }
}

let lastRun: Promise<unknown> = Promise.resolve();

/** One after the other: a process has one environment and one output. */
function runHere(settings: Settings, args: readonly string[]): Promise<CommandOutcome> {
  const run = lastRun.then(() => runAlone(settings, args));
  lastRun = run.catch(() => undefined);
  return run;
}

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

/** Takes what is written to the stream until it is released. */
function captured(stream: NodeJS.WriteStream): { read(): string; release(): void } {
  let written = '';
  const spy = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    written += String(chunk);
    return true;
  });
  return { read: () => written, release: () => spy.mockRestore() };
}
