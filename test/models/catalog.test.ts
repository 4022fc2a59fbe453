// What a publication offers: newsletters, plans, prices, offers, the free offering, and the hosts that continue_url may name.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock as clock } from '../../src/database/clock.ts';
import type { Transaction } from '../../src/database/connection.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { findFreeOffering, setFreeOffering } from '../../src/models/catalog/free-offering.ts';
import { createNewsletter, listNewsletters } from '../../src/models/catalog/newsletter.ts';
import { archiveOffer, createOffer, findOffer, listOffers } from '../../src/models/catalog/offer.ts';
import { createPlan, getPlan, listPlans } from '../../src/models/catalog/plan.ts';
import { createPrice, listPrices } from '../../src/models/catalog/price.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { Conflict, InvalidValue, NotFound } from '../../src/models/errors.ts';
import { findCustomer } from '../../src/models/people/customer-summary.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import {
  listNewslettersOf,
  subscribeToNewsletter,
  unsubscribeFromNewsletter,
} from '../../src/models/people/newsletter-subscription.ts';
import {
  addContinueHost,
  isContinueHost,
  listContinueHosts,
  removeContinueHost,
} from '../../src/models/publication/continue-host.ts';
import { createPublication, type Publication } from '../../src/models/publication/publication.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts';

let scratch: TestDatabase;
let publication: Publication;
let other: Publication;
let count = 0;

const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => scratch.database.transaction(work);
const newPublication = (): Promise<Publication> => {
  count += 1;
  return write((transaction) =>
    createPublication(transaction, clock, { name: 'The Quarterly', siteUrl: `https://p${count}.example.org` }),
  );
};

beforeAll(async () => {
  scratch = await openTestDatabase();
});
afterAll(() => scratch.drop());
beforeEach(async () => {
  publication = await newPublication();
  other = await newPublication();
});

describe('newsletters', () => {
  test('are listed in the order of their creation, each publication for itself', async () => {
    const weekly = await write((transaction) =>
      createNewsletter(publication, transaction, clock, { slug: 'weekly', name: ' The Weekly ', description: '' }),
    );
    const daily = await write((transaction) =>
      createNewsletter(publication, transaction, clock, {
        slug: 'daily',
        name: 'Daily',
        description: 'Every day\r\nat seven',
      }),
    );
    expect(weekly).toEqual({
      id: expect.stringMatching(/^news_[0-9a-z]{26}$/),
      slug: 'weekly',
      name: 'The Weekly',
      description: null,
      audience: 'all',
      archivedAt: null,
      texts: null,
    });
    expect(daily.description).toBe('Every day\nat seven');
    expect(await listNewsletters(publication, scratch.database)).toEqual([weekly, daily]);
    expect(await listNewsletters(other, scratch.database)).toEqual([]);
  });

  test.each(['', 'Weekly', 'a,b', 'a/b', 'a_b', '-a', 'a-', 'a--b', 'a b', 'ä', 'a'.repeat(65)])(
    'refuse the slug %j',
    async (slug) => {
      await expect(
        write((transaction) => createNewsletter(publication, transaction, clock, { slug, name: 'N' })),
      ).rejects.toThrow(InvalidValue);
    },
  );

  test.each([
    ['no name', { slug: 'n', name: '  ' }],
    ['a control character in the name', { slug: 'n', name: 'a\u0000b' }],
    ['a control character in the description', { slug: 'n', name: 'N', description: 'a\u0007' }],
    ['a description without end', { slug: 'n', name: 'N', description: 'x'.repeat(2001) }],
  ])('refuse %s', async (_, given) => {
    await expect(write((transaction) => createNewsletter(publication, transaction, clock, given))).rejects.toThrow(
      InvalidValue,
    );
  });

  test('refuse a slug in use, and leave the transaction usable', async () => {
    await write((transaction) => createNewsletter(publication, transaction, clock, { slug: 'weekly', name: 'Weekly' }));
    await write((transaction) => createNewsletter(other, transaction, clock, { slug: 'weekly', name: 'Weekly' }));
    await write(async (transaction) => {
      await expect(
        createNewsletter(publication, transaction, clock, { slug: 'weekly', name: 'Again' }),
      ).rejects.toThrow(Conflict);
      await createNewsletter(publication, transaction, clock, { slug: 'monthly', name: 'Monthly' });
    });
    expect((await listNewsletters(publication, scratch.database)).map(({ slug }) => slug)).toEqual([
      'weekly',
      'monthly',
    ]);
  });

  test('are subscribed to once, by customers of the same publication only', async () => {
    const secretKeys = new SecretKeys(['a secret for tests that is long enough']);
    const weekly = await write((transaction) =>
      createNewsletter(publication, transaction, clock, { slug: 'weekly', name: 'Weekly' }),
    );
    const customer = await write((transaction) =>
      createCustomer(publication, transaction, clock, secretKeys, { email: parseEmailAddress('ada@example.org') }),
    );
    const given = { customerId: customer.id, newsletterId: weekly.id };
    expect(await write((transaction) => subscribeToNewsletter(other, transaction, clock, given))).toBe(false);
    expect(await write((transaction) => subscribeToNewsletter(publication, transaction, clock, given))).toBe(true);
    expect(await write((transaction) => subscribeToNewsletter(publication, transaction, clock, given))).toBe(false);
    expect(await listNewslettersOf(publication, scratch.database, customer.id)).toEqual([weekly]);
    expect((await findCustomer(publication, scratch.database, customer.id))?.newsletterSlugs).toEqual(['weekly']);
    expect(await write((transaction) => unsubscribeFromNewsletter(other, transaction, clock, given))).toBe(false);
    expect(await write((transaction) => unsubscribeFromNewsletter(publication, transaction, clock, given))).toBe(true);
    expect(await listNewslettersOf(publication, scratch.database, customer.id)).toEqual([]);
  });
});

