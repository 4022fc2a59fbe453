// Trials: free of charge for some days, once for each person and plan, then charged as the page said (docs/selling.md).
import { describe, expect, test } from 'vitest';
import { createOffer, updateOffer } from '../../../src/models/catalog/offer.ts';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { eraseCustomer } from '../../../src/models/lifecycle/erasure.ts';
import { mergeCustomer } from '../../../src/models/lifecycle/merge.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { createCustomer } from '../../../src/models/people/customer.ts';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { formsOf, headingOf, linksOf, mainTextOf } from '../../support/browser/html.ts';
import { ledgerFaults } from '../../support/databases/ledger.ts';
import { GOOD_CARD, LATER_FAILING_CARD } from '../../support/publications/cards.ts';
import {
  givenOfferedSite,
  openCardPage,
  openSummary,
  returnPageOf,
  type OfferedSite,
} from '../../support/publications/paying.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';
const DAY = String.raw`\w+ \d{1,2}, \d{4}`;
const OFFERED = new RegExp(`14 days free, then €5 a month from ${DAY}\\.`);

async function givenTrialSite(days = 14): Promise<OfferedSite> {
  const site = await givenOfferedSite(service());
  await service().database.transaction((transaction) =>
    updateOffer(site.publication, transaction, 'reader', { trialDays: days }),
  );
  return site;
}

async function textAt(browser: Browser, path: string): Promise<string> {
  return mainTextOf((await browser.open(path)).body);
}

async function idOf({ publication }: OfferedSite, email = ADA): Promise<string> {
  return (await findCustomerByEmail(publication, service().database, parseEmailAddress(email)))?.id ?? '';
}

function rowsOf({ publication }: OfferedSite, table: string): Promise<Record<string, unknown>[]> {
  return service().database.knex(table).where({ publicationId: publication.id }).orderBy('id').select('*');
}

async function cancel(browser: Browser): Promise<string> {
  const link = linksOf((await browser.open('/')).body).find((href) => href.endsWith('/cancel')) ?? '';
  return mainTextOf((await browser.submit(await browser.open(link))).body);
}

test('the offer and subscribe pages say how long it is free, what it costs then and from which day', async () => {
  const site = await givenTrialSite();
  const [stranger, customer] = [site.newBrowser(), await site.signedIn(ADA)];
  for (const path of ['/offers', '/offers/reader', '/offers/reader/subscribe', '/subscribe']) {
    for (const browser of [stranger, customer]) {
      const text = await textAt(browser, path);
      expect([path, OFFERED.test(text), text.match(/days free/g)?.length]).toEqual([path, true, 2]);
    }
  }
});

