// The pages for people are tested: the commands they show run against the demo, and what they name is there.
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECURITY_EVENTS } from '../../src/security/kinds.ts';
import { findFreePortPair, startDemo, type DemoProcess } from '../support/browser/demo-process.ts';
import { CommandLine } from '../support/processes/command-line.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = [
  'README.md',
  'docs/operating.md',
  'docs/publishers-guide.md',
  'docs/command-line.md',
  'docs/data-api.md',
  'docs/selling.md',
  'docs/support.md',
  'docs/operating-payments.md',
  'docs/watching.md',
  'docs/installing.md',
  'docs/backups.md',
];
/** Its commands are run by test/image/guide.test.ts. */
const ALL_PAGES = [...PAGES, 'docs/operators-guide.md'];
const PATIENT = { timeout: 120_000 };

const read = (page: string): string => readFileSync(join(PROJECT, page), 'utf8');
const shellBlocks = (page: string): string[] =>
  [...read(page).matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = '']) => commands);

describe('the commands shown', PATIENT, () => {
  let folder: string;
  let port: number;
  let demo: DemoProcess;

  beforeAll(async () => {
    // A folder that looks like the project, with a data/ of its own.
    folder = mkdtempSync(join(tmpdir(), 'masthead-docs-'));
    for (const name of ['package.json', 'node_modules', 'src', 'scripts'])
      symlinkSync(join(PROJECT, name), join(folder, name));
    mkdirSync(join(folder, 'data'));
    port = await findFreePortPair();
    demo = await startDemo({ DATA_DIR: join(folder, 'data'), PORT: String(port) });
  }, 60_000);
  afterAll(async () => {
    await demo.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(PAGES.flatMap((page) => shellBlocks(page).map((commands) => ({ page, commands }))))(
    'run: $page $commands',
    async ({ commands }) => {
      const script = commands.replaceAll('localhost:4000', `localhost:${port}`);
      const env = {
        PATH: `${join(PROJECT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
        HOME: folder,
        PORT: String(port),
      };
      const { stdout, stderr } = await promisify(execFile)('sh', ['-eu', '-c', script], { cwd: folder, env });
      expect([stdout, stderr].join('\n')).not.toMatch(/error|fault/i);
    },
  );

  test('leave an application that the sample site can be started with', () => {
    const application = JSON.parse(readFileSync(join(folder, 'data/my-site.json'), 'utf8'));
    expect(application).toMatchObject({
      client_id: expect.any(String),
      client_secret: expect.any(String),
      redirect_uri: 'http://localhost:3000/auth/callback',
    });
  });
});

test('every command that a page names is there', PATIENT, async () => {
  const named = ALL_PAGES.flatMap((page) => [...read(page).matchAll(/masthead -- ([a-z-]+)(?: ([a-z][a-z-]*))?/g)]);
  const commands = new Set(
    named
      .map(([, noun = '', verb = '']) => (verb === '' ? noun : `${noun} ${verb}`))
      .filter((command) => command !== '--help'),
  );
  expect(commands.size).toBeGreaterThan(5);
  const masthead = new CommandLine({});
  for (const command of commands) {
    const { exitCode, stdout } = await masthead.run(...command.split(' '), '--help');
    expect([command, exitCode]).toEqual([command, 0]);
    // A command may have a second name: `code archive|disable`.
    expect(stdout).toMatch(new RegExp(`^Usage: masthead ${command}[ |]`, 'm'));
  }
});

test.each(ALL_PAGES)('every page that %s links to is there', (page) => {
  for (const [, target = ''] of read(page).matchAll(/\]\((?!https?:)([^)#]+)/g))
    expect([target, existsSync(resolve(PROJECT, dirname(page), target))]).toEqual([target, true]);
});

test('docs/operating.md lists the settings that the configuration reads, and no others', () => {
  const files = [
    'src/config.ts',
    'src/database-settings.ts',
    'src/limit-settings.ts',
    'src/mail-webhook-settings.ts',
    'src/watching-settings.ts',
    ...globSync('src/payments/*/deployment-settings.ts', { cwd: PROJECT }),
  ];
  const settings = new Set(
    files.flatMap((file) =>
      [...read(file).matchAll(/^ {2,4}([A-Z_]+): (?:z|portNumber)|setting: '([A-Z_]+)'/gm)].map(
        ([, name, limit]) => name ?? limit,
      ),
    ),
  );
  const rows = read('docs/operating.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line));
  const listed = new Set(
    rows.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)),
  );
  // The row that leads to the table of the limits.
  listed.delete('LIMIT_');
  expect(settings.size).toBeGreaterThan(10);
  expect(listed).toEqual(settings);
});

test('docs/operating.md lists every kind of security event as it is logged', () => {
  const rows = [...read('docs/operating.md').matchAll(/^\| `([a-z_]+)` +\| (.+?) +\| (info|warn) +\| (\d+) +\|$/gm)];
  const listed = rows.map(([, kind = '', text, level, quietUpTo]) => [
    kind,
    { level, text, quietUpTo: Number(quietUpTo) },
  ]);
  expect(Object.fromEntries(listed)).toEqual(SECURITY_EVENTS);
});

test('docs/operating.md says the number that each limit has without its setting', () => {
  const limits = [...read('src/limit-settings.ts').matchAll(/setting: '([A-Z_]+)',\s+count: ([0-9_]+)/g)];
  expect(limits.length).toBeGreaterThan(10);
  const table = read('docs/operating.md').replaceAll(/ {2,}/g, ' ');
  for (const [, setting, count = ''] of limits)
    expect(table).toContain(`| \`${setting}\` | \`${count.replaceAll('_', '')}\` |`);
});

test('README.md stays short enough to read', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(120);
});