describe('plans and prices', () => {
  test('are found by id and by slug, in their own publication', async () => {
    const plan = await write((transaction) =>
      createPlan(publication, transaction, clock, { slug: 'digital', name: 'Digital' }),
    );
    expect(await listPlans(publication, scratch.database)).toEqual([plan]);
    expect(await getPlan(publication, scratch.database, plan.id)).toEqual(plan);
    expect(await getPlan(publication, scratch.database, 'digital')).toEqual(plan);
    await expect(getPlan(other, scratch.database, plan.id)).rejects.toThrow(new NotFound(`No such plan: ${plan.id}`));
    await expect(
      write((transaction) => createPlan(publication, transaction, clock, { slug: 'digital', name: 'D' })),
    ).rejects.toThrow(Conflict);
  });

  test('a price is in minor units of an ISO 4217 currency, each month or each year', async () => {
    const plan = await write((transaction) =>
      createPlan(publication, transaction, clock, { slug: 'digital', name: 'Digital' }),
    );
    const price = await write((transaction) =>
      createPrice(publication, transaction, clock, {
        planId: 'digital',
        amount: 500,
        currency: 'eur',
        interval: 'month',
      }),
    );
    expect(price).toEqual({
      id: expect.stringMatching(/^price_/),
      planId: plan.id,
      amount: 500,
      currency: 'EUR',
      interval: 'month',
      archivedAt: null,
    });
    expect(await listPrices(publication, scratch.database)).toEqual([price]);
  });

  test.each([
    ['an amount of nothing', { amount: 0 }],
    ['a negative amount', { amount: -1 }],
    ['a broken amount', { amount: 1.5 }],
    ['no number', { amount: Number.NaN }],
    ['an amount above what cards take', { amount: 100_000_000 }],
    ['an unknown currency', { currency: 'EURO' }],
    ['another interval', { interval: 'week' }],
  ])('refuse %s', async (_, wrong) => {
    await write((transaction) => createPlan(publication, transaction, clock, { slug: 'digital', name: 'Digital' }));
    const given = { planId: 'digital', amount: 500, currency: 'EUR', interval: 'month', ...wrong };
    await expect(write((transaction) => createPrice(publication, transaction, clock, given))).rejects.toThrow(
      InvalidValue,
    );
  });
});