test('asks for a card and charges nothing: active at once, and the account page says when the first payment comes', async () => {
  const site = await givenTrialSite();
  const browser = await site.signedIn(ADA);
  const confirmed = await site.subscribe(browser, site.monthly);
  expect(mainTextOf(confirmed.body)).toMatch(
    new RegExp(`Free until ${DAY}\\. First payment: €5 on that day, unless you cancel first`),
  );
  expect(mainTextOf(confirmed.body)).not.toMatch(/Paid:|receipt/);
  expect(await rowsOf(site, 'payments')).toEqual([]);
  expect((await site.api.get('/members')).json()).toMatchObject({ objects: [{ plan_slug: 'supporter' }] });
  expect(await textAt(browser, '/')).toMatch(
    new RegExp(`Supporter €5 a month Free trial until ${DAY}\\. First payment: €5 on that day\\.`),
  );
  await site.pass('14 days');
  expect(await rowsOf(site, 'payments')).toMatchObject([{ reason: 'renewal', amount: 500 }]);
  expect(await textAt(browser, '/')).toMatch(new RegExp(`Next payment: €5 on ${DAY}\\.`));
  await site.pass('1 month');
  expect(await rowsOf(site, 'payments')).toHaveLength(2);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('canceled in the trial it costs nothing, ends with it, and can be taken back before', async () => {
  const site = await givenTrialSite();
  const browser = await site.payer(ADA);
  const link = linksOf((await browser.open('/')).body).find((href) => href.endsWith('/cancel')) ?? '';
  expect(await textAt(browser, link)).toMatch(new RegExp(`It is free until ${DAY}`));
  expect(await cancel(browser)).toMatch(/Canceled\. You keep access until/);
  const account = await browser.open('/');
  await browser.submit(account, {}, formsOf(account.body).find(({ action }) => action.endsWith('/resume'))?.action);
  expect(await textAt(browser, '/')).toContain('Free trial until');
  await cancel(browser);
  await site.pass('20 days');
  expect(await textAt(browser, '/')).toContain('You do not have a subscription.');
  expect([await rowsOf(site, 'payments'), (await rowsOf(site, 'subscriptions')).map(({ status }) => status)]).toEqual([
    [],
    ['canceled'],
  ]);
});

test('a first charge that fails goes the way of the grace', async () => {
  const site = await givenTrialSite();
  const browser = await site.payer(ADA, site.monthly, LATER_FAILING_CARD);
  await site.pass('15 days');
  expect(await textAt(browser, '/')).toContain('Your last payment failed.');
  expect(await rowsOf(site, 'billings')).toMatchObject([{ state: 'past_due' }]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

describe('a person tries a plan once', () => {
  async function used(email = ADA): Promise<{ site: OfferedSite; browser: Browser }> {
    const site = await givenTrialSite();
    const browser = await site.payer(email);
    await cancel(browser);
    await site.pass('20 days');
    return { site, browser };
  }

  test('who comes back is offered none, is told the price, and pays at once', async () => {
    const { site, browser } = await used();
    for (const path of ['/offers', '/offers/reader', '/subscribe'])
      expect(await textAt(browser, path)).not.toContain('days free');
    expect(mainTextOf((await site.subscribe(browser, site.monthly)).body)).toContain('Paid: €5');
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });

  test('and what one has tried another can still try', async () => {
    const { site } = await used();
    const other = await site.signedIn('grace@example.org');
    expect(await textAt(other, '/offers/reader')).toContain('14 days free');
    expect(mainTextOf((await site.subscribe(other, site.monthly)).body)).toContain('Free until');
    expect(await rowsOf(site, 'trials')).toHaveLength(2);
  });

  test('by another offer of the same plan, too', async () => {
    const { site, browser } = await used();
    const { publication, plan, price } = site;
    const given = { slug: 'again', name: 'Again', planId: plan.id, priceIds: [price.id], trialDays: 30 };
    await service().database.transaction((transaction) =>
      createOffer(publication, transaction, service().clock, given),
    );
    expect(await textAt(browser, '/offers/again')).not.toContain('days free');
    expect(await textAt(site.newBrowser(), '/offers/again')).toContain('30 days free');
  });

  test('after the account was erased and made anew, too', async () => {
    const { site } = await used();
    const { database, clock, secretKeys } = service();
    const id = await idOf(site);
    await database.transaction((transaction) => eraseCustomer(site.publication, transaction, clock, secretKeys, id));
    const browser = await site.signedIn(ADA);
    expect(await idOf(site)).not.toBe(id);
    expect(await textAt(browser, '/offers/reader')).not.toContain('days free');
    expect(JSON.stringify(await rowsOf(site, 'trials'))).not.toContain(ADA);
  });

  test('by another spelling of the address, too', async () => {
    const { site } = await used('ada@bücher.example');
    const { database, clock, secretKeys } = service();
    const id = await idOf(site, 'ada@bücher.example');
    await database.transaction((transaction) => eraseCustomer(site.publication, transaction, clock, secretKeys, id));
    const browser = await site.signedIn('ada@xn--bcher-kva.example');
    expect(await textAt(browser, '/offers/reader')).not.toContain('days free');
  });

  test('a merge of two records keeps that', async () => {
    const { site, browser } = await used();
    const { database, clock, secretKeys } = service();
    const made = await database.transaction((transaction) =>
      createCustomer(site.publication, transaction, clock, secretKeys, { activationCode: 'from-the-letter-1' }),
    );
    // A trial under the record that goes: of an earlier state of the two.
    await database.transaction(({ knex }) =>
      knex('trials').where({ publicationId: site.publication.id }).update({ customerId: made.id }),
    );
    const intoId = await idOf(site);
    await database.transaction((transaction) =>
      mergeCustomer(site.publication, transaction, clock, { fromId: made.id, intoId }),
    );
    expect(await rowsOf(site, 'trials')).toMatchObject([{ customerId: intoId }]);
    expect(await textAt(browser, '/offers/reader')).not.toContain('days free');
  });

  test('one that was never paid for stays to be had', async () => {
    const site = await givenTrialSite();
    const browser = await site.signedIn(ADA);
    const cardPage = await openCardPage(browser, site.monthly);
    expect(await rowsOf(site, 'trials')).toHaveLength(1);
    await site.pass('25 hours');
    expect(await site.pay(cardPage, GOOD_CARD)).toBe('over');
    expect(await rowsOf(site, 'trials')).toEqual([]);
    expect(await textAt(browser, '/offers/reader')).toContain('14 days free');
    expect(mainTextOf((await site.subscribe(browser, site.monthly)).body)).toContain('Free until');
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });

  test('twenty clicks and payments at once make one trial', async () => {
    const site = await givenTrialSite();
    const browser = await site.signedIn(ADA);
    const form = formOf(await openSummary(browser, site.monthly));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.post(form.action, { ...form.fields, choice: site.monthly })),
    );
    const cardPages = [...new Set(answers.map(locationOf))];
    expect(cardPages).toHaveLength(1);
    await Promise.all(Array.from({ length: 5 }, () => site.pay(cardPages[0] ?? '', GOOD_CARD)));
    await browser.open(await returnPageOf(service(), cardPages[0] ?? ''));
    expect([(await rowsOf(site, 'trials')).length, (await rowsOf(site, 'subscriptions')).length]).toEqual([1, 1]);
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });
});

test('a trial that the publisher took back after the page was shown is not given: the page shows what it costs first', async () => {
  const site = await givenTrialSite();
  const browser = await site.signedIn(ADA);
  const form = formOf(await openSummary(browser, site.monthly));
  await service().database.transaction((transaction) =>
    updateOffer(site.publication, transaction, 'reader', { trialDays: 0 }),
  );
  const again = await browser.post(form.action, { ...form.fields, choice: site.monthly });
  expect([again.statusCode, headingOf(again.body), mainTextOf(again.body).includes('days free')]).toEqual([
    200,
    'Check and pay',
    false,
  ]);
  expect(await rowsOf(site, 'checkouts')).toEqual([]);
  expect((await browser.submit(again)).body).toContain('Pay €5');
});
