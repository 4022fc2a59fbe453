// masthead publication move refuses what it cannot finish before it writes anything: the publication answers as before, and the other database has
// nothing of it.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createPublication } from '../../src/models/publication/publication.ts';
import { newDatabase, testDialect } from '../support/databases/database.ts';
import { changeRecords } from '../support/outside/relying-party.ts';
import { CommandLine, type CommandOutcome } from '../support/processes/command-line.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';
import { contentOf, openBothEnds, settledContentOf, type BothEnds } from './both-ends.ts';

const OTHER_SECRET = 'another secret key of the tests that is long enough';
const service = useService();
const onEnd: (() => Promise<void> | void)[] = [];
let ends: BothEnds;
let site: TestSite;
let before: Map<string, string[]>;

beforeAll(async () => {
  ends = await openBothEnds(service(), (close) => onEnd.unshift(close));
  await ends.there.signingKeys.current();
  return async () => {
    for (const close of onEnd) await close();
  };
});
beforeEach(async () => {
  site = await givenSite(service());
  before = await settledContentOf(service(), site.publication);
});

/** The other end belongs to production while the command runs. */
async function whileInProduction(run: () => Promise<CommandOutcome>): Promise<CommandOutcome> {
  const setTo = (environment: string) =>
    changeRecords(ends.there, (knex) => knex('deployment').update({ environment }));
  await setTo('production');
  try {
    return await run();
  } finally {
    await setTo('test');
  }
}

const move = (...options: readonly string[]): Promise<CommandOutcome> =>
  ends.move(site.publication.siteHost, ...options);

const REFUSALS: readonly (readonly [what: string, says: string, run: () => Promise<CommandOutcome>])[] = [
  [
    'no other database',
    'Name the other database by --to',
    () => ends.run('publication', 'move', site.publication.siteHost),
  ],
  [
    'the same database',
    'That is the database of these settings',
    () => ends.run('publication', 'move', site.publication.siteHost, '--to', ends.here.config.databaseUrl),
  ],
  [
    'a database without a schema',
    testDialect === 'sqlite' ? 'There is no database at' : 'is not current: migrate it first',
    async () => {
      const { url, remove } = await newDatabase(testDialect);
      onEnd.push(remove);
      return ends.run('publication', 'move', site.publication.siteHost, '--to', url);
    },
  ],
  [
    'a database of the other environment',
    'belongs to the production environment',
    () => whileInProduction(() => move()),
  ],
  [
    'a deployment with another secret',
    'SECRET_KEY is not the one of the database named by --to',
    () =>
      new CommandLine({ DATABASE_URL: ends.here.config.databaseUrl, SECRET_KEY: OTHER_SECRET }).run(
        'publication',
        'move',
        site.publication.siteHost,
        '--to',
        ends.url,
      ),
  ],
  [
    'a database where another publication has the host',
    'Another publication of the database named by --to has the host',
    async () => {
      const { database, clock } = ends.there;
      const { name, siteUrl } = site.publication;
      await database.transaction((transaction) => createPublication(transaction, clock, { name, siteUrl }));
      return move();
    },
  ],
];

test.each(REFUSALS)('%s is refused: %s', async (_what, says, run) => {
  const { exitCode, stderr } = await run();
  expect([exitCode, stderr]).toEqual([expect.any(Number), expect.stringContaining(says)]);
  expect(exitCode).not.toBe(0);
  expect(await contentOf(ends.here, site.publication.id)).toEqual(before);
  expect([...(await contentOf(ends.there, site.publication.id)).keys()]).toEqual([]);
  expect((await site.newBrowser().open('/offers')).statusCode).toBe(200);
});

test('a publication that the other database has already, and one that is a copy under way, are refused', async () => {
  const { id, siteHost } = site.publication;
  const [row] = await ends.here.database.knex('publications').where({ id });
  const taken = { ...row, siteHost: `taken-${siteHost}`, siteUrl: `https://taken-${siteHost}` };
  await changeRecords(ends.there, (knex) => knex('publications').insert(taken));
  expect(await move()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('has this publication already') });
  expect(await contentOf(ends.here, id)).toEqual(before);
  const arriving = { moveState: 'arriving', moveCopy: 'a copy' };
  await changeRecords(ends.here, (knex) => knex('publications').where({ id }).update(arriving));
  expect(await move()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('run the command there') });
});

test('nobody of that name is not moved', async () => {
  expect(await ends.move('nobody.example.localhost')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('No such publication: nobody.example.localhost'),
  });
});
