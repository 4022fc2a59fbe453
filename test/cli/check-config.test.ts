// masthead check-config --connect: everything that the settings name is connected to, and what is seen is said; nothing is changed. PostgreSQL is
// tried in faults/tls.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMailServer } from '../support/outside/mail-server.ts';
import { newCertificate } from '../support/outside/receiver.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { PLATFORM_KEY, StripeStandIn, WEBHOOK_SECRET } from '../support/stripe/stand-in.ts';

let folder = '';
let stripe: StripeStandIn;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'masthead-connect-'));
  stripe = await StripeStandIn.listen({ now: () => new Date() });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stripe.close();
});

interface Shown {
  readonly warnings: readonly string[];
  readonly connections?: readonly { readonly what: string; readonly result: string; readonly saw: string }[];
}

async function connect(settings: Readonly<Record<string, string>>) {
  const { exitCode, stdout, stderr } = await new CommandLine(settings).run('check-config', '--connect', '--json');
  const { warnings, connections = [] } = JSON.parse(stdout) as Shown;
  return { exitCode, stderr, warnings, seen: connections.map(({ what, result, saw }) => [what, result, saw]) };
}

describe('check-config --connect', () => {
  test('says what it saw of the database and its schema, and makes none', async () => {
    const file = join(folder, 'new/masthead.sqlite');
    const settings = { DATABASE_URL: `sqlite:${file}` };
    expect(await connect(settings)).toMatchObject({
      exitCode: 0,
      seen: [['database', 'ok', 'SQLite, no file yet: run masthead migrate']],
    });
    expect(existsSync(join(folder, 'new'))).toBe(false);
    await new CommandLine(settings).run('migrate');
    expect(await connect(settings)).toMatchObject({
      exitCode: 0,
      seen: [['database', 'ok', 'SQLite, schema current']],
    });
    expect(
      await connect({
        ...settings,
        ENVIRONMENT: 'production',
        API_URL: 'https://api.example.org',
        MAIL_URL: 'smtp://127.0.0.1:1',
      }),
    ).toMatchObject({
      exitCode: 1,
      seen: [
        ['database', 'failed', expect.stringContaining('belongs to the test environment')],
        ['mail server', 'failed', expect.stringContaining('ECONNREFUSED')],
      ],
      stderr: expect.stringContaining('These settings do not work: database, mail server\n'),
    });
  });

  test('signs in to the mail server, with or without TLS as it is, and sends nothing', async () => {
    const passwords: unknown[] = [];
    const certificate = newCertificate('127.0.0.1');
    const [plain, encrypting] = await Promise.all([
      startMailServer(),
      startMailServer({
        ...certificate,
        disabledCommands: [],
        onAuth: ({ username, password }, _session, callback) => {
          passwords.push(password);
          callback(null, password === 'secret' ? { user: username } : undefined);
        },
      }),
    ]);
    const DATABASE_URL = `sqlite:${join(folder, 'none.sqlite')}`;
    const mail = async (MAIL_URL: string, more = {}) => (await connect({ DATABASE_URL, MAIL_URL, ...more })).seen[1];
    const withPassword = (password: string): string =>
      `smtp://ada:${password}@127.0.0.1:${encrypting.port}?tls.rejectUnauthorized=false`;
    try {
      expect(await mail(plain.url)).toEqual(['mail server', 'ok', 'no TLS, without a sign-in']);
      expect(await mail(plain.url, { MAIL_TLS: 'required' })).toEqual([
        'mail server',
        'failed',
        expect.stringMatching(/TLS/i),
      ]);
      expect(await mail(withPassword('secret'))).toEqual(['mail server', 'ok', 'TLS, signed in']);
      expect(await mail(withPassword('wrong'))).toEqual([
        'mail server',
        'failed',
        expect.not.stringContaining('wrong'),
      ]);
      expect(passwords).toEqual(['secret', 'wrong']);
      expect([...plain.mails, ...encrypting.mails]).toEqual([]);
    } finally {
      await Promise.all([plain.close(), encrypting.close()]);
    }
  });

  test("asks Stripe whose the deployment's key is", async () => {
    const settings = {
      DATABASE_URL: `sqlite:${join(folder, 'none.sqlite')}`,
      STRIPE_SECRET_KEY: PLATFORM_KEY,
      STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
      STRIPE_API_URL: stripe.url,
    };
    const unknown = await connect(settings);
    expect([unknown.exitCode, unknown.seen[1]]).toEqual([1, ['stripe', 'failed', expect.any(String)]]);
    stripe.open(PLATFORM_KEY);
    const known = await connect(settings);
    expect([known.exitCode, known.seen[1]]).toEqual([
      0,
      ['stripe', 'ok', expect.stringMatching(/^account \S+, [A-Z]{2}, takes payments$/)],
    ]);
    expect(stripe.exchanges.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('is asked for: without the option nothing is connected to', async () => {
    const { stdout } = await new CommandLine({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }).run('check-config');
    expect(stdout).not.toContain('database  ok');
    expect(stdout).not.toContain('failed');
  });
});

test('check-config names what is legal and unwise', async () => {
  const { stderr } = await new CommandLine({
    DATABASE_URL: 'postgres://db.example.org/masthead?sslmode=disable',
    MAIL_URL: 'smtp://mail.example.org',
    MAIL_TLS: 'optional',
  }).run('check-config');
  expect(stderr).toContain('Unwise: DATABASE_URL switches off TLS');
  expect(stderr).toContain('Unwise: MAIL_TLS=optional lets mails with codes go in plain text');
});
