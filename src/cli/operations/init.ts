// masthead init: writes a settings file with fresh secrets, for service managers, container engines and shells alike, and says what is missing
// in it. It never changes a file that is there, and asks nothing unless somebody sits at a terminal.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Option, type Command } from 'commander';
import { InvalidConfig, readConfig } from '../../config.ts';
import { describe, type OutputOptions } from '../command.ts';
import { Refused, UsageError } from '../failure.ts';
import { printJson, remark } from '../output.ts';

const DEFAULT_FILE = 'masthead.env';
/** Only who runs the service may read it. */
const FILE_MODE = 0o600;

interface Asked {
  readonly setting: string;
  /** As Commander names it. */
  readonly option: string;
  readonly flags: string;
  readonly about: string;
  readonly example: string;
}

/** What no machine can make up, in the order of the file and of the questions. */
const ASKED: readonly Asked[] = [
  {
    setting: 'API_URL',
    option: 'apiUrl',
    flags: '--api-url <origin>',
    about: 'Origin of the data API',
    example: 'https://api.example.org',
  },
  {
    setting: 'DASHBOARD_URL',
    option: 'dashboardUrl',
    flags: '--dashboard-url <origin>',
    about: 'Origin of the dashboard, on a host of its own that stays for good: passkeys belong to it',
    example: 'https://dashboard.example.org',
  },
  {
    setting: 'DATABASE_URL',
    option: 'databaseUrl',
    flags: '--database-url <url>',
    about: 'Database: sqlite: and a path, or PostgreSQL',
    example: 'postgres://masthead:password@db.example.org/masthead',
  },
  {
    setting: 'MAIL_URL',
    option: 'mailUrl',
    flags: '--mail-url <url>',
    about: 'Mail server',
    example: 'smtps://user:password@mail.example.org',
  },
  {
    setting: 'MAIL_FROM',
    option: 'mailFrom',
    flags: '--mail-from <address>',
    about: 'Sender of all mail',
    example: 'news@example.org',
  },
  {
    setting: 'TRUST_PROXY',
    option: 'trustProxy',
    flags: '--trust-proxy <addresses>',
    about: 'Address of the proxy that ends TLS',
    example: '127.0.0.1',
  },
];

interface Options extends OutputOptions {
  readonly environment: 'production' | 'test';
  readonly [option: string]: string | boolean | undefined;
}

export function register(command: Command): void {
  describe(command, 'Write a settings file with fresh secrets, and say what is missing in it', 'init masthead.env')
    .argument('[file]', 'the file to make', DEFAULT_FILE)
    .addOption(new Option('--environment <name>', 'environment').choices(['production', 'test']).default('production'));
  for (const { flags, about } of ASKED) command.option(flags, about);
  command.action(run);
}

async function run(file: string, options: Options): Promise<void> {
  const path = resolve(file);
  checkAbsent(path);
  const given = ASKED.flatMap(({ setting, option }) => {
    const value = options[option];
    return typeof value === 'string' ? [[setting, checkValue(setting, value)] as const] : [];
  });
  const isAtTerminal = process.stdin.isTTY && process.stdout.isTTY && options.json !== true;
  const answers = isAtTerminal
    ? await ask(ASKED.filter(({ setting }) => given.every(([name]) => name !== setting)))
    : [];
  const settings = {
    ENVIRONMENT: options.environment,
    SECRET_KEY: randomBytes(48).toString('base64'),
    ...Object.fromEntries([...given, ...answers]),
  };
  write(path, toFile(settings));
  tell(path, faultsOf(settings), options);
}

function checkAbsent(path: string): void {
  if (existsSync(path)) throw new Refused(`${path} exists, and was left as it is: name another file, or move it away`);
  if (!existsSync(dirname(path))) throw new Refused(`There is no folder ${dirname(path)}: make it first`);
}

/** A value has to mean the same to a shell, systemd and a container engine. */
function checkValue(setting: string, value: string): string {
  if (/[^\x20-\x7e]|'/.test(value))
    throw new UsageError(
      `${setting} must be one line of ASCII without an apostrophe; in a URL write such characters as %27`,
    );
  return value.trim();
}

async function ask(questions: readonly Asked[]): Promise<(readonly [string, string])[]> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // By iterating, since a question drops lines that are pasted before it is asked.
  const lines = terminal[Symbol.asyncIterator]();
  const answers: (readonly [string, string])[] = [];
  try {
    remark('Press Enter to leave something for later.');
    for (const { setting, about, example } of questions) {
      terminal.setPrompt(`${setting}=`);
      process.stdout.write(`${about}, such as ${example}\n`);
      terminal.prompt();
      const { done, value: answer } = await lines.next();
      if (done === true) break;
      const value = checkValue(setting, answer);
      if (value !== '') answers.push([setting, value]);
    }
  } finally {
    terminal.close();
  }
  return answers;
}

function toFile(settings: Readonly<Record<string, string>>): string {
  const line = (name: string, example: string): string => {
    const value = settings[name];
    return value === undefined ? `# ${name}=${quoted(example)}` : `${name}=${quoted(value)}`;
  };
  return `# Settings of Masthead, made by: masthead init. docs/operating.md explains each of them, and lists the others.
# Whoever reads this file can read what Masthead keeps secret: it is for the user alone that runs the service.
ENVIRONMENT=${settings['ENVIRONMENT']}

# Encrypts what is secret in the database. Keep a copy apart from the backups: without it they are of no use.
SECRET_KEY=${settings['SECRET_KEY']}

${ASKED.map(({ setting, about, example }) => `# ${about}.\n${line(setting, example)}\n`).join('\n')}
# Takes in what mail services report of bounces, at /webhooks/mail.
# MAIL_WEBHOOK_SECRET=whsec_${randomBytes(32).toString('base64')}
`;
}

/** Shells, systemd and Compose take apostrophes away; most values need none. */
function quoted(value: string): string {
  return /^[\w.:/@%+=,~[\]-]*$/.test(value) ? value : `'${value}'`;
}

function write(path: string, text: string): void {
  try {
    // Fails where another process has made the file meanwhile.
    const file = openSync(path, 'wx', FILE_MODE);
    writeFileSync(file, text);
    closeSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'EEXIST') checkAbsent(path);
    throw new Refused(`${path} cannot be written (${code}): name a file in a folder of yours`);
  }
}

function faultsOf(settings: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    if (error instanceof InvalidConfig) return error.faults;
    throw error;
  }
}

function tell(path: string, faults: readonly string[], { json }: Options): void {
  if (json === true) {
    printJson({ file: path, faults });
    return;
  }
  process.stdout.write(`${path}\n`);
  if (faults.length > 0)
    remark(
      `Before Masthead can start, these lines of the file need you:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  remark(`Next, in the folder of Masthead:
  set -a; . ${path}; set +a
  npm run -s masthead -- check-config --connect
  npm run -s masthead -- migrate
  npm run -s masthead -- publication create --name NAME --site-url URL
  npm run serve`);
}
