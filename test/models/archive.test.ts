// What is archived can be brought back, and an offer for sale always has a plan and a price that can be bought (decisions
// 40): by one editor after the other, and by two at once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock as clock } from '../../src/database/clock.ts';
import type { Transaction } from '../../src/database/connection.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import {
  findFreeOffering,
  restoreFreeOffering,
  setFreeOffering,
  withdrawFreeOffering,
} from '../../src/models/catalog/free-offering.ts';
import {
  archiveNewsletter,
  createNewsletter,
  listNewsletters,
  unarchiveNewsletter,
} from '../../src/models/catalog/newsletter.ts';
import { setOfferPrices } from '../../src/models/catalog/offer-prices.ts';
import {
  archiveOffer,
  createOffer,
  findOffer,
  listOffers,
  moveOffer,
  unarchiveOffer,
  updateOffer,
} from '../../src/models/catalog/offer.ts';
import type { Move } from '../../src/models/catalog/placed.ts';
import { archivePlan, createPlan, listPlans, unarchivePlan, type Plan } from '../../src/models/catalog/plan.ts';
import { archivePrice, createPrice, unarchivePrice, type Price } from '../../src/models/catalog/price.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { Conflict, NotFound } from '../../src/models/errors.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import {
  chooseNewsletters,
  listNewslettersOf,
  subscribeToNewsletter,
} from '../../src/models/people/newsletter-subscription.ts';
import { createPublication, type Publication } from '../../src/models/publication/publication.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts';

const secretKeys = new SecretKeys(['a secret for tests that is long enough']);
let scratch: TestDatabase;
let publication: Publication;
let plan: Plan;
let month: Price;
let year: Price;
let count = 0;

const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => scratch.database.transaction(work);
const priceOf = (planId: string, amount: number, interval: string): Promise<Price> =>
  write((transaction) => createPrice(publication, transaction, clock, { planId, amount, currency: 'EUR', interval }));
const offer = (slug: string, priceIds: readonly string[] = [month.id]) =>
  write((transaction) => createOffer(publication, transaction, clock, { slug, name: slug, planId: plan.id, priceIds }));
const archive = (slug: string) => write((transaction) => archiveOffer(publication, transaction, clock, slug));
const unarchive = (slug: string) => write((transaction) => unarchiveOffer(publication, transaction, slug));
const move = (given: Move) => write((transaction) => moveOffer(publication, transaction, given));
const slugs = async () => (await listOffers(publication, scratch.database)).map(({ slug }) => slug);

beforeAll(async () => {
  scratch = await openTestDatabase();
});
afterAll(() => scratch.drop());
beforeEach(async () => {
  count += 1;
  const given = { name: 'The Quarterly', siteUrl: `https://a${count}.example.org` };
  publication = await write((transaction) => createPublication(transaction, clock, given));
  plan = await write((transaction) =>
    createPlan(publication, transaction, clock, { slug: 'digital', name: 'Digital' }),
  );
  month = await priceOf(plan.id, 500, 'month');
  year = await priceOf(plan.id, 5000, 'year');
});

const reason = (expected: string) => (error: unknown) => error instanceof Conflict && error.reason === expected;

