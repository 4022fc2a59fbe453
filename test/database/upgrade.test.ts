// Databases of older versions, brought to the newest schema with what is in them.
import { readdirSync } from 'node:fs';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEvents, logPendingEvents } from '../../src/models/outbox/event-log.ts';
import { recordEvent } from '../../src/models/outbox/event.ts';
import { MovableClock } from '../support/clock.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const MIGRATIONS = new URL('../../src/database/migrations/', import.meta.url);
const LOG_OF_A_PUBLICATION = '0011-log-of-a-publication.ts';
const ofPublication = {
  publication_id: 'pub_1',
  type: 'session.ended',
  customer_id: 'cus_1',
  created_at: 1,
  facts: '{"object":{}}',
};

let place: TestDatabase;

beforeAll(async () => {
  place = await openTestDatabase({ isMigrated: false });
});
afterAll(() => place.drop());

/** The migrations whose files are in the range, by name. */
async function migrateFrom(from: string, before: string): Promise<void> {
  const files = readdirSync(MIGRATIONS).filter((file) => file >= from && file < before);
  for (const file of files.toSorted()) {
    const migration = (await import(new URL(file, MIGRATIONS).href)) as { up(knex: Knex): Promise<void> };
    await place.database.schemaChange((knex) => migration.up(knex));
  }
}

test('R-F18 a log keeps its events and their order, and goes on after them', async () => {
  const { database } = place;
  await migrateFrom('', LOG_OF_A_PUBLICATION);
  const later = `evt_7${'z'.repeat(21)}0005`;
  await database.transaction(async ({ knex }) => {
    await knex('publications').insert({
      id: 'pub_1',
      name: 'P',
      site_url: 'https://p.example',
      site_host: 'p.example',
      brand_color: '#000000',
      locale: 'en',
      created_at: 1,
    });
    await knex('events').insert([
      { ...ofPublication, id: later, object_id: 'sid_2' },
      { ...ofPublication, id: `evt_${'0'.repeat(26)}`, object_id: 'sid_1' },
    ]);
    await knex('pending_events').insert({ ...ofPublication, object_id: 'sid_3' });
  });
  await migrateFrom(LOG_OF_A_PUBLICATION, '~');
  const clock = new MovableClock();
  const event = { type: 'session.ended', objectId: 'sid_4', customerId: 'cus_1', facts: { object: {} } } as const;
  await database.transaction((transaction) => recordEvent({ id: 'pub_1' }, transaction, clock, event));
  await logPendingEvents(database, clock);
  const { objects } = await listEvents({ id: 'pub_1' }, database, { limit: 10, after: '' });
  expect(objects.map(({ objectId }) => objectId)).toEqual(['sid_1', 'sid_2', 'sid_3', 'sid_4']);
});
