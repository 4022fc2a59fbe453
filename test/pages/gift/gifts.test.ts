// Gifts: bought by one, delivered on a day, claimed once by another, and over when their time is over (docs/selling.md).
import { describe, expect, test } from 'vitest';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { Conflict } from '../../../src/models/errors.ts';
import { eraseCustomer } from '../../../src/models/lifecycle/erasure.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { refundGift } from '../../../src/payments/gift.ts';
import { SandboxGateway } from '../../../src/payments/sandbox/gateway.ts';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { headingOf, linksOf, mainTextOf } from '../../support/browser/html.ts';
import { ledgerFaults } from '../../support/databases/ledger.ts';
import { givenPayingSite, type PayingSite } from '../../support/publications/paying.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const [ADA, BOB, EVE] = ['ada@example.org', 'bob@example.org', 'eve@example.org'];
const CODE = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/;

type Fields = Record<string, string>;

function choiceOf(paid: PayingSite, periods = 3): string {
  return `supporter/${paid.price.id}/${periods}`;
}

/** From the form to the card page. */
async function order(paid: PayingSite, buyer: Browser, fields: Fields = {}): Promise<string> {
  const form = formOf(await buyer.open('/gift'), '/gift');
  const typed = {
    choice: choiceOf(paid),
    recipient_email: BOB,
    sender_name: 'Ada',
    message: 'Happy birthday!',
    deliver_on: '',
    ...fields,
  };
  return locationOf(await buyer.post('/gift', { ...form.fields, ...typed }));
}

async function bought(paid: PayingSite, fields: Fields = {}): Promise<{ buyer: Browser; id: string }> {
  const buyer = await paid.signedIn(ADA);
  await paid.payAt(await order(paid, buyer, fields));
  await paid.settle();
  return { buyer, id: await idOf(paid) };
}

async function idOf(paid: PayingSite): Promise<string> {
  return (await paid.rows<{ id: string }>('gifts')).at(-1)?.id ?? '';
}

async function giftMails(paid: PayingSite, email = BOB) {
  return (await paid.newBrowser().mails(email)).filter(({ subject }) => subject.includes('A gift for you'));
}

async function codeOf(paid: PayingSite, email = BOB): Promise<string> {
  return CODE.exec((await giftMails(paid, email))[0]?.text ?? '')?.[0] ?? '';
}

/** Types the code: the page of the gift. */
async function openGift(browser: Browser, code: string) {
  return browser.submit(await browser.open('/gift/claim'), { code });
}

async function claimBy(paid: PayingSite, email: string, code: string): Promise<string> {
  const browser = await paid.signedIn(email);
  return mainTextOf((await browser.submit(await openGift(browser, code))).body);
}

async function planOf(paid: PayingSite, email: string): Promise<unknown> {
  const { objects } = (await paid.api.get('/members')).json<{
    objects: { email: string; plan_slug: string | null }[];
  }>();
  return objects.find((member) => member.email === email)?.plan_slug;
}

async function change(buyer: Browser, id: string, fields: Fields) {
  return buyer.submit(await buyer.open(`/gifts/${id}`), fields, `/gifts/${id}`);
}

test.each(['before', 'after'])(
  'a gift that was sent to somebody else cannot be claimed through a code that was asked for before: another one, %s its delivery',
  async (when) => {
    const paid = await givenPayingSite(service());
    const { buyer, id } = await bought(paid);
    const former = paid.newBrowser();
    const codePage = await former.submit(await openGift(former, await codeOf(paid)), { email: BOB });
    await change(buyer, id, { recipient_email: EVE });
    if (when === 'after') await paid.settle();
    const again = await former.submit(codePage, {}, `${formOf(codePage).action}/another`);
    const page = await former.submit(again, { code: await former.newestCode(BOB) });
    expect([page.statusCode, mainTextOf(page.body)]).toEqual([
      410,
      expect.stringContaining('This gift is no longer available'),
    ]);
    await paid.settle();
    expect(await claimBy(paid, EVE, await codeOf(paid, EVE))).toContain('Your gift has begun');
    expect(await planOf(paid, BOB)).toBeNull();
  },
);

