// People are found by words of their name and address, by filters, and exactly by ids, codes and references.
import { beforeAll, expect, test } from 'vitest';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { findExactly } from '../../src/models/finding/exact.ts';
import type { PeopleFilter } from '../../src/models/finding/filter-source.ts';
import { findPeople } from '../../src/models/finding/people-filter.ts';
import { indexPeople } from '../../src/models/finding/word-index.ts';
import { fold, termsOf, wordsOf } from '../../src/models/finding/words.ts';
import { updateCustomer } from '../../src/models/lifecycle/customer-update.ts';
import { eraseCustomer } from '../../src/models/lifecycle/erasure.ts';
import { createSubscription } from '../../src/models/money/subscription.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import { givenPublication, type TestPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let at: TestPublication;
let other: TestPublication;

async function person(
  { publication }: TestPublication,
  email: string,
  name: string | undefined,
  activationCode?: string,
) {
  const { database, clock, secretKeys } = service();
  const given = { email: parseEmailAddress(email), name, activationCode };
  return database.transaction((transaction) => createCustomer(publication, transaction, clock, secretKeys, given));
}

beforeAll(async () => {
  [at, other] = [await givenPublication(service()), await givenPublication(service())];
  await person(at, 'ada.lovelace@example.org', undefined);
  await person(at, 'jm@example.net', 'Jörg Müller');
  await person(at, 'shane@example.net', "Shane O'Hara 100%");
  await person(at, 'strasse@example.net', 'Ærø Größe');
  await person(at, 'coded@example.net', 'Coded', 'summer-2026-Q7');
  await person(other, 'ada@example.com', 'Ada Other');
});

const found = async (filter: PeopleFilter, page = {}): Promise<string[]> => {
  while (await indexPeople(service().database, at.publication));
  const { people } = await findPeople(at.publication, service().database, filter, { limit: 50, ...page });
  return people.map(({ email }) => email ?? '').toReversed();
};
const searched = (text: string) => found({ terms: termsOf(text) });

test.each([
  ['ada', ['ada.lovelace@example.org']],
  ['LOVE', ['ada.lovelace@example.org']],
  ['ada.lovelace@exam', ['ada.lovelace@example.org']],
  ['@example.net', ['jm@example.net', 'shane@example.net', 'strasse@example.net', 'coded@example.net']],
  ['muller', ['jm@example.net']],
  ['mül', ['jm@example.net']],
  ['müller jörg', ['jm@example.net']],
  ["o'hara", ['shane@example.net']],
  ['100%', ['shane@example.net']],
  [
    '%',
    ['ada.lovelace@example.org', 'jm@example.net', 'shane@example.net', 'strasse@example.net', 'coded@example.net'],
  ],
  ['_ada', ['ada.lovelace@example.org']],
  ['aero', ['strasse@example.net']],
  ['grosse', ['strasse@example.net']],
  ['nobody', []],
  ['ada nobody', []],
])('%j finds %j', async (text, emails) => {
  expect(await searched(text)).toEqual(emails);
});

test('who changes their name is found by the new one alone, and who is erased by none', async () => {
  const { database, clock, secretKeys } = service();
  const { id } = await person(at, 'temp@example.info', 'Grace Hopper');
  expect(await searched('hopper')).toEqual(['temp@example.info']);
  await database.transaction((transaction) =>
    updateCustomer(at.publication, transaction, clock, secretKeys, id, { name: 'Grace Murray', email: undefined }),
  );
  expect([await searched('hopper'), await searched('murray')]).toEqual([[], ['temp@example.info']]);
  await database.transaction((transaction) => eraseCustomer(at.publication, transaction, clock, secretKeys, id));
  expect(await searched('murray')).toEqual([]);
  expect(await database.knex('customer_words').where({ customerId: id })).toEqual([]);
});