describe('plans', () => {
  test('a plan with an offer for sale is not archived; an archived one takes no offers and prices', async () => {
    await offer('reader');
    const plans = () => write((transaction) => archivePlan(publication, transaction, clock, 'digital'));
    await expect(plans()).rejects.toSatisfy(reason('sold'));
    await archive('reader');
    const archived = await plans();
    expect(archived.archivedAt).not.toBeNull();
    expect(await plans()).toEqual(archived);
    await expect(offer('another')).rejects.toSatisfy(reason('archived'));
    await expect(priceOf(plan.id, 700, 'month')).rejects.toSatisfy(reason('archived'));
    await expect(unarchive('reader')).rejects.toSatisfy(reason('archived'));
    await write((transaction) => unarchivePlan(publication, transaction, plan.id));
    await unarchive('reader');
    expect(await slugs()).toEqual(['reader']);
    expect(await listPlans(publication, scratch.database)).toEqual([plan]);
  });

  test('of a plan that is archived while its offer is brought back, one waits for the other', async () => {
    await offer('reader');
    await archive('reader');
    const both = await Promise.allSettled([
      write((transaction) => archivePlan(publication, transaction, clock, 'digital')),
      unarchive('reader'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [now] = await listPlans(publication, scratch.database);
    expect([now?.archivedAt === null, await slugs()]).toEqual(
      both[1].status === 'fulfilled' ? [true, ['reader']] : [false, []],
    );
  });
});

describe('prices', () => {
  const archived = (id: string) => write((transaction) => archivePrice(publication, transaction, clock, id));

  test('an archived price leaves its offers and comes back to them; an offer for sale keeps one', async () => {
    await offer('reader', [month.id, year.id]);
    await archived(month.id);
    expect((await findOffer(publication, scratch.database, 'reader'))?.prices).toEqual([year]);
    await expect(archived(year.id)).rejects.toSatisfy(reason('only'));
    await expect(offer('another')).rejects.toSatisfy(reason('archived'));
    await write((transaction) => unarchivePrice(publication, transaction, month.id));
    expect((await findOffer(publication, scratch.database, 'reader'))?.prices).toEqual([month, year]);
  });

  test('of two prices of an offer that are archived at once, one stays', async () => {
    await offer('reader', [month.id, year.id]);
    const both = await Promise.allSettled([archived(month.id), archived(year.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await findOffer(publication, scratch.database, 'reader'))?.prices).toHaveLength(1);
  });

  test('an offer is not brought back without a price that can be bought', async () => {
    await offer('reader');
    await archive('reader');
    await archived(month.id);
    await expect(unarchive('reader')).rejects.toSatisfy(reason('archived'));
    await write((transaction) => setOfferPrices(publication, transaction, 'reader', [year.id]));
    await unarchive('reader');
    expect((await findOffer(publication, scratch.database, 'reader'))?.prices).toEqual([year]);
  });

  test('an offer has the prices of its plan that it is given, and at least one', async () => {
    await offer('reader');
    const set = (ids: readonly string[]) =>
      write((transaction) => setOfferPrices(publication, transaction, 'reader', ids));
    expect((await set([year.id, month.id])).prices).toEqual([month, year]);
    expect((await set([year.id])).prices).toEqual([year]);
    await expect(set([])).rejects.toThrow('at least one price');
    const other = await write((transaction) =>
      createPlan(publication, transaction, clock, { slug: 'print', name: 'Print' }),
    );
    const foreign = await priceOf(other.id, 900, 'month');
    await expect(set([foreign.id])).rejects.toThrow(Conflict);
    await archived(month.id);
    await expect(set([month.id])).rejects.toSatisfy(reason('archived'));
    expect((await findOffer(publication, scratch.database, 'reader'))?.prices).toEqual([year]);
  });
});

describe('offers', () => {
  test('are moved before and after each other; the same move twice is one', async () => {
    for (const slug of ['a', 'b', 'c']) await offer(slug);
    await move({ moved: 'c', side: 'before', neighbour: 'b' });
    await move({ moved: 'c', side: 'before', neighbour: 'b' });
    expect(await slugs()).toEqual(['a', 'c', 'b']);
    await move({ moved: 'a', side: 'after', neighbour: 'b' });
    expect(await slugs()).toEqual(['c', 'b', 'a']);
    await offer('d');
    expect(await slugs()).toEqual(['c', 'b', 'a', 'd']);
    await archive('b');
    await move({ moved: 'd', side: 'before', neighbour: 'c' });
    await unarchive('b');
    expect(await slugs()).toEqual(['d', 'c', 'b', 'a']);
    await expect(move({ moved: 'a', side: 'after', neighbour: 'unknown' })).rejects.toThrow(NotFound);
  });

  test('moved by two editors at once end in one order, each at a place of its own', async () => {
    for (const slug of ['a', 'b', 'c', 'd']) await offer(slug);
    const up = { moved: 'd', side: 'before', neighbour: 'c' } as const;
    await Promise.all([move(up), move(up), move({ moved: 'a', side: 'after', neighbour: 'b' })]);
    expect(await slugs()).toEqual(['b', 'a', 'd', 'c']);
    const rows: { position: number | string }[] = await scratch.database
      .knex('offers')
      .where({ publicationId: publication.id })
      .orderBy('position')
      .select('position');
    expect(rows.map(({ position }) => Number(position))).toEqual([1, 2, 3, 4]);
  });

  test('the slug of an archived offer is free once that one has another', async () => {
    await offer('reader');
    await expect(offer('reader')).rejects.toThrow('An offer has this slug already');
    const rename = () =>
      write((transaction) => updateOffer(publication, transaction, 'reader', { slug: 'reader-2026' }));
    await expect(rename()).rejects.toSatisfy(reason('for-sale'));
    await archive('reader');
    await expect(offer('reader')).rejects.toSatisfy(reason('archived'));
    await rename();
    await offer('reader');
    await unarchive('reader-2026');
    expect(await slugs()).toEqual(['reader-2026', 'reader']);
    await archive('reader');
    const back = write((transaction) => updateOffer(publication, transaction, 'reader', { slug: 'reader-2026' }));
    await expect(back).rejects.toThrow('An offer has this slug already');
  });
});

describe('newsletters and the free offering', () => {
  const letter = (slug: string) =>
    write((transaction) => createNewsletter(publication, transaction, clock, { slug, name: slug }));
  const archived = (slug: string) => write((transaction) => archiveNewsletter(publication, transaction, clock, slug));

  const customer = (address: string) =>
    write((transaction) =>
      createCustomer(publication, transaction, clock, secretKeys, { email: parseEmailAddress(address) }),
    );

  test('nobody can newly subscribe to an archived newsletter, and its readers keep it', async () => {
    const [weekly] = [await letter('weekly'), await letter('daily')];
    const [reader, other] = [await customer('a@example.org'), await customer('b@example.org')];
    const subscribe = (customerId: string) =>
      write((transaction) =>
        subscribeToNewsletter(publication, transaction, clock, { customerId, newsletterId: weekly.id }),
      );
    expect(await subscribe(reader.id)).toBe(true);
    await archived('weekly');
    expect(await subscribe(other.id)).toBe(false);
    const choose = (id: string, wanted: readonly string[]) =>
      write((transaction) => chooseNewsletters(publication, transaction, clock, id, wanted));
    await expect(choose(other.id, ['weekly'])).rejects.toThrow(NotFound);
    await choose(reader.id, ['weekly', 'daily']);
    const kept = await listNewslettersOf(publication, scratch.database, reader.id);
    expect(kept.map(({ slug }) => slug)).toEqual(['weekly', 'daily']);
    await expect(letter('weekly')).rejects.toSatisfy(reason('archived'));
    await write((transaction) => unarchiveNewsletter(publication, transaction, 'weekly'));
    expect(await subscribe(other.id)).toBe(true);
    expect((await listNewsletters(publication, scratch.database)).map(({ archivedAt }) => archivedAt)).toEqual([
      null,
      null,
    ]);
  });

  test('the free offering keeps a newsletter, is withdrawn, and comes back as it was', async () => {
    await letter('weekly');
    await letter('daily');
    const set = (newsletters: readonly string[]) =>
      write((transaction) => setFreeOffering(publication, transaction, clock, { name: 'Letters', newsletters }));
    const offering = await set(['weekly', 'daily']);
    await archived('daily');
    await expect(archived('weekly')).rejects.toSatisfy(reason('offered'));
    await expect(set(['daily'])).rejects.toSatisfy(reason('archived'));
    await write((transaction) => unarchiveNewsletter(publication, transaction, 'daily'));
    expect(await findFreeOffering(publication, scratch.database)).toEqual(offering);
    await write((transaction) => withdrawFreeOffering(publication, transaction, clock));
    expect(await findFreeOffering(publication, scratch.database)).toBeUndefined();
    await archived('weekly');
    await archived('daily');
    const restore = () => write((transaction) => restoreFreeOffering(publication, transaction));
    await expect(restore()).rejects.toSatisfy(reason('none'));
    await write((transaction) => unarchiveNewsletter(publication, transaction, 'weekly'));
    await restore();
    expect((await findFreeOffering(publication, scratch.database))?.newsletters.map(({ slug }) => slug)).toEqual([
      'weekly',
    ]);
  });
});