test('a code that was used asks for no other', async () => {
  const paid = await givenPayingSite(service());
  await bought(paid);
  const browser = paid.newBrowser();
  const codePage = await browser.submit(await openGift(browser, await codeOf(paid)), { email: BOB });
  const form = formOf(codePage);
  await browser.submit(codePage, { code: await browser.newestCode(BOB) });
  const mails = (await browser.mails(BOB)).length;
  const again = await browser.post(`${form.action}/another`, { csrf_token: form.fields['csrf_token'] ?? '' });
  expect([again.statusCode, (await browser.mails(BOB)).length]).toEqual([410, mails]);
});

test('bought, delivered, claimed by a newcomer, and over after its time, renewed by nobody', async () => {
  const paid = await givenPayingSite(service());
  const buyer = await paid.signedIn(ADA);
  expect(linksOf((await buyer.open('/offers')).body)).toContain('/gift');
  const cardPage = await order(paid, buyer);
  expect((await buyer.open(cardPage)).body).toContain('Pay €15');
  const back = await buyer.follow(await paid.payAt(cardPage, undefined, buyer));
  expect(mainTextOf(back.body)).toMatch(
    /Thank you! Your gift is paid\. Your gift .*It will be sent to bob@example\.org on .*For Supporter, 3 months Paid €15 .*See receipt R-000001 of €15/,
  );
  await paid.settle();
  const [mail, ...others] = await giftMails(paid);
  expect(others).toEqual([]);
  for (const words of [
    'Ada gives you Supporter',
    '3 months',
    'Happy birthday!',
    `${paid.publication.siteUrl}/gift/claim?code=`,
  ])
    expect(mail?.text).toContain(words);
  const bob = paid.newBrowser();
  const code = await codeOf(paid);
  const shown = await bob.submit(await bob.open(`/gift/claim?code=${code}`));
  expect(mainTextOf(shown.body)).toMatch(/A gift for you From .?Ada.? Happy birthday! A subscription for 3 months\./);
  const codePage = await bob.submit(shown, { email: BOB, name: 'Bob' });
  const proved = await bob.follow(await bob.enterCode(formOf(codePage).action, await bob.newestCode(BOB)));
  expect([headingOf(proved.body), await planOf(paid, BOB)]).toEqual(['A gift for you', null]);
  const account = await bob.submit(proved);
  expect(mainTextOf(account.body)).toMatch(
    /Your gift has begun\..*Supporter Gift Ends on \w+ \d+, \d{4} and does not renew\./,
  );
  expect(linksOf(account.body).filter((href) => /cancel|upgrade|\/card/.test(href))).toEqual([]);
  expect(await planOf(paid, BOB)).toBe('supporter');
  expect(mainTextOf((await buyer.open('/')).body)).toMatch(/Gifts you bought Supporter It was redeemed on/);
  const [subscription] = await paid.rows<{ id: string; priceId: string }>('subscriptions');
  expect(subscription?.priceId).toBe(paid.price.id);
  await paid.pass('80 days');
  expect(await planOf(paid, BOB)).toBe('supporter');
  await paid.pass('20 days');
  expect(await planOf(paid, BOB)).toBeNull();
  expect([await paid.rows('payments'), (await paid.rows('gifts'))[0]]).toMatchObject([
    [],
    { state: 'claimed', recipientEmail: null },
  ]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('what the buyer wrote is set off in the mail, line by line, and can be taken for nothing of ours', async () => {
  const paid = await givenPayingSite(service());
  await bought(paid, { message: 'Dear Bob,\r\nClaim it at https://evil.example <b>\r\n\r\nAda' });
  const [mail] = await giftMails(paid);
  expect(mail?.text).toContain(
    '\n\n> Dear Bob,\n> Claim it at https://evil.example <b>\n> \n> Ada\n\nRedeem it with this code',
  );
  expect(mail?.html).toMatch(
    /<blockquote[^>]*>Dear Bob,<br>Claim it at https:\/\/evil\.example &lt;b&gt;<br><br>Ada<\/blockquote>/,
  );
});

test('a signed-out buyer creates an account first, and what was chosen is still there', async () => {
  const paid = await givenPayingSite(service());
  const browser = paid.newBrowser();
  const codePage = await browser.submit(await browser.open('/gift'), {
    choice: choiceOf(paid, 6),
    email: ADA,
    name: 'Ada',
  });
  const form = await browser.follow(await browser.enterCode(formOf(codePage).action, await browser.newestCode(ADA)));
  expect([headingOf(form.body), new RegExp(`value="${choiceOf(paid, 6)}" checked`).test(form.body)]).toEqual([
    'Give a subscription',
    true,
  ]);
});

test.each<[string, Fields, string]>([
  ['no such choice', { choice: 'supporter/none/3' }, 'Choose what you want to give'],
  ['a number of periods that is not given', { choice: 'n' }, 'Choose what you want to give'],
  ['no address', { recipient_email: 'nobody' }, 'Enter the recipient’s e-mail address'],
  [
    'a look-alike in the address',
    { recipient_email: '\u212aate@example.org' },
    'The part before the @ has a character',
  ],
  ['a day that is past', { deliver_on: '2020-01-01' }, 'Choose a day from today on'],
  ['a day that there is none of', { deliver_on: '2027-02-30' }, 'Choose a day from today on'],
  ['a day in ten years', { deliver_on: '2037-01-01' }, 'Choose a day from today on'],
  ['too many words', { message: 'x'.repeat(501) }, 'Use at most 500 characters'],
])('refuses %s and keeps the form', async (_name, fields, words) => {
  const paid = await givenPayingSite(service());
  const buyer = await paid.signedIn(ADA);
  const refused = await buyer.submit(await buyer.open('/gift'), {
    choice: choiceOf(paid),
    recipient_email: BOB,
    sender_name: 'A. King',
    ...fields,
  });
  expect([refused.statusCode, mainTextOf(refused.body).includes(words), refused.body.includes('A. King')]).toEqual([
    422,
    true,
    true,
  ]);
  expect(await paid.rows('checkouts')).toEqual([]);
});

test('twenty clicks lead to one card page and one gift; another gift replaces one that was not paid', async () => {
  const paid = await givenPayingSite(service());
  const buyer = await paid.signedIn(ADA);
  const cardPages = await Promise.all(Array.from({ length: 20 }, () => order(paid, buyer)));
  expect([new Set(cardPages).size, (await paid.rows('gifts')).length]).toEqual([1, 1]);
  const other = await order(paid, buyer, { recipient_email: EVE });
  expect(other).not.toBe(cardPages[0]);
  await paid.payAt(cardPages[0] ?? '');
  await paid.payAt(other);
  await paid.settle();
  expect(await paid.rows('gifts')).toMatchObject([
    { state: 'abandoned', recipientEmail: null },
    { state: 'paid', recipientEmail: EVE },
  ]);
  expect([await giftMails(paid), (await giftMails(paid, EVE)).length]).toEqual([[], 1]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

describe('the delivery', () => {
  const inTenDays = (): string =>
    new Date(service().clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10);

  test('waits for its day, and the buyer can change whom it goes to and when before', async () => {
    const paid = await givenPayingSite(service());
    const { buyer, id } = await bought(paid, { deliver_on: inTenDays() });
    await paid.pass('5 days');
    expect(await giftMails(paid)).toEqual([]);
    const changed = await change(buyer, id, { recipient_email: EVE, deliver_on: inTenDays() });
    expect(mainTextOf(changed.body)).toMatch(/Saved\..*It will be sent to eve@example\.org on/);
    await paid.pass('6 days');
    expect([(await giftMails(paid)).length, (await giftMails(paid, EVE)).length]).toEqual([0, 1]);
  });

  test('again, to another address: the former code is worth nothing then', async () => {
    const paid = await givenPayingSite(service());
    const { buyer, id } = await bought(paid);
    const former = await codeOf(paid);
    const eve = await paid.signedIn(EVE);
    const page = await openGift(eve, former);
    expect(headingOf(page.body)).toBe('A gift for you');
    await change(buyer, id, { recipient_email: EVE, deliver_on: '' });
    await paid.settle();
    expect(mainTextOf((await openGift(eve, former)).body)).toContain('We do not know this code');
    expect((await eve.submit(page)).statusCode).toBe(410);
    expect(await claimBy(paid, EVE, await codeOf(paid, EVE))).toContain('Your gift has begun.');
  });

  test('is limited to five a day', async () => {
    const paid = await givenPayingSite(service());
    const { buyer, id } = await bought(paid);
    const form = formOf(await buyer.open(`/gifts/${id}`), `/gifts/${id}`);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push(
        (await buyer.post(form.action, { ...form.fields, recipient_email: BOB, deliver_on: '' })).statusCode,
      );
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  });

  test("is nobody's to change but the buyer's", async () => {
    const paid = await givenPayingSite(service());
    const { id } = await bought(paid);
    const eve = await paid.signedIn(EVE);
    expect((await eve.get(`/gifts/${id}`)).statusCode).toBe(404);
    expect(locationOf(await paid.newBrowser().get(`/gifts/${id}`))).toBe(`/sign-in?return_to=%2Fgifts%2F${id}`);
  });
});

describe('claimed once', () => {
  test('of ten people and twenty clicks at once one gets it', async () => {
    const paid = await givenPayingSite(service());
    await bought(paid);
    const code = await codeOf(paid);
    const pages: { browser: Browser; action: string; fields: Fields }[] = [];
    for (let index = 0; index < 10; index += 1) {
      const browser = await paid.signedIn(`reader${index}@example.org`);
      pages.push({ browser, ...formOf(await openGift(browser, code)) });
    }
    const answers = await Promise.all(
      [...pages, ...pages].map(({ browser, action, fields }) => browser.post(action, fields)),
    );
    expect(answers.filter((answer) => locationOf(answer) === '/?done=gift').length).toBe(1);
    expect([(await paid.rows('subscriptions')).length, (await paid.rows('gifts')).map(({ state }) => state)]).toEqual([
      1,
      ['claimed'],
    ]);
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });

  test('typed again it is unknown, in lower case and without hyphens it is good', async () => {
    const paid = await givenPayingSite(service());
    await bought(paid);
    const code = await codeOf(paid);
    expect(await claimBy(paid, BOB, ` ${code.toLowerCase().replaceAll('-', ' ')}`)).toContain('Your gift has begun.');
    const eve = await paid.signedIn(EVE);
    expect(mainTextOf((await openGift(eve, code)).body)).toContain('We do not know this code');
  });

  test('who has the plan already loses nothing: the gift waits until theirs is over', async () => {
    const paid = await givenPayingSite(service());
    await bought(paid);
    const code = await codeOf(paid);
    await paid.payingCustomer(BOB);
    const bob = await paid.signedIn(BOB);
    const page = await openGift(bob, code);
    expect(mainTextOf(page.body)).toMatch(
      /You already have Supporter\. Nothing is lost: you can accept the gift until/,
    );
    const [gift] = await paid.rows<{ state: string }>('gifts');
    expect(gift?.state).toBe('paid');
    const link = linksOf((await bob.open('/')).body).find((href) => href.endsWith('/cancel')) ?? '';
    await bob.submit(await bob.open(link));
    await paid.pass('2 months');
    expect(mainTextOf((await bob.submit(await openGift(bob, code))).body)).toContain('Your gift has begun.');
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });

  test('who gets the plan between the look and the click loses nothing either', async () => {
    const paid = await givenPayingSite(service());
    await bought(paid);
    const bob = await paid.signedIn(BOB);
    const page = await openGift(bob, await codeOf(paid));
    await paid.payingCustomer(BOB);
    expect(mainTextOf((await bob.submit(page)).body)).toContain('You already have Supporter.');
    expect(await paid.rows('gifts')).toMatchObject([{ state: 'paid', claimantId: null }]);
  });

  test('five years later it is over', async () => {
    const paid = await givenPayingSite(service());
    await bought(paid);
    const code = await codeOf(paid);
    for (let year = 0; year < 6; year += 1) await paid.advance('1 year');
    const bob = await paid.signedIn(BOB);
    expect(mainTextOf((await openGift(bob, code)).body)).toContain('We do not know this code');
  });

  test('a code of another publication, and a made-up link, are none', async () => {
    const [paid, other] = [await givenPayingSite(service()), await givenPayingSite(service())];
    await bought(paid);
    const bob = await other.signedIn(BOB);
    expect(mainTextOf((await openGift(bob, await codeOf(paid))).body)).toContain('We do not know this code');
    for (const token of ['nothing', 'x'.repeat(48)])
      expect((await bob.get(`/gift/claim/${token}`)).statusCode).toBe(410);
  });

  test('guessing is limited', async () => {
    const paid = await givenPayingSite(service());
    const browser = paid.newBrowser();
    const form = formOf(await browser.open('/gift/claim'));
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => browser.post(form.action, { ...form.fields, code: `GUESS-${index}` })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  });
});

describe('paid back', () => {
  test('by the publisher: its code is worth nothing any more, and the buyer reads so', async () => {
    const paid = await givenPayingSite(service());
    const { buyer, id } = await bought(paid);
    const code = await codeOf(paid);
    const bob = await paid.signedIn(BOB);
    const page = await openGift(bob, code);
    for (let count = 0; count < 2; count += 1)
      expect(await refundGift(service(), paid.publication, id)).toMatchObject({
        state: 'refunded',
        refundedAmount: 1500,
      });
    await paid.settle();
    expect((await bob.submit(page)).statusCode).toBe(410);
    expect(mainTextOf((await buyer.open(`/gifts/${id}`)).body)).toMatch(/It was refunded.*Refunded €15/);
    expect(await paid.rows('sandbox_charges')).toMatchObject([{ refundedAmount: 1500 }]);
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });

  test('at the gateway: the same', async () => {
    const paid = await givenPayingSite(service());
    await bought(paid);
    const [gift] = await paid.rows<{ paymentRef: string }>('gifts');
    await new SandboxGateway(service()).refund(paid.publication, 'a refund by hand', gift?.paymentRef ?? '', 1500);
    await paid.settle();
    expect(await paid.rows('gifts')).toMatchObject([{ state: 'refunded', refundedAmount: 1500, codeHash: null }]);
  });

  test('not once it was claimed, and of a refund and a claim at once one happens', async () => {
    const paid = await givenPayingSite(service());
    const { id } = await bought(paid);
    const bob = await paid.signedIn(BOB);
    const form = formOf(await openGift(bob, await codeOf(paid)));
    const [claimed, refunded] = await Promise.allSettled([
      bob.post(form.action, form.fields),
      refundGift(service(), paid.publication, id),
    ]);
    const isClaimed = claimed.status === 'fulfilled' && locationOf(claimed.value) === '/?done=gift';
    expect(isClaimed).toBe(refunded.status === 'rejected');
    expect(await paid.rows('subscriptions')).toHaveLength(isClaimed ? 1 : 0);
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });
});

test('a gift that is claimed while its refund begins is not paid back', async () => {
  const paid = await givenPayingSite(service());
  const { id } = await bought(paid);
  const code = await codeOf(paid);
  const { database } = service();
  let claimed: Promise<string> | undefined;
  // Whoever begins the first transaction of the refund finds that the gift was claimed just before.
  const claimedFirst = new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'transaction') return typeof value === 'function' && name !== 'knex' ? value.bind(target) : value;
      return async (work: Parameters<typeof database.transaction>[0]) => {
        claimed ??= claimBy(paid, BOB, code);
        expect(await claimed).toContain('Your gift has begun.');
        return database.transaction(work);
      };
    },
  });
  await expect(refundGift({ ...service(), database: claimedFirst }, paid.publication, id)).rejects.toBeInstanceOf(
    Conflict,
  );
  expect(await paid.rows('gifts')).toMatchObject([{ state: 'claimed', refundedAmount: 0 }]);
  expect(await paid.rows('sandbox_charges')).toMatchObject([{ refundedAmount: 0 }]);
});

test('a buyer who leaves takes their words along; the gift stays good', async () => {
  const paid = await givenPayingSite(service());
  await bought(paid);
  const code = await codeOf(paid);
  const { database, clock, secretKeys } = service();
  const ada = await findCustomerByEmail(paid.publication, database, parseEmailAddress(ADA));
  await database.transaction((transaction) =>
    eraseCustomer(paid.publication, transaction, clock, secretKeys, ada?.id ?? ''),
  );
  expect(await paid.rows('gifts')).toMatchObject([
    { senderName: null, message: null, recipientEmail: null, state: 'paid' },
  ]);
  expect(await claimBy(paid, BOB, code)).toContain('Your gift has begun.');
});

test('hostile words are shown and mailed as words', async () => {
  const paid = await givenPayingSite(service());
  const hostile = '<script>alert(1)</script>';
  await bought(paid, { sender_name: hostile, message: hostile });
  const [mail] = await giftMails(paid);
  const page = await openGift(await paid.signedIn(BOB), await codeOf(paid));
  expect([
    page.body.includes('<script>'),
    mail?.html.includes('<script>'),
    mainTextOf(page.body).includes(hostile),
  ]).toEqual([false, false, true]);
});