describe('offers', () => {
  const givenPlan = async (slug: string, amounts: readonly (readonly [number, string])[]): Promise<string[]> => {
    await write((transaction) => createPlan(publication, transaction, clock, { slug, name: slug }));
    const ids: string[] = [];
    for (const [amount, interval] of amounts) {
      const price = await write((transaction) =>
        createPrice(publication, transaction, clock, { planId: slug, amount, currency: 'EUR', interval }),
      );
      ids.push(price.id);
    }
    return ids;
  };

  test('are shown with their plan and their own prices, monthly ones first', async () => {
    const priceIds = await givenPlan('digital', [
      [5000, 'year'],
      [500, 'month'],
      [900, 'month'],
    ]);
    const [yearly, monthly] = priceIds;
    const created = await write((transaction) =>
      createOffer(publication, transaction, clock, {
        slug: 'reader',
        name: 'Reader',
        planId: 'digital',
        priceIds: priceIds.slice(0, 2),
      }),
    );
    expect(created.plan.slug).toBe('digital');
    expect(created.prices.map(({ id }) => id)).toEqual([monthly, yearly]);
    expect(await listOffers(publication, scratch.database)).toEqual([created]);
    expect(await findOffer(publication, scratch.database, 'reader')).toEqual(created);
    expect(await findOffer(other, scratch.database, 'reader')).toBeUndefined();
  });

  test('are listed by one query, however many there are', async () => {
    const priceIds = await givenPlan('digital', [
      [500, 'month'],
      [5000, 'year'],
    ]);
    for (const slug of ['a', 'b', 'c'])
      await write((transaction) =>
        createOffer(publication, transaction, clock, { slug, name: slug, planId: 'digital', priceIds }),
      );
    let queries = 0;
    const { database } = scratch;
    const counting: typeof database = Object.create(database, {
      all: { value: (...asked: Parameters<typeof database.all>) => ((queries += 1), database.all(...asked)) },
    });
    const offers = await listOffers(publication, counting);
    expect(offers.map(({ slug, prices }) => [slug, prices.length])).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 2],
    ]);
    expect(queries).toBe(1);
  });

  test('leave the pages when archived, and keep their slug', async () => {
    const priceIds = await givenPlan('digital', [[500, 'month']]);
    const given = { slug: 'reader', name: 'Reader', planId: 'digital', priceIds };
    await write((transaction) => createOffer(publication, transaction, clock, given));
    await expect(write((transaction) => archiveOffer(other, transaction, clock, 'reader'))).rejects.toThrow(NotFound);
    await write((transaction) => archiveOffer(publication, transaction, clock, 'reader'));
    expect(await listOffers(publication, scratch.database)).toEqual([]);
    expect(await findOffer(publication, scratch.database, 'reader')).toBeUndefined();
    await expect(write((transaction) => archiveOffer(publication, transaction, clock, 'reader'))).rejects.toThrow(
      NotFound,
    );
    await expect(write((transaction) => createOffer(publication, transaction, clock, given))).rejects.toThrow(Conflict);
  });

  test('refuse no price, an unknown price and a price of another plan, and leave nothing behind', async () => {
    const [own] = await givenPlan('digital', [[500, 'month']]);
    const [foreign] = await givenPlan('print', [[900, 'month']]);
    const offerOf = (...priceIds: (string | undefined)[]) =>
      write((transaction) =>
        createOffer(publication, transaction, clock, {
          slug: 'reader',
          name: 'R',
          planId: 'digital',
          priceIds: priceIds.map(String),
        }),
      );
    await expect(offerOf()).rejects.toThrow(InvalidValue);
    await expect(offerOf(own, 'price_unknown')).rejects.toThrow(NotFound);
    await expect(offerOf(own, foreign)).rejects.toThrow(Conflict);
    expect(await listOffers(publication, scratch.database)).toEqual([]);
  });
});

