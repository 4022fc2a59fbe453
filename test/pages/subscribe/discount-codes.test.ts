// Discount codes on the subscribe pages: what they make of a price is shown before anybody pays, and their limits hold (docs/selling.md).
import { describe, expect, test } from 'vitest';
import {
  archiveDiscountCode,
  createDiscountCode,
  type NewDiscountCode,
} from '../../../src/models/catalog/discount-code.ts';
import { updateOffer } from '../../../src/models/catalog/offer.ts';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { attributeOf, headingOf, linksOf, mainTextOf, tagsOf } from '../../support/browser/html.ts';
import { ledgerFaults } from '../../support/databases/ledger.ts';
import { GOOD_CARD } from '../../support/publications/cards.ts';
import { givenOfferedSite, openSummary, returnPageOf, type OfferedSite } from '../../support/publications/paying.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';
const PAGE = '/offers/reader/subscribe';

type Given = Partial<NewDiscountCode>;

async function createCode({ publication }: OfferedSite, given: Given = {}): Promise<string> {
  const code = {
    code: 'Spring',
    periods: 1,
    offerSlugs: [],
    ...(given.amountOff === undefined ? { percentOff: 50 } : {}),
    ...given,
  };
  await service().database.transaction((transaction) =>
    createDiscountCode(publication, transaction, service().clock, code),
  );
  return code.code;
}

async function givenCodeSite(given: Given = {}): Promise<OfferedSite> {
  const site = await givenOfferedSite(service());
  await createCode(site, given);
  return site;
}

function rowsOf({ publication }: OfferedSite, table: string): Promise<Record<string, unknown>[]> {
  return service().database.knex(table).where({ publicationId: publication.id }).orderBy('id').select('*');
}

async function redemptionsOf(site: OfferedSite): Promise<unknown> {
  return (await rowsOf(site, 'discount_codes'))[0]?.['redemptions'];
}

/** With the code. */
function summaryPath(choice: string): string {
  return `${PAGE}?choice=${encodeURIComponent(choice)}&code=spring`;
}

/** Types the code, looks at what the summary makes of it, and goes on to the card page. */
async function openCardPage(browser: Browser, code: string, choice: string): Promise<string> {
  const shown = await browser.submit(await browser.open(PAGE), { choice, code, step: 'continue' });
  return locationOf(await browser.post(formOf(shown).action, formOf(shown).fields));
}

function faultOn(html: string): string {
  return mainTextOf(html).match(/There is a problem (.*?) (?:Choose|Subscribe|Reader|Create|Your)/)?.[1] ?? '';
}

