// The command line: what a publisher sets up by it is what the other doors see, and each noun's JSON keeps its shape.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/database/clock.ts';
import { indexPeople } from '../../src/models/finding/word-index.ts';
import { findApiKey } from '../../src/models/publication/api-key.ts';
import { listPublications } from '../../src/models/publication/publication.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { pngImage } from '../support/publications/images.ts';
import { signIn } from '../support/publications/signed-in.ts';

let scratch: TestDatabase;
let masthead: CommandLine;

type Made = Record<string, unknown> & { id: string };
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

beforeAll(async () => {
  scratch = await openTestDatabase();
  masthead = new CommandLine({ DATABASE_URL: scratch.url });
  await masthead.json('publication', 'create', '--name', 'The Quarterly', '--site-url', 'https://one.example.org');
});
afterAll(() => scratch.drop());

describe('in the order in which one sets a publication up', () => {
  test('publication list and update', async () => {
    const [publication] = await masthead.json<Made[]>('publication', 'list');
    expect(publication).toEqual({
      id: expect.stringMatching(/^pub_/),
      name: 'The Quarterly',
      site_url: 'https://one.example.org',
      brand_color: '#1f4e79',
      font: 'editorial',
      radius: 10,
      logo: null,
      dark_logo: null,
      cover: null,
      home_url: null,
      contact_email: null,
      description: null,
      imprint_url: null,
      terms_url: null,
      privacy_url: null,
      withdrawal_url: null,
      sender_name: null,
      reply_to: null,
      mail_from: null,
      plans_per_reader: 'one',
      pauses_set_by: 'publisher',
      languages: ['en'],
      locale: 'en',
      time_zone: 'UTC',
      created_at: TIME,
    });
    const changed = await masthead.json<Made>(
      'publication',
      'update',
      String(publication?.id),
      '--name',
      'The Quarterly Review',
      '--locale',
      'de-ch',
      '--time-zone',
      'europe/berlin',
      '--terms-url',
      'https://one.example.org/terms',
      '--plans-per-reader',
      'several',
      '--pauses-set-by',
      'reader',
      '--languages',
      'fr',
    );
    expect(changed).toEqual({
      ...publication,
      name: 'The Quarterly Review',
      locale: 'de-CH',
      time_zone: 'Europe/Berlin',
      terms_url: 'https://one.example.org/terms',
      plans_per_reader: 'several',
      pauses_set_by: 'reader',
      languages: ['de', 'fr'],
    });
    const refused = await masthead.run(
      'publication',
      'update',
      String(publication?.id),
      '--mail-from',
      'a@example.org',
    );
    expect(refused.stderr).toContain('MAIL_FROM_DOMAINS');
  });

  test("a publication's look, with its logo from a file", async () => {
    const [{ id } = { id: '' }] = await masthead.json<Made[]>('publication', 'list');
    const folder = mkdtempSync(join(tmpdir(), 'masthead-logo-'));
    const file = join(folder, 'logo of ours');
    writeFileSync(file, pngImage());
    const look = await masthead.json<Made>(
      'publication',
      'update',
      id,
      '--font',
      'slab',
      '--radius',
      '0',
      '--logo',
      file,
      '--dark-logo',
      file,
    );
    rmSync(folder, { recursive: true });
    expect(look).toMatchObject({
      font: 'slab',
      radius: 0,
      logo: expect.stringMatching(/^[0-9a-f]{16}\.png$/),
      dark_logo: look['logo'],
    });
    expect(await masthead.json('publication', 'update', id, '--logo', '', '--dark-logo', '')).toMatchObject({
      font: 'slab',
      logo: null,
      dark_logo: null,
    });
  });

  test('key create shows a key that works, list hides it, revoke kills it', async () => {
    const made = await masthead.json<{ id: string; api_key: string }>('key', 'create');
    expect(made).toMatchObject({ name: null, scope: 'full' });
    expect(made.api_key).toMatch(/^key_test_/);
    expect((await findApiKey(scratch.database, made.api_key))?.revokedAt).toBeNull();
    const listed = await masthead.run('key', 'list', '--json');
    expect(JSON.parse(listed.stdout)).toEqual([
      {
        id: made.id,
        name: null,
        scope: 'full',
        ends_in: made.api_key.slice(-4),
        created_by: userInfo().username,
        created_at: TIME,
        last_used_at: null,
        revoked_at: null,
      },
    ]);
    expect(listed.stdout).not.toContain(made.api_key);
    expect(await masthead.json('key', 'revoke', made.id)).toMatchObject({ id: made.id, revoked_at: TIME });
    expect((await findApiKey(scratch.database, made.api_key))?.revokedAt).not.toBeNull();
  });

  test('key create takes a name and a scope', async () => {
    const made = await masthead.json<{ api_key: string }>('key', 'create', '--name', 'Export', '--scope', 'read');
    expect(made).toMatchObject({ name: 'Export', scope: 'read' });
    expect(await findApiKey(scratch.database, made.api_key)).toMatchObject({ apiKeyName: 'Export', scope: 'read' });
    expect((await masthead.run('key', 'create', '--scope', 'write')).exitCode).toBe(2);
  });

  test('newsletter, plan, price and offer', async () => {
    const letter = await masthead.json<Made>(
      'newsletter',
      'create',
      '--slug',
      'weekly',
      '--name',
      'Weekly',
      '--description',
      'Each week',
    );
    expect(letter).toEqual({
      id: expect.stringMatching(/^news_/),
      slug: 'weekly',
      name: 'Weekly',
      description: 'Each week',
      audience: 'all',
      plan_ids: [],
      archived: false,
    });
    const plan = await masthead.json<Made>('plan', 'create', '--slug', 'digital', '--name', 'Digital');
    expect(plan).toEqual({
      id: expect.stringMatching(/^plan_/),
      slug: 'digital',
      name: 'Digital',
      sent_by_post: false,
      archived: false,
    });
    const price = await masthead.json<Made>(
      'price',
      'create',
      '--plan',
      'digital',
      '--amount',
      '5.00',
      '--currency',
      'eur',
      '--interval',
      'month',
    );
    expect(price).toEqual({
      id: expect.stringMatching(/^price_/),
      plan_id: plan.id,
      amount: 500,
      currency: 'EUR',
      interval: 'month',
      archived: false,
    });
    const offer = await masthead.json<Made>(
      'offer',
      'create',
      '--slug',
      'reader',
      '--name',
      'Reader',
      '--plan',
      plan.id,
      '--benefit',
      'Every story',
      'The archive',
      '--recommended',
      'on',
    );
    expect(offer).toEqual({
      id: expect.stringMatching(/^offer_/),
      slug: 'reader',
      name: 'Reader',
      description: null,
      plan_id: plan.id,
      plan_slug: 'digital',
      trial_days: null,
      giftable: true,
      benefits: ['Every story', 'The archive'],
      recommended: true,
      prices: [price],
    });
    const lists = await Promise.all(
      ['newsletter', 'plan', 'price', 'offer'].map((noun) => masthead.json(noun, 'list')),
    );
    expect(lists).toEqual([[letter], [plan], [price], [offer]]);
  });

  test('offer list as a table, and archive', async () => {
    const { stdout } = await masthead.run('offer', 'list');
    expect(stdout.split('\n')[0]).toMatch(/^id +slug +name +plan_slug +trial_days +prices$/);
    expect(stdout).toContain('5.00 EUR / month');
    expect(await masthead.json('offer', 'update', 'reader', '--trial-days', '14')).toMatchObject({
      slug: 'reader',
      name: 'Reader',
      trial_days: 14,
    });
    expect(await masthead.json('offer', 'update', 'reader', '--trial-days', '0', '--name', 'Readers')).toMatchObject({
      name: 'Readers',
      trial_days: null,
    });
    const codes = [
      'code',
      'create',
      'Spring-27',
      '--percent',
      '50',
      '--periods',
      '3',
      '--max-redemptions',
      '100',
      '--valid-until',
      '2099-03-31',
      '--offer',
      'reader',
    ];
    const code = await masthead.json<Made>(...codes);
    expect(code).toEqual({
      id: expect.stringMatching(/^dis_/),
      code: 'Spring-27',
      name: null,
      percent_off: 50,
      amount_off: null,
      currency: null,
      periods: 3,
      valid_until: '2099-03-31',
      max_redemptions: 100,
      redemptions: 0,
      offers: ['reader'],
      archived: false,
    });
    const amount = await masthead.json<Made>(
      'code',
      'create',
      'FIVE',
      '--amount',
      '5.00',
      '--currency',
      'eur',
      '--periods',
      'forever',
    );
    expect(amount).toMatchObject({ amount_off: 500, currency: 'EUR', periods: null, percent_off: null, offers: [] });
    const archived = await masthead.json('code', 'disable', 'spring-27');
    expect(archived).toEqual({ ...code, archived: true });
    expect(await masthead.json('code', 'list')).toEqual([archived, amount]);
    expect(await masthead.json('gift', 'list')).toEqual([]);
    expect((await masthead.run('gift', 'refund', 'gift_none')).stderr).toContain('No such gift: gift_none');
    expect(await masthead.json('offer', 'archive', 'reader')).toEqual([]);
  });

  test('plans, prices, offers, newsletters and codes are changed, ordered, archived and brought back', async () => {
    const { json, run } = { json: masthead.json.bind(masthead), run: masthead.run.bind(masthead) };
    await json('offer', 'unarchive', 'reader');
    expect(await json('plan', 'update', 'digital', '--name', 'Digital+')).toMatchObject({ name: 'Digital+' });
    expect(await json('plan', 'update', 'digital', '--sent-by-post')).toMatchObject({ sent_by_post: true });
    expect(await json('plan', 'update', 'digital', '--no-sent-by-post')).toMatchObject({ sent_by_post: false });
    expect((await run('plan', 'update', 'digital')).stderr).toContain('Give at least one of --name');
    const french = ['translation', 'set', 'plan', 'digital', '--language', 'fr'];
    expect(await json(...french, '--name', 'Numérique')).toEqual({
      kind: 'plan',
      language: 'fr',
      name: 'Numérique',
    });
    expect((await run(...french)).stderr).toContain('Say what to change: --name');
    expect((await run(...french, '--benefit', 'x')).stderr).toContain('texts may have name: benefits');
    expect((await run('translation', 'set', 'plan', '--language', 'de', '--name', 'x')).stderr).toContain(
      'Say which plan',
    );
    expect((await run('translation', 'list')).stdout).toMatch(/plan +plan_\w+ +Digital\+ +fr 1\/1/);
    const dear = [
      'price',
      'create',
      '--plan',
      'digital',
      '--amount',
      '7.00',
      '--currency',
      'EUR',
      '--interval',
      'month',
    ];
    const { id } = await json<Made>(...dear);
    const priced = await json<{ prices: Made[] }>('offer', 'update', 'reader', '--price', id, '--gifts', 'off');
    expect(priced).toMatchObject({ giftable: false, prices: [{ id, amount: 700 }] });
    expect((await run('price', 'archive', id)).stderr).toContain('archive them first: reader');
    expect((await run('plan', 'archive', 'digital')).stderr).toContain('archive them first: reader');
    expect(await json('offer', 'archive', 'reader')).toEqual([]);
    expect(await json('offer', 'update', 'reader', '--slug', 'readers')).toMatchObject({ slug: 'readers' });
    expect(await json('price', 'archive', id)).toMatchObject({ archived: true });
    expect((await run('offer', 'unarchive', 'readers')).stderr).toContain('bring one back first');
    expect(await json('plan', 'archive', 'digital')).toMatchObject({ archived: true });
    expect((await run(...dear)).stderr).toContain('The plan digital is archived: bring it back first');
    expect(await json('plan', 'unarchive', 'digital')).toMatchObject({ archived: false });
    expect(await json('price', 'unarchive', id)).toMatchObject({ archived: false });
    expect(await json('offer', 'unarchive', 'readers')).toMatchObject([{ slug: 'readers' }]);
    expect(await json('offer', 'archive', 'readers')).toEqual([]);
    const [print, early] = [
      await json<Made>('plan', 'create', '--slug', 'print', '--name', 'Print'),
      await json<Made>('newsletter', 'create', '--slug', 'early', '--name', 'Early'),
    ];
    expect(await json('plan', 'move', 'print', '--before', 'digital')).toMatchObject([print, { slug: 'digital' }]);
    expect(await json('newsletter', 'move', 'weekly', '--after', 'early')).toMatchObject([early, { slug: 'weekly' }]);
    expect((await run('offer', 'move', 'readers')).stderr).toContain('--before or --after');
    const late = [
      'newsletter',
      'update',
      'early',
      '--name',
      'Late',
      '--audience',
      'plans',
      '--plans',
      'print',
    ] as const;
    const ofPrint = { name: 'Late', audience: 'plans', plan_ids: [print.id] };
    expect(await json(...late)).toMatchObject(ofPrint);
    expect(await json('newsletter', 'list')).toMatchObject([ofPrint, { slug: 'weekly', plan_ids: [] }]);
    expect(await json('newsletter', 'archive', 'early')).toMatchObject({ archived: true });
    expect(await json('newsletter', 'unarchive', 'early')).toMatchObject({ archived: false });
    const change = ['--name', 'Spring', '--valid-until', 'none', '--max-redemptions', 'none', '--offer', 'all'];
    const spring = { name: 'Spring', valid_until: null, max_redemptions: null, offers: [], percent_off: 50 };
    expect(await json('code', 'update', 'SPRING-27', ...change)).toMatchObject(spring);
    expect(await json('code', 'unarchive', 'spring-27')).toMatchObject({ ...spring, archived: false });
  });

  test('free-offering and continue-host', async () => {
    const offering = await masthead.json('free-offering', 'set', '--name', 'Letters', '--newsletter', 'weekly');
    expect(offering).toEqual({ name: 'Letters', description: null, newsletter_slugs: ['weekly'], withdrawn: false });
    expect(await masthead.json('free-offering', 'show')).toEqual(offering);
    expect(await masthead.json('free-offering', 'withdraw')).toMatchObject({ withdrawn: true });
    expect(await masthead.json('free-offering', 'restore')).toEqual(offering);
    expect(await masthead.json('continue-host', 'add', 'WWW.example.org')).toEqual([{ host: 'www.example.org' }]);
    expect(await masthead.json('continue-host', 'remove', 'www.example.org')).toEqual([]);
  });

  test('customer create and list, page by page', async () => {
    const ada = await masthead.json<Made>('customer', 'create', '--email', 'ada@example.org', '--name', 'Ada');
    expect(ada).toEqual({
      id: expect.stringMatching(/^cus_/),
      email: 'ada@example.org',
      name: 'Ada',
      newsletter_slugs: [],
      plan_slug: null,
      state: 'free',
      activation_url: expect.stringMatching(/^https:\/\/one\.example\.org\/activate\/./),
    });
    const end = '2090-01-01T00:00:00Z';
    const withCode = ['--activation-code', 'print-0001', '--activation-code-expires-at', end];
    const bob = await masthead.json<Made>('customer', 'create', ...withCode);
    const [row] = await scratch.database.knex('customers').where({ id: bob.id }).select('activationCodeExpiresAt');
    expect(Number(row?.activationCodeExpiresAt)).toBe(Date.parse(end));
    expect(bob['email']).toBeNull();
    const first = await masthead.json<{ objects: Made[]; next_page: string }>('customer', 'list', '--limit', '1');
    expect(first.objects).toEqual([bob]);
    expect(await masthead.json('customer', 'list', '--limit', '1', '--page', first.next_page)).toEqual({
      objects: [ada],
      next_page: null,
    });
  });

  test('customer list by search and filters, and as CSV', async () => {
    await indexPeople(scratch.database);
    const emails = async (...filter: string[]) =>
      (await masthead.json<{ objects: Made[] }>('customer', 'list', ...filter)).objects.map(({ email }) => email);
    expect(await emails('--search', 'ad')).toEqual(['ada@example.org']);
    expect(await emails('--search', 'ada', '--state', 'paying')).toEqual([]);
    expect(await emails('--state', 'free', '--joined-from', '2020-01-01T00:00:00Z')).toEqual([null, 'ada@example.org']);
    expect(await emails('--seen-from', '2020-01-01T00:00:00Z')).toEqual([]);
    const refused = await masthead.run('customer', 'list', '--state', 'gone');
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('state must be one of past_due, ')]);
    const { stdout } = await masthead.run('customer', 'list', '--csv', '--search', 'ada');
    expect(stdout).toMatch(/^\ufeffid,email,name,state,[^\n]+\r\ncus_\w+,ada@example\.org,Ada,free,/);
  });

  test('customer update and sign-out: both end the sessions, and another address is told to both', async () => {
    const { database } = scratch;
    const service = { database, clock: systemClock };
    const [publication] = await listPublications(database);
    if (publication === undefined) throw new Error('there is no publication');
    const { sid, customerId } = await signIn(service, publication, [], 'grace@example.org');
    expect(await masthead.json('customer', 'sign-out', customerId)).toEqual({ id: customerId, sessions_ended: 1 });
    expect(await masthead.json('customer', 'sign-out', customerId)).toEqual({ id: customerId, sessions_ended: 0 });
    const again = await signIn(service, publication, [], 'grace@example.org');
    expect(again.sid).not.toBe(sid);
    const changed = await masthead.json('customer', 'update', customerId, '--email', 'hopper@example.org');
    expect(changed).toMatchObject({ id: customerId, email: 'hopper@example.org', name: null });
    expect(await masthead.json('customer', 'sign-out', customerId)).toEqual({ id: customerId, sessions_ended: 0 });
    expect(await database.knex('address_changes').where({ customerId })).toMatchObject([
      { changedBy: 'publisher', formerEmail: 'grace@example.org', email: 'hopper@example.org', mailedAt: null },
    ]);
    expect(await masthead.json('customer', 'update', customerId, '--name', 'Grace')).toMatchObject({ name: 'Grace' });
  });

  test('application create, update, rotate-secret, list and delete', async () => {
    const redirect = 'https://www.example.org/auth/callback';
    const made = await masthead.json<Made>(
      'application',
      'create',
      '--name',
      'Site',
      '--redirect-uri',
      redirect,
      '--backchannel-logout-uri',
      'https://www.example.org/out',
    );
    const { client_secret: secret, ...settings } = made;
    expect(settings).toEqual({
      id: expect.stringMatching(/^app_/),
      client_id: expect.stringMatching(/^client_/),
      name: 'Site',
      redirect_uri: redirect,
      redirect_uris: [redirect],
      post_logout_redirect_uri: null,
      backchannel_logout_uri: 'https://www.example.org/out',
      exact_redirect_uri: true,
      require_pkce: false,
      client_secret_post: false,
      backchannel_logout_on_end_session: false,
      iss_parameter: true,
      secrets_end_in: [String(secret).slice(-4)],
      created_at: TIME,
      disabled_at: null,
    });
    const changed = await masthead.json(
      'application',
      'update',
      made.id,
      '--client-secret-post',
      'on',
      '--backchannel-logout-uri',
      '',
    );
    expect(changed).toEqual({ ...settings, client_secret_post: true, backchannel_logout_uri: null });
    const rotated = await masthead.json<{ client_secret: string }>('application', 'rotate-secret', made.id);
    expect(rotated.client_secret).not.toBe(secret);
    const listed = await masthead.run('application', 'list', '--json');
    expect(JSON.parse(listed.stdout)).toEqual([
      { ...(changed as object), secrets_end_in: [rotated.client_secret.slice(-4)] },
    ]);
    expect(listed.stdout).not.toContain(rotated.client_secret);
    await masthead.json('application', 'delete', made.id);
    expect(await masthead.json('application', 'list')).toEqual([]);
  });

  test('application takes several redirect URIs, is disabled and enabled, and shown', async () => {
    const [one, two] = ['https://www.example.org/callback', 'https://beta.example.org/callback'];
    const uris = ['--redirect-uri', one, '--redirect-uri', two];
    const made = await masthead.json<Made>('application', 'create', '--name', 'Site', ...uris);
    expect(made).toMatchObject({ redirect_uri: one, redirect_uris: [one, two] });
    const other = ['application', 'update', made.id, '--name', 'Other'] as const;
    expect(await masthead.json(...other)).toMatchObject({ name: 'Other', redirect_uris: [one, two] });
    const first = ['application', 'update', made.id, '--redirect-uri', two] as const;
    expect(await masthead.json(...first)).toMatchObject({ redirect_uri: two, redirect_uris: [two] });
    expect(await masthead.json('application', 'disable', made.id)).toMatchObject({ disabled_at: TIME });
    expect(await masthead.json('application', 'enable', made.id)).toMatchObject({ disabled_at: null });
    expect(await masthead.json('application', 'show', made.id)).toMatchObject({ id: made.id, name: 'Other' });
    await masthead.json('application', 'delete', made.id);
  });

  test('application add-secret and end-secret change a secret without a gap', async () => {
    const redirect = ['--redirect-uri', 'https://www.example.org/callback'];
    const made = await masthead.json<Made>('application', 'create', '--name', 'Site', ...redirect);
    const added = await masthead.json<{ client_secret: string }>('application', 'add-secret', made.id);
    const [old, hint] = [String(made['client_secret']).slice(-4), added.client_secret.slice(-4)];
    expect(await masthead.json('application', 'show', made.id)).toMatchObject({ secrets_end_in: [old, hint] });
    expect((await masthead.run('application', 'add-secret', made.id)).exitCode).toBe(1);
    expect(await masthead.json('application', 'end-secret', made.id, old)).toMatchObject({ secrets_end_in: [hint] });
    expect((await masthead.run('application', 'end-secret', made.id, hint)).exitCode).toBe(1);
    await masthead.json('application', 'delete', made.id);
  });

  test('signing-key rotate and list', async () => {
    const made = await masthead.json<Record<string, unknown>>('signing-key', 'rotate', '--compromised');
    expect(made).toEqual({
      kid: expect.any(String),
      state: 'current',
      active_from: TIME,
      retired_at: null,
      public_key: expect.stringContaining('BEGIN PUBLIC KEY'),
    });
    await masthead.json('signing-key', 'rotate');
    expect((await masthead.json<{ state: string }[]>('signing-key', 'list')).map(({ state }) => state)).toEqual([
      'upcoming',
      'current',
    ]);
  });
});