test('filters join, and pages follow one another', async () => {
  const { database, clock } = service();
  const { publication, plan } = at;
  const { id } = await person(at, 'held@example.info', 'Held');
  const given = { customerId: id, planId: plan.id, complimentary: true };
  await database.transaction((transaction) => createSubscription(publication, transaction, clock, given));
  expect(await found({ planId: plan.id, state: 'complimentary', terms: ['hel'] })).toEqual(['held@example.info']);
  expect(await found({ planId: plan.id, state: 'paying' })).toEqual([]);
  const all = await found({});
  const pages: string[] = [];
  for (let after: string | undefined; ;) {
    const { people, next } = await findPeople(publication, database, {}, { limit: 2, after });
    pages.push(...people.map(({ email }) => email ?? ''));
    if (next === null) break;
    after = next;
  }
  expect(pages.toReversed()).toEqual(all);
  const tomorrow = new Date(clock.now().getTime() + 86_400_000);
  expect(await found({ joinedFrom: tomorrow })).toEqual([]);
  expect(await found({ joinedUntil: tomorrow })).toEqual(all);
  expect(await found({ seenFrom: new Date(0) })).toEqual([]);
});

const GIVEN = ['Anna', 'Berta', 'Carl', 'Dora'];
const FAMILY = ['Arendt', 'Brecht', 'Celan'];
// Each bound makes another way through: few matches, some, or many of each filter.
test.each([
  { few: 1000, some: 1000, walked: 1000 },
  { few: 0, some: 1000, walked: 7 },
  { few: 0, some: 12, walked: 7 },
  { few: 0, some: 0, walked: 7 },
])('however many people meet a filter, its pages show each of them once (%j)', async (bounds) => {
  const crowd = await givenPublication(service());
  const { database, clock } = service();
  const names = Array.from({ length: 24 }, (_, index) => `${GIVEN[index % 4]} ${FAMILY[index % 3]} ${index}`);
  for (const [index, name] of names.entries()) {
    const { id } = await person(crowd, `reader-${index}@example.org`, name);
    if (!name.includes('Celan')) continue;
    const given = { customerId: id, planId: crowd.plan.id, complimentary: true };
    await database.transaction((transaction) => createSubscription(crowd.publication, transaction, clock, given));
  }
  while (await indexPeople(database, crowd.publication));
  const meets = async (filter: PeopleFilter) => {
    const shown: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await findPeople(crowd.publication, database, filter, { limit: 2, after, bounds });
      expect(page.people.length).toBeLessThanOrEqual(2);
      if (page.found !== undefined && page.found <= bounds.some) expect(page.found).toBe(expectedOf(filter).length);
      shown.push(...page.people.map(({ name }) => name ?? ''));
      after = page.next;
    }
    return shown;
  };
  const expectedOf = ({ terms = [], state }: PeopleFilter) =>
    names
      .filter((name) => {
        const words = [...name.toLowerCase().split(' '), 'reader'];
        return terms.every((term) => words.some((word) => word.startsWith(term)));
      })
      .filter((name) => state === undefined || name.includes('Celan'))
      .toReversed();
  for (const filter of [
    {},
    { terms: ['anna'] },
    { terms: ['an', 'celan'] },
    { terms: ['anna', 'arendt', 'nobody'] },
    { state: 'complimentary' },
    { terms: ['dora'], state: 'complimentary' },
    { terms: ['reader'], state: 'complimentary' },
  ] satisfies PeopleFilter[])
    expect(await meets(filter)).toEqual(expectedOf(filter));
});

test('an id, an address or a code names one person, of this publication alone', async () => {
  const { database, secretKeys } = service();
  const parts = { secretKeys, gateways: ['sandbox', 'stripe'] };
  const exactly = (text: string, { publication } = at) => findExactly(publication, database, parts, text);
  const { id } = await person(at, 'exact@example.info', undefined);
  for (const text of [id, id.replace('cus_', 'memb_'), ' Exact@Example.info ']) {
    expect(await exactly(text)).toBe(id);
    expect(await exactly(text, other)).toBeUndefined();
  }
  const coded = await exactly('SUMMER-2026-q7');
  expect(coded).toMatch(/^cus_/);
  expect(await exactly('SUMMER-2026-q7', other)).toBeUndefined();
  for (const text of ['', 'nobody@example.org', 'cus_unknown', 'pi_unknown', 'x'])
    expect(await exactly(text)).toBeUndefined();
});

test('words are few, short, and without accents', () => {
  expect(fold('Łódź Straße')).toBe('lodz strasse');
  expect(wordsOf({ name: 'Ada Ada', email: 'ada@x.org' })).toEqual(['@x.org', 'ada']);
  expect(wordsOf({ name: 'x'.repeat(200), email: null })).toEqual(['x'.repeat(40)]);
});