test('typed in any case, the page shows what is paid now and then, and the next click pays that', async () => {
  const site = await givenCodeSite({ periods: 3 });
  const browser = await site.signedIn(ADA);
  const typed = { choice: site.monthly, code: '  sPRING ', step: 'continue' };
  const shown = await browser.submit(await browser.open(PAGE), typed);
  expect([shown.statusCode, headingOf(shown.body)]).toEqual([200, 'Check and pay']);
  expect(mainTextOf(shown.body)).toContain('With Spring: €2.50 a month for the first 3 months, then €5 a month.');
  const cardPage = locationOf(await browser.post(formOf(shown).action, formOf(shown).fields));
  expect((await browser.open(cardPage)).body).toContain('Pay €2.50');
  await site.pay(cardPage, GOOD_CARD);
  expect(mainTextOf((await browser.open(await returnPageOf(service(), cardPage))).body)).toContain('Paid: €2.50');
  for (let months = 0; months < 3; months += 1) await site.pass('1 month');
  expect((await rowsOf(site, 'payments')).map(({ amount, discount }) => [amount, discount])).toEqual([
    [250, 250],
    [250, 250],
    [250, 250],
    [500, 0],
  ]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('by a link the code is there already, also after the account was made', async () => {
  const site = await givenCodeSite();
  const browser = site.newBrowser();
  const page = await browser.open(`${PAGE}?code=spring`);
  expect(mainTextOf(page.body)).toContain('With Spring: €2.50 for the first month, then €5 a month.');
  const codePage = await browser.submit(page, { choice: site.monthly, email: ADA });
  const back = await browser.follow(await browser.enterCode(formOf(codePage).action, await browser.newestCode(ADA)));
  expect(mainTextOf(back.body)).toContain('With Spring: €2.50 for the first month, then €5 a month.');
  const cardPage = locationOf(
    await browser.post(formOf(back).action, { ...formOf(back).fields, choice: site.monthly }),
  );
  expect(cardPage).toMatch(/\/sandbox\/checkout\//);
  const links = linksOf((await browser.open('/offers?code=spring')).body);
  expect(links).toContain('/offers/reader/subscribe?code=spring');
});

test.each<[string, Given, string]>([
  ['forever', { periods: null, percentOff: 20 }, 'With Spring: €4 a month instead of €5 a month.'],
  ['an amount', { amountOff: 150, currency: 'EUR' }, 'With Spring: €3.50 for the first month, then €5 a month.'],
  [
    'more than the price: nothing, and never less',
    { amountOff: 99_999, currency: 'EUR' },
    'With Spring: €0 for the first month, then €5 a month.',
  ],
])('%s', async (_name, given, words) => {
  const site = await givenCodeSite(given);
  const browser = await site.signedIn(ADA);
  expect(mainTextOf((await browser.open(`${PAGE}?code=SPRING`)).body)).toContain(words);
  const cardPage = await openCardPage(browser, 'SPRING', site.monthly);
  await site.pay(cardPage, GOOD_CARD);
  expect((await browser.open(await returnPageOf(service(), cardPage))).body).toContain('You are subscribed');
  await site.pass('1 month');
  const payments = await rowsOf(site, 'payments');
  for (const { amount, discount } of payments)
    expect([Number(amount) >= 0, Number(amount) + Number(discount)]).toEqual([true, 500]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('with a trial: free first, then less, then the price', async () => {
  const site = await givenCodeSite();
  await service().database.transaction((transaction) =>
    updateOffer(site.publication, transaction, 'reader', { trialDays: 14 }),
  );
  const browser = await site.signedIn(ADA);
  expect(mainTextOf((await browser.open(`${PAGE}?code=SPRING`)).body)).toMatch(
    /14 days free, until \w+ \d+, \d{4}\. With Spring: €2\.50 for the first month, then €5 a month\./,
  );
  await site.pay(await openCardPage(browser, 'SPRING', site.monthly), GOOD_CARD);
  await site.pass('14 days');
  expect(mainTextOf((await browser.open('/')).body)).toMatch(/Next payment: €5 on/);
  expect(await rowsOf(site, 'payments')).toMatchObject([{ amount: 250, discount: 250 }]);
});

test('the account page and the receipt tell of it', async () => {
  const site = await givenCodeSite({ periods: 2 });
  const browser = await site.signedIn(ADA);
  await site.pay(await openCardPage(browser, 'spring', site.monthly), GOOD_CARD);
  await site.pass('1 day');
  const account = await browser.open('/');
  expect(mainTextOf(account.body)).toMatch(/Next payment: €2\.50 on .*, with your discount\./);
  const receipt = mainTextOf(
    (await browser.open(linksOf(account.body).find((href) => href.startsWith('/receipts/')) ?? '')).body,
  );
  expect(receipt).toMatch(/Receipt .*€2\.50 .*Discount €2\.50/);
});

test('a change of price while it runs charges what the page said', async () => {
  const site = await givenCodeSite({ periods: null });
  const browser = await site.signedIn(ADA);
  await site.pay(await openCardPage(browser, 'spring', site.monthly), GOOD_CARD);
  await site.pass('1 hour');
  const link = linksOf((await browser.open('/upgrade')).body).find((href) => /choice=friend/.test(href)) ?? '';
  const preview = await browser.open(link);
  const shown = Number(/Due now €([\d.]+)/.exec(mainTextOf(preview.body))?.[1]);
  expect([shown > 1.9, shown <= 2, /Next payment: €4\.50 on/.test(mainTextOf(preview.body))]).toEqual([
    true,
    true,
    true,
  ]);
  await browser.submit(preview);
  expect((await rowsOf(site, 'payments')).map(({ amount }) => Number(amount)).toSorted((a, b) => a - b)[0]).toBe(
    Math.round(shown * 100),
  );
});

describe('refused, and the form stays as it was', () => {
  test.each<[string, Given, string]>([
    ['unknown', {}, 'We do not know this code'],
    ['over', { validUntil: new Date(Date.now() + 1000) }, 'This code has expired'],
    ['of another offer', { offerSlugs: ['friend'] }, 'for another offer'],
    ['of another currency', { amountOff: 100, currency: 'USD' }, 'another currency'],
  ])('a code that is %s', async (state, given, words) => {
    const site = await givenOfferedSite(service());
    const { clock } = service();
    const validUntil =
      given.validUntil === undefined ? {} : { validUntil: new Date(clock.now().getTime() + 3_600_000) };
    await createCode(site, { ...given, ...validUntil });
    if (state === 'over') await site.pass('2 hours');
    const browser = await site.signedIn(ADA);
    const typed = state === 'unknown' ? 'WINTER' : 'SPRING';
    const refused = await browser.submit(await browser.open(PAGE), { choice: site.yearly, code: typed });
    expect([refused.statusCode, faultOn(refused.body).includes(words)]).toEqual([422, true]);
    const inputs = tagsOf(refused.body, 'input');
    expect(attributeOf(inputs.find((tag) => attributeOf(tag, 'name') === 'code') ?? '', 'value')).toBe(typed);
    expect(inputs.filter((tag) => /\schecked\b/.test(tag)).map((tag) => attributeOf(tag, 'value'))).toEqual([
      site.yearly,
    ]);
    expect(mainTextOf((await browser.open(`${PAGE}?code=${typed}`)).body)).toContain(words);
    expect(await rowsOf(site, 'checkouts')).toEqual([]);
  });

  test('a disabled one, while who has it keeps the discount', async () => {
    const site = await givenCodeSite({ periods: null });
    const browser = await site.signedIn(ADA);
    await site.pay(await openCardPage(browser, 'spring', site.monthly), GOOD_CARD);
    await site.pass('1 hour');
    await service().database.transaction((transaction) =>
      archiveDiscountCode(site.publication, transaction, service().clock, 'SPRING'),
    );
    const other = await site.signedIn('grace@example.org');
    expect(mainTextOf((await other.open(`${PAGE}?code=spring`)).body)).toContain('We do not know this code');
    await site.pass('1 month');
    expect((await rowsOf(site, 'payments')).map(({ amount }) => amount)).toEqual([250, 250]);
  });

  test('a code of another publication', async () => {
    const [site, other] = [await givenOfferedSite(service()), await givenCodeSite()];
    expect(mainTextOf((await (await site.signedIn(ADA)).open(`${PAGE}?code=spring`)).body)).toContain(
      'We do not know this code',
    );
    expect(mainTextOf((await (await other.signedIn(ADA)).open(`${PAGE}?code=spring`)).body)).toContain('With Spring');
  });

  test('one that this person has used before', async () => {
    const site = await givenCodeSite();
    const browser = await site.signedIn(ADA);
    await site.pay(await openCardPage(browser, 'spring', site.monthly), GOOD_CARD);
    await site.pass('1 hour');
    const cancel = linksOf((await browser.open('/')).body).find((href) => href.endsWith('/cancel')) ?? '';
    await browser.submit(await browser.open(cancel));
    await site.pass('2 months');
    expect(mainTextOf((await browser.open(`${PAGE}?code=spring`)).body)).toContain('You have already used this code');
  });
});

test('guessing is limited, and right codes do not count', async () => {
  const site = await givenCodeSite();
  const browser = await site.signedIn(ADA);
  for (let count = 0; count < 30; count += 1)
    expect((await browser.open(`${PAGE}?code=spring`)).body).toContain('With Spring');
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => browser.open(`${PAGE}?code=guess-${index}`)),
  );
  const words = guesses.map(({ body }) => (mainTextOf(body).includes('Too many wrong codes') ? 'limited' : 'wrong'));
  expect(words.filter((word) => word === 'wrong')).toHaveLength(20);
  expect(mainTextOf((await browser.open(`${PAGE}?code=spring`)).body)).toContain('Too many wrong codes');
  expect(mainTextOf((await site.newBrowser().open(`${PAGE}?code=spring`)).body)).toContain('With Spring');
});

describe('a limited code', () => {
  test('of three redemptions is had by three of twelve who want it at once, and the others read so', async () => {
    const site = await givenCodeSite({ maxRedemptions: 3 });
    const browsers: Browser[] = [];
    for (let index = 0; index < 12; index += 1) browsers.push(await site.signedIn(`reader${index}@example.org`));
    const pages = await Promise.all(
      browsers.map(async (browser) => ({ browser, form: formOf(await browser.open(summaryPath(site.monthly))) })),
    );
    const answers = await Promise.all(pages.map(({ browser, form }) => browser.post(form.action, form.fields)));
    const cardPages = answers.map(locationOf).filter((location) => location.includes('/sandbox/'));
    expect([cardPages.length, await redemptionsOf(site)]).toEqual([3, 3]);
    const loser = answers.findIndex((answer) => !locationOf(answer).includes('/sandbox/'));
    const told = answers[loser];
    const page = told?.statusCode === 303 ? await browsers[loser]?.follow(told) : told;
    expect(mainTextOf(page?.body ?? '')).toContain('This code has been used up');
    await Promise.all(cardPages.map((cardPage) => site.pay(cardPage, GOOD_CARD)));
    await site.pass('1 hour');
    expect((await rowsOf(site, 'payments')).map(({ amount }) => amount)).toEqual([250, 250, 250]);
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });

  test('is given back when the checkout expires, or is replaced by another choice', async () => {
    const site = await givenCodeSite({ maxRedemptions: 1 });
    const [ada, grace] = [await site.signedIn(ADA), await site.signedIn('grace@example.org')];
    await openCardPage(ada, 'spring', site.monthly);
    expect(mainTextOf((await grace.open(`${PAGE}?code=spring`)).body)).toContain('This code has been used up');
    await site.pass('25 hours');
    expect(await redemptionsOf(site)).toBe(0);
    await openCardPage(grace, 'spring', site.monthly);
    const form = formOf(await openSummary(grace, site.yearly));
    await grace.post(form.action, form.fields);
    expect(await redemptionsOf(site)).toBe(0);
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });

  test('twenty clicks of one person use it once', async () => {
    const site = await givenCodeSite({ maxRedemptions: 5 });
    const browser = await site.signedIn(ADA);
    const form = formOf(await browser.open(summaryPath(site.monthly)));
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.post(form.action, form.fields)));
    expect(new Set(answers.map(locationOf)).size).toBe(1);
    expect(await redemptionsOf(site)).toBe(1);
  });
});

test('hostile text as a code is shown as text', async () => {
  const site = await givenCodeSite();
  const { body } = await (
    await site.signedIn(ADA)
  ).open(`${PAGE}?code=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect([headingOf(body), body.includes('<script>')]).toEqual(['Subscribe', false]);
});
