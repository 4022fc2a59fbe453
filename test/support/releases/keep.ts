// Keeps a database of this version for those to come (docs/migrations.md): its rows, what opens its doors, and what the data API answers. Run by
// scripts/keep-release.ts, as a test, since the world that it keeps is that of the tests.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { listTables, readRows } from '../../../src/backup/tables.ts';
import { beatOfInstance } from '../../../src/models/instance.ts';
import { logPendingEvents } from '../../../src/models/outbox/event-log.ts';
import { addRareRecords } from '../../moving/rare-records.ts';
import { connectToStripe, givenWorld, type World } from '../../tenancy/world.ts';
import { givenRelyingParty, REDIRECT_URI } from '../outside/relying-party.ts';
import { openService, type TestService } from '../service/service.ts';

const FOLDER = process.env['KEPT_RELEASE'] ?? '';
const EMAIL = 'kept@example.org';

const LISTS = ['members', 'customers', 'subscriptions', 'plans', 'prices', 'offers', 'newsletters'];
const PATHS = [
  ...LISTS.map((name) => `/${name}?limit=100`),
  '/members?limit=3',
  '/customers?email=payer@example.org',
  '/subscriptions?status=canceled',
  '/events?limit=50',
  '/nowhere',
];

test('this version is kept', { timeout: 300_000 }, async () => {
  const service = await openService();
  const world = await givenWorld(service, 'kept', 'only-kept');
  await addRareRecords(world);
  await logPendingEvents(service.database, service.clock);
  const other = await givenWorld(service, 'other', 'only-other');
  const party = await givenRelyingParty(service, { name: 'kept', postLogoutRedirectUri: null }, world.paid);
  const { browser, tokens } = await party.signIn({ email: EMAIL });
  await fillRest(service, world);
  const answers = await answersOf(world);
  expect(answers['/nowhere']).toMatch(/^404 /);
  await connectToStripe(other);
  await writeRows(service);
  const access = {
    secretKey: service.config.secretKeys[0],
    now: service.clock.now().toISOString(),
    siteHost: world.paid.publication.siteHost,
    siteUrl: world.paid.publication.siteUrl,
    publicationId: world.paid.publication.id,
    apiKey: world.paid.apiKey,
    email: EMAIL,
    cookies: Object.fromEntries(browser.cookies),
    authorization: party.authorization,
    clientId: party.application.clientId,
    redirectUri: REDIRECT_URI,
    idToken: tokens.id_token,
    accessToken: tokens.access_token,
  };
  writeFileSync(join(FOLDER, 'access.json'), `${JSON.stringify(access, null, 2)}\n`);
  writeFileSync(join(FOLDER, 'answers.json'), `${JSON.stringify(answers, null, 2)}\n`);
  await service.close();
});

/** What neither the world nor the rare records have. */
async function fillRest(service: TestService, { paid }: World): Promise<void> {
  const { database, clock } = service;
  await paid.api.get('/figures');
  const instance = { id: 'kept', host: 'kept.example', version: manifest.version, startedAt: clock.now().getTime() };
  await database.transaction((transaction) => beatOfInstance(transaction, clock, instance));
}

async function answersOf({ paid }: World): Promise<Record<string, string>> {
  const ids = await Promise.all(
    LISTS.map(async (name) => {
      const [first] = (await paid.api.get(`/${name}?limit=1`)).json<{ objects: { id: string }[] }>().objects;
      return `/${name}/${first?.id ?? 'none'}`;
    }),
  );
  const answers: Record<string, string> = {};
  for (const path of [...PATHS, ...ids.filter((one) => !one.endsWith('/none'))]) {
    const { statusCode, body } = await paid.api.get(path);
    answers[path] = `${statusCode} ${body}`;
  }
  return answers;
}

/** A line a table, in an order in which the rows can be inserted. */
async function writeRows({ database }: TestService): Promise<void> {
  const empty: string[] = [];
  const lines = await database.snapshot(async (connection) => {
    const written: string[] = [];
    for (const table of await listTables(connection)) {
      const rows = [];
      for await (const batch of readRows(connection, table)) rows.push(...batch);
      if (rows.length === 0) empty.push(table.name);
      written.push(JSON.stringify({ table: table.name, rows }));
    }
    return written;
  });
  writeFileSync(join(FOLDER, 'rows.jsonl.gz'), gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
  process.stdout.write(`tables without rows: ${empty.join(', ') || 'none'}\n`);
}
