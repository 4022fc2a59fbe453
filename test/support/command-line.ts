// The command line as its users run it: a process of its own, with the settings in its environment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';

export interface CommandOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Nothing of the tests' own environment reaches the command but where programs are found. */
const BASE = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: '.cache/node', ENVIRONMENT: 'test', SECRET_KEY: 'a secret key of the tests that is long enough' };

/** The least that production asks for, without a database. */
export const PRODUCTION_SETTINGS = {
  ENVIRONMENT: 'production',
  SECRET_KEY: 'k'.repeat(48),
  API_URL: 'https://api.example.org',
  MAIL_URL: 'smtps://user:hidden@mail.example.org',
};

export class CommandLine {
  readonly #settings: Readonly<Record<string, string>>;

  constructor(settings: Readonly<Record<string, string>>) {
    this.#settings = settings;
  }

  /** masthead NOUN VERB … */
  async run(...args: readonly string[]): Promise<CommandOutcome> {
    const env = { ...BASE, ...this.#settings };
    const child = spawn(process.execPath, ['--min-semi-space-size=16', 'src/cli/main.ts', ...args], { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'] });
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