test('a secret is shown once: on standard output, with the remark beside it on standard error', async () => {
  const { stdout, stderr } = await masthead.run('key', 'create');
  expect(stdout).toMatch(/^id {7}key_\S+\napi_key {2}key_test_\w+\nname {5}-\nscope {4}full\n$/);
  const [event = '', remark] = stderr.split('\n');
  expect(remark).toBe('The key is not shown again.');
  expect(JSON.parse(event)).toEqual({
    level: 30,
    time: TIME,
    security_event: 'api_key_created',
    publication: expect.stringMatching(/^pub_/),
    record: /key_\S+/.exec(stdout)?.[0],
    msg: 'an API key was created',
  });
});

test('keys and secrets that are made and revoked are security events on standard error, without the secret', async () => {
  const eventOf = async (...args: readonly string[]): Promise<[string, string]> => {
    const { stdout, stderr } = await masthead.run(...args, '--json');
    const { security_event, record } = JSON.parse(stderr.split('\n')[0] ?? '');
    for (const secret of Object.values<unknown>(stdout === '' ? {} : JSON.parse(stdout)))
      if (typeof secret === 'string' && secret.length > 40) expect(stderr).not.toContain(secret);
    return [security_event, record];
  };
  const [created, key] = await eventOf('key', 'create');
  expect([created, await eventOf('key', 'revoke', key)]).toEqual(['api_key_created', ['api_key_revoked', key]]);
  const url = 'https://www.example.org/callback';
  const [registered, application] = await eventOf('application', 'create', '--name', 'Ours', '--redirect-uri', url);
  expect(registered).toBe('client_secret_created');
  expect(await eventOf('application', 'rotate-secret', application)).toEqual(['client_secret_rotated', application]);
  expect((await masthead.run('application', 'delete', application)).stderr).toContain('client_secret_deleted');
  const [made, endpoint] = await eventOf('endpoint', 'create', '--url', 'https://www.example.org/events');
  expect(made).toBe('endpoint_secret_created');
  expect(await eventOf('endpoint', 'rotate-secret', endpoint)).toEqual(['endpoint_secret_rotated', endpoint]);
  expect((await masthead.run('endpoint', 'delete', endpoint)).stderr).toContain('endpoint_secret_deleted');
  expect(await eventOf('signing-key', 'rotate')).toEqual(['signing_key_rotated', expect.any(String)]);
  expect(await eventOf('secret-key', 'reencrypt')).toEqual(['secret_key_changed', undefined]);
});

test('several publications have to be named, by id or by host, and see nothing of each other', async () => {
  const second = await masthead.json<Made>(
    'publication',
    'create',
    '--name',
    'Second',
    '--site-url',
    'https://two.example.org',
  );
  const unnamed = await masthead.run('plan', 'list');
  expect(unnamed.exitCode).toBe(2);
  expect(unnamed.stderr).toContain('one.example.org');
  for (const named of [second.id, 'two.example.org', 'https://two.example.org']) {
    expect(await masthead.json('plan', 'list', '--publication', named)).toEqual([]);
  }
  const foreign = await masthead.run(
    'price',
    'create',
    '--publication',
    second.id,
    '--plan',
    'digital',
    '--amount',
    '0.01',
    '--currency',
    'EUR',
    '--interval',
    'year',
  );
  expect([foreign.exitCode, foreign.stderr]).toEqual([1, 'No such plan: digital\n']);
  const unknown = await masthead.run('plan', 'list', '--publication', 'three.example.org');
  expect([unknown.exitCode, unknown.stderr]).toEqual([1, 'No such publication: three.example.org\n']);
  expect(await listPublications(scratch.database)).toHaveLength(2);
});