describe('the free offering', () => {
  test('is one, with its newsletters, and is replaced whole', async () => {
    expect(await findFreeOffering(publication, scratch.database)).toBeUndefined();
    for (const slug of ['weekly', 'daily'])
      await write((transaction) => createNewsletter(publication, transaction, clock, { slug, name: slug }));
    await write((transaction) =>
      setFreeOffering(publication, transaction, clock, { name: 'Letters', newsletters: ['daily', 'weekly', 'daily'] }),
    );
    const first = await findFreeOffering(publication, scratch.database);
    expect(first).toMatchObject({
      name: 'Letters',
      description: null,
      newsletters: [{ slug: 'weekly' }, { slug: 'daily' }],
    });
    const second = await write((transaction) =>
      setFreeOffering(publication, transaction, clock, { name: 'Letter', description: 'One.', newsletters: ['daily'] }),
    );
    expect(await findFreeOffering(publication, scratch.database)).toEqual(second);
    expect(second).toMatchObject({ name: 'Letter', description: 'One.', newsletters: [{ slug: 'daily' }] });
    expect(await findFreeOffering(other, scratch.database)).toBeUndefined();
  });

  test('refuses a newsletter of another publication', async () => {
    await write((transaction) => createNewsletter(other, transaction, clock, { slug: 'weekly', name: 'Weekly' }));
    await expect(
      write((transaction) => setFreeOffering(publication, transaction, clock, { name: 'L', newsletters: ['weekly'] })),
    ).rejects.toThrow(NotFound);
  });
});

describe('continue hosts', () => {
  test.each([
    ['www.example.org', 'www.example.org'],
    [' WWW.Example.ORG ', 'www.example.org'],
    ['example.org:443', 'example.org'],
    ['example.org:8443', 'example.org:8443'],
    ['localhost:4001', 'localhost:4001'],
    ['[::1]:4001', '[::1]:4001'],
    ['müller.example', 'xn--mller-kva.example'],
  ])('%j is kept as %j', async (given, host) => {
    expect(await write((transaction) => addContinueHost(publication, transaction, clock, { host: given }))).toBe(host);
    expect(await isContinueHost(publication, scratch.database, host)).toBe(true);
    expect(await isContinueHost(other, scratch.database, host)).toBe(false);
  });

  test.each([
    '',
    'https://example.org',
    '//example.org',
    'example.org/',
    'example.org/path',
    'example.org?q',
    'example.org#f',
    'ada@example.org',
    'a:b@example.org',
    '*.example.org',
    '*',
    'a b',
    'example.org, example.com',
    'example.org\\',
    'ex%61mple.org',
    'example.org.',
    'example.org:99999',
    'javascript:alert(1)',
    'a\u0000b',
  ])('refuse %j', async (host) => {
    await expect(write((transaction) => addContinueHost(publication, transaction, clock, { host }))).rejects.toThrow(
      InvalidValue,
    );
  });

  test('are exact: neither a subdomain nor another port passes', async () => {
    await write((transaction) => addContinueHost(publication, transaction, clock, { host: 'example.org' }));
    for (const host of ['www.example.org', 'example.org:8443', 'example.org.', 'xexample.org', 'example.or', '']) {
      expect(await isContinueHost(publication, scratch.database, host)).toBe(false);
    }
  });

  test('adding twice is adding once; removing an unknown one is refused', async () => {
    await write((transaction) => addContinueHost(publication, transaction, clock, { host: 'example.org' }));
    await write((transaction) => addContinueHost(publication, transaction, clock, { host: 'EXAMPLE.org' }));
    expect(await listContinueHosts(publication, scratch.database)).toEqual(['example.org']);
    await expect(
      write((transaction) => removeContinueHost(other, transaction, { host: 'example.org' })),
    ).rejects.toThrow(NotFound);
    await write((transaction) => removeContinueHost(publication, transaction, { host: 'Example.org' }));
    expect(await listContinueHosts(publication, scratch.database)).toEqual([]);
  });
});
