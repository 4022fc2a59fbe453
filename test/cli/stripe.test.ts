// masthead stripe: an account is tried out at Stripe before it is kept, and secrets are neither shown nor stored as they are.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandLine } from '../support/processes/command-line.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';
import { PLATFORM_KEY, StripeStandIn, WEBHOOK_SECRET } from '../support/stripe/stand-in.ts';

const NEW_SECRET = 'the new secret key of this installation';
const service = useService();
let stripe: StripeStandIn;
let folder: string;

beforeAll(async () => {
  stripe = await StripeStandIn.listen({ now: () => new Date() });
  folder = mkdtempSync(join(tmpdir(), 'masthead-stripe-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stripe.close();
});

function fileOf(...lines: readonly string[]): string {
  const file = join(folder, 'keys');
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  return file;
}

test('connects an account or a key, shows and disconnects it', { timeout: 60_000 }, async () => {
  const { publication } = await givenSite(service());
  const masthead = new CommandLine({
    DATABASE_URL: service().config.databaseUrl,
    STRIPE_SECRET_KEY: PLATFORM_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url,
  });
  const named = ['--publication', publication.id];
  stripe.open('acct_known');
  stripe.open('sk_test_own');
  expect((await masthead.run('stripe', 'show', ...named)).stderr).toContain('not connected');
  expect((await masthead.runAsProcess('stripe', 'connect', '--account', 'acct_unknown', ...named)).exitCode).toBe(1);
  expect(await service().database.knex('stripe_accounts').select('*')).toEqual([]);
  expect(await masthead.json('stripe', 'connect', '--account', 'acct_known', ...named)).toMatchObject({
    by: 'the platform',
    charges: true,
  });
  expect(
    await masthead.json('stripe', 'connect', '--own-key', fileOf('sk_test_own', 'whsec_a', 'whsec_b'), ...named),
  ).toMatchObject({ by: 'its own key', charges: true });
  const shown = await masthead.run('stripe', 'show', ...named, '--json');
  expect([shown.exitCode, /sk_test|whsec/.test(shown.stdout)]).toEqual([0, false]);
  expect(JSON.stringify(await service().database.knex('stripe_accounts').select('*'))).not.toMatch(/sk_test|whsec/);
  expect((await masthead.run('stripe', 'disconnect', ...named)).exitCode).toBe(0);
  expect((await masthead.run('stripe', 'disconnect', ...named)).exitCode).toBe(1);
});

test('secret-key reencrypt brings the keys of a publication under the newest secret', { timeout: 60_000 }, async () => {
  const { publication } = await givenSite(service());
  const settings = { DATABASE_URL: service().config.databaseUrl, STRIPE_API_URL: stripe.url };
  const named = ['--publication', publication.id];
  stripe.open('sk_test_sealed');
  const keys = fileOf('sk_test_sealed', 'whsec_a');
  await new CommandLine(settings).json('stripe', 'connect', '--own-key', keys, ...named);
  const under = (...secrets: readonly string[]) => new CommandLine({ ...settings, SECRET_KEY: secrets.join(',') });
  const changed = await under(NEW_SECRET, ...service().config.secretKeys).json('secret-key', 'reencrypt');
  expect(changed).toMatchObject({ stripe_keys: 1, unreadable: 0 });
  expect(await under(NEW_SECRET).json('stripe', 'show', ...named)).toMatchObject({ by: 'its own key' });
});

test('refuses what is no account and no key of this environment', { timeout: 60_000 }, async () => {
  const { publication } = await givenSite(service());
  const masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl, STRIPE_API_URL: stripe.url });
  const connect = (...args: readonly string[]) =>
    masthead.run('stripe', 'connect', '--publication', publication.id, ...args);
  expect(await connect('--account', 'nonsense')).toMatchObject({ exitCode: 2 });
  expect(await connect()).toMatchObject({ exitCode: 2 });
  expect(await connect('--own-key', join(folder, 'nowhere'))).toMatchObject({ exitCode: 2 });
  expect(await connect('--own-key', fileOf('sk_live_real', 'whsec_a'))).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('test mode'),
  });
  expect(await connect('--own-key', fileOf('sk_test_own'))).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('whsec_'),
  });
  expect(await connect('--account', 'acct_known')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('STRIPE_SECRET_KEY'),
  });
});

test('check-config names every fault of the settings', async () => {
  const faults = async (settings: Readonly<Record<string, string>>) =>
    (await new CommandLine(settings).run('check-config')).stderr;
  expect(await faults({ STRIPE_SECRET_KEY: 'sk_live_1' })).toMatch(
    /STRIPE_WEBHOOK_SECRETS must be set together[^]*must be a test key/,
  );
  expect(
    await faults({ STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRETS: 'secret', STRIPE_API_URL: 'nowhere' }),
  ).toMatch(/STRIPE_SECRET_KEY must begin[^]*STRIPE_WEBHOOK_SECRETS must be[^]*STRIPE_API_URL must be/);
});
