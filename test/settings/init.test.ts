// masthead init: the file that it writes is one that shells, systemd and container engines read alike.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { CommandLine } from '../support/processes/command-line.ts';

const PROJECT = join(import.meta.dirname, '../..');
const masthead = new CommandLine({});
let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'masthead-init-'));
});
afterAll(() => rmSync(root, { recursive: true }));

const newFile = (): string => join(mkdtempSync(join(root, 'one-')), 'masthead.env');
const COMPLETE = Object.entries({
  '--api-url': 'https://api.example.org',
  '--dashboard-url': 'https://dashboard.example.org',
  '--database-url': 'postgres://masthead:p%40ss@db.example.org/masthead?sslmode=verify-full&sslrootcert=/etc/ca.pem',
  '--mail-url': 'smtps://user:password@mail.example.org',
  '--mail-from': 'news@example.org',
  '--trust-proxy': '127.0.0.1',
}).flat();

describe('masthead init', () => {
  test('writes fresh secrets that its user alone may read, and says what is missing and what to do next', async () => {
    const [one, two] = [newFile(), newFile()];
    const { exitCode, stdout, stderr } = await masthead.run('init', one);
    expect([exitCode, stdout]).toEqual([0, `${one}\n`]);
    expect(stderr).toContain('  API_URL must be set in production, such as https://api.example.org\n');
    expect(stderr).toContain('  MAIL_URL must be set');
    expect(stderr).toContain('  DATABASE_URL must be set');
    expect(stderr).not.toContain('SECRET_KEY');
    expect(stderr).toContain(`set -a; . ${one}; set +a\n  npm run -s masthead -- check-config --connect`);
    expect(statSync(one).mode & 0o777).toBe(0o600);
    await masthead.run('init', two);
    const keys = [one, two].map((file) => parseEnv(readFileSync(file, 'utf8'))['SECRET_KEY'] ?? '');
    expect(keys.map((key) => Buffer.from(key, 'base64').length)).toEqual([48, 48]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test('writes what it is told, so that a shell, systemd and Node read the same and nothing is missing', async () => {
    const file = newFile();
    const { exitCode, stderr } = await masthead.run('init', file, ...COMPLETE);
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('need you')]);
    const settings = parseEnv(readFileSync(file, 'utf8'));
    expect(settings).toMatchObject({
      ENVIRONMENT: 'production',
      DATABASE_URL: 'postgres://masthead:p%40ss@db.example.org/masthead?sslmode=verify-full&sslrootcert=/etc/ca.pem',
      TRUST_PROXY: '127.0.0.1',
    });
    const config = readConfig(settings);
    expect([config.mailFrom, config.dashboardUrl]).toEqual(['news@example.org', 'https://dashboard.example.org']);
    const { stdout } = spawnSync('/bin/sh', ['-c', 'set -eu; set -a; . "$0"; env', file], {
      encoding: 'utf8',
      env: {},
    });
    expect(
      Object.fromEntries(stdout.split('\n').map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)])),
    ).toMatchObject({ ...settings });
    // The sample secret of mail services can be used as it stands.
    const withWebhook = parseEnv(readFileSync(file, 'utf8').replace('# MAIL_WEBHOOK_SECRET', 'MAIL_WEBHOOK_SECRET'));
    expect(readConfig(withWebhook).mailWebhooks.secrets).toHaveLength(1);
  });

  test('leaves a file that is there as it is', async () => {
    const file = newFile();
    writeFileSync(file, 'SECRET_KEY=the only copy\n');
    const { exitCode, stdout, stderr } = await masthead.run('init', file, ...COMPLETE);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`${file} exists, and was left as it is: name another file, or move it away\n`);
    expect(readFileSync(file, 'utf8')).toBe('SECRET_KEY=the only copy\n');
  });

  test('refuses a folder that is missing or not its own, and a value that one of the readers would take apart', async () => {
    const file = newFile();
    const missing = join(root, 'missing/masthead.env');
    expect(await masthead.run('init', missing)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('There is no folder'),
    });
    const odd = await masthead.run('init', file, '--mail-url', "smtp://user:it's@mail.example.org");
    expect([odd.exitCode, odd.stderr]).toEqual([2, expect.stringContaining('MAIL_URL must be one line')]);
    chmodSync(join(file, '..'), 0o500);
    const asAnybody = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
    const [command = process.execPath, ...args] = [...asAnybody, process.execPath, 'src/cli/main.ts', 'init', file];
    const { status, stderr } = spawnSync(command, args, {
      cwd: PROJECT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect([status, stderr]).toEqual([1, `${file} cannot be written (EACCES): name a file in a folder of yours\n`]);
    chmodSync(join(file, '..'), 0o700);
    expect(readdirSync(join(file, '..'))).toEqual([]);
  });

  test('asks at a terminal for what it was not told', () => {
    const file = newFile();
    const command = `${process.execPath} src/cli/main.ts init ${file} --environment test --api-url https://api.example.org`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: PROJECT,
      encoding: 'utf8',
      input: 'https://dashboard.example.org\n\nsmtp://127.0.0.1\n\n\n',
    });
    expect(stdout).toContain('Press Enter to leave something for later.');
    expect(stdout).not.toContain('API_URL=');
    const { SECRET_KEY, ...settings } = parseEnv(readFileSync(file, 'utf8'));
    expect(SECRET_KEY).toHaveLength(64);
    expect(settings).toEqual({
      ENVIRONMENT: 'test',
      API_URL: 'https://api.example.org',
      DASHBOARD_URL: 'https://dashboard.example.org',
      MAIL_URL: 'smtp://127.0.0.1',
    });
  });
});
