// NAME_FILE in place of a secret setting: what the file holds counts, and a file that cannot be used keeps the service from starting.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InvalidConfig, readConfig } from '../../src/config.ts';
import { SECRET_SETTINGS } from '../../src/secret-files.ts';

const PROJECT = join(import.meta.dirname, '../..');
const SECRET = 'a secret of the tests that is long enough';
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'masthead-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: string): string {
  const file = join(mkdtempSync(join(folder, 'one-')), 'secret');
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

/** Empty where the settings can be used. */
function faultsOf(settings: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    return error.faults;
  }
}

describe('a secret in a file', () => {
  test.each(['', '\n', '\r\n'])('is the value of its setting, without the new line at its end: %j', (end) => {
    expect(readConfig({ SECRET_KEY_FILE: fileWith(SECRET + end) }).secretKeys).toEqual([SECRET]);
  });

  test('keeps spaces, and only one new line is taken away', () => {
    expect(readConfig({ SECRET_KEY_FILE: fileWith(`${SECRET} x`) }).secretKeys).toEqual([`${SECRET} x`]);
    const file = fileWith(`${SECRET}\n\n`);
    expect(faultsOf({ SECRET_KEY_FILE: file })).toEqual([
      `SECRET_KEY_FILE names ${file}, which has more than one line: write the value alone into it`,
    ]);
  });

  test('may be each of the secret settings', () => {
    const values: Record<(typeof SECRET_SETTINGS)[number], string> = {
      DATABASE_READ_URL: 'postgres://masthead:password@replica.example.org/masthead',
      DATABASE_URL: 'postgres://masthead:password@db.example.org/masthead',
      MAIL_URL: 'smtps://masthead:password@mail.example.org',
      MAIL_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      SECRET_KEY: SECRET,
      SENDGRID_WEBHOOK_KEY:
        'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==',
      STRIPE_SECRET_KEY: ['sk', 'live', 'abcdefgh'].join('_'),
      STRIPE_WEBHOOK_SECRETS: 'whsec_one,whsec_two',
    };
    const files = Object.entries(values).map(([name, value]) => [`${name}_FILE`, fileWith(`${value}\n`)]);
    const common = { ENVIRONMENT: 'production', API_URL: 'https://api.example.org' };
    expect({ ...readConfig({ ...common, ...Object.fromEntries(files) }), faultsOfSite: 0 }).toEqual({
      ...readConfig({ ...common, ...values }),
      faultsOfSite: 0,
    });
  });

  test('is a fault beside its setting; an empty one is absent', () => {
    const file = fileWith(SECRET);
    expect(faultsOf({ SECRET_KEY: SECRET, SECRET_KEY_FILE: file })).toEqual([
      'SECRET_KEY and SECRET_KEY_FILE are both set: unset one of them',
    ]);
    expect(faultsOf({ SECRET_KEY: SECRET, SECRET_KEY_FILE: '' })).toEqual([]);
    expect(faultsOf({ SECRET_KEY: '', SECRET_KEY_FILE: file })).toEqual([]);
  });

  test('that is not there, is a folder, is empty or may not be read is one fault, beside those of other settings', () => {
    const missing = join(folder, 'missing');
    const [empty, closed] = [fileWith('\n'), fileWith(SECRET)];
    mkdirSync(join(folder, 'sub'));
    expect(
      faultsOf({
        ENVIRONMENT: 'production',
        DATABASE_URL: 'sqlite:x.sqlite',
        PORT: 'many',
        SECRET_KEY_FILE: missing,
        MAIL_URL_FILE: join(folder, 'sub'),
        STRIPE_SECRET_KEY_FILE: empty,
      }),
    ).toEqual([
      `MAIL_URL_FILE names ${join(folder, 'sub')}, which is a folder: name a file`,
      `SECRET_KEY_FILE names ${missing}, which does not exist: correct the path, or make the file`,
      `STRIPE_SECRET_KEY_FILE names ${empty}, which is empty: write the value into it`,
      'PORT must be a port number',
      'API_URL must be set in production, such as https://api.example.org',
    ]);
    chmodSync(closed, 0o000);
    const { status, stdout, stderr } = start({ SECRET_KEY_FILE: closed });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'The configuration cannot be used:',
      `  SECRET_KEY_FILE names ${closed}, which this user may not read: give it the right to, or correct the path`,
    ]);
  });
});

/** The service as a process that may read only what its user may; root gives up its rights over files first. */
function start(settings: Readonly<Record<string, string>>): ReturnType<typeof spawnSync> & { stderr: string } {
  const asAnybody = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
  const [command = process.execPath, ...args] = [...asAnybody, process.execPath, 'src/main.ts'];
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: '.cache/node',
    PORT: '0',
    DATA_DIR: folder,
    ...settings,
  };
  return spawnSync(command, args, { cwd: PROJECT, env, encoding: 'utf8', timeout: 60_000 });
}

test('every setting of the list in docs/operating.md that is a secret may be in a file', () => {
  const page = readFileSync(join(PROJECT, 'docs/operating.md'), 'utf8').split('\n## ', 2)[1] ?? '';
  const names = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
  const secret = names.filter(
    (name) => /SECRET|TOKEN|PASSWORD|(?:DATABASE\w*|MAIL)_URL|_KEYS?$/.test(name) && name !== 'TLS_KEY',
  );
  expect(secret.toSorted()).toEqual([...SECRET_SETTINGS]);
});
