// What publishers ask in a week, in a real browser without scripts, by somebody who has not read the docs: each begins on the overview and is answered,
// or the act done that was asked for, on at most two pages after it. The page that an act is answered with is not counted.
import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Download, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { test as browserTest, textOf, WITHOUT_SCRIPTS } from '../support/browser/browser-test.ts';
import { press } from '../support/browser/hands.ts';
import { givenQuestionsPublication, type QuestionsPublication } from '../support/browser/questions-publication.ts';

const PAGES_MAX = 2;
const PHONE = { width: 390, height: 800 };
const DESK = { width: 1280, height: 900 };

let asked: QuestionsPublication;
/** Of the publisher, who signs in with the first question. */
let session: Exclude<BrowserContextOptions['storageState'], string | undefined> | undefined;
let isOnPhone = false;
beforeAll(async () => {
  asked = await givenQuestionsPublication();
});
afterAll(() => asked.close());
beforeEach(() => asked.worker.settle());

/** A publisher who goes from page to page. Those that they have opened since the overview are counted by their paths. */
class Publisher {
  readonly page: Page;
  readonly #opened = new Set<string>();

  constructor(page: Page) {
    this.page = page;
  }

  /** Follows a link, or sends a form that leads on. */
  async open(target: Locator): Promise<void> {
    await Promise.all([this.page.waitForEvent('load'), target.click()]);
    this.#opened.add(new URL(this.page.url()).pathname);
    if (this.#opened.size > PAGES_MAX) throw new Error(`too many pages: ${[...this.#opened].join(', ')}`);
  }

  link(name: string | RegExp): Promise<void> {
    return this.open(this.page.locator('main').getByRole('link', { name }).first());
  }

  button(name: string): Promise<void> {
    return this.open(this.page.getByRole('button', { name, exact: true }));
  }

  /** Opens a page by the links at the side, which a phone has behind a button. */
  async side(name: string): Promise<void> {
    if (this.page.viewportSize()?.width === PHONE.width) await this.page.getByRole('button', { name: 'Menu' }).click();
    await this.open(this.page.getByRole('navigation').getByRole('link', { name, exact: true }));
  }

  async find(text: string): Promise<void> {
    await this.fill('Find a reader', text);
    await this.button('Find');
  }

  fill(label: string, text: string): Promise<void> {
    return this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Sends the form of an act, and returns what the answer says. */
  async act(button: string): Promise<string> {
    await press(this.page, button);
    return this.text();
  }

  text(): Promise<string> {
    return textOf(this.page);
  }

  async download(name: string): Promise<string> {
    const link = this.page.locator('main').getByRole('link', { name });
    const [download]: [Download, void] = await Promise.all([this.page.waitForEvent('download'), link.click()]);
    return readFile(await download.path(), 'utf8');
  }

  /** A figure of the overview, by its name. */
  figure(name: string): Locator {
    return this.page.locator('.answers > div').filter({ hasText: name });
  }
}

/** Without scripts; one question on a desk, the next one on a phone. */
const test = browserTest.extend<{ publisher: Publisher }>({
  publisher: async ({ openPage }, use) => {
    const viewport = isOnPhone ? PHONE : DESK;
    isOnPhone = !isOnPhone;
    const page = await openPage({ ...WITHOUT_SCRIPTS, viewport, ...(session && { storageState: session }) });
    await page.goto(session === undefined ? asked.link : asked.overview);
    if (session === undefined) await press(page, 'Sign in');
    session = await page.context().storageState();
    await use(new Publisher(page));
    const width = await page.evaluate('document.documentElement.scrollWidth');
    if (width !== viewport.width) throw new Error(`${page.url()} is ${String(width)} px wide`);
  },
});

const rows = <Row>(table: string): Promise<Row[]> => asked.site.rows<Row>(table);
const idOf = async (email: string): Promise<string> => (await asked.site.customer(email)).id;
const euros = (cents: number): string => `€${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;

test('How many pay?', async ({ publisher }) => {
  expect(await publisher.figure('People who pay').locator('dd').first().innerText()).toBe('3');
  await publisher.open(publisher.figure('People who pay').getByRole('link').first());
  const text = await publisher.text();
  expect(text).toContain('3 people');
  for (const name of ['ada', 'bob', 'eve']) expect(text).toContain(`${name}@example.org`);
});

test('What did I earn this month?', async ({ publisher }) => {
  const payments = await rows<{ amount: number; paidAt: number }>('payments');
  const since = Date.parse(`${asked.service.clock.now().toISOString().slice(0, 7)}-01`);
  const earned = payments.filter(({ paidAt }) => paidAt >= since).reduce((sum, { amount }) => sum + amount, 0);
  expect(earned).toBeGreaterThanOrEqual(1000);
  expect(await publisher.figure('Earned').locator('dd').first().innerText()).toBe(euros(earned));
  await publisher.open(publisher.figure('Earned').getByRole('link').first());
  expect(await publisher.page.locator('tbody tr').allInnerTexts()).toHaveLength(earned / 500);
  expect(await publisher.page.locator('tbody tr').filter({ hasText: '€5' }).count()).toBe(earned / 500);
});

test('Whose payment failed?', async ({ publisher }) => {
  expect(await publisher.figure('Payment failed').locator('dd').first().innerText()).toBe('1');
  await publisher.open(publisher.figure('Payment failed').getByRole('link'));
  await publisher.link('dora@example.org');
  expect(await publisher.text()).toMatch(/A payment failed on .*\. The bank refused it\. Access ends on /);
});

test('Who left last month, and why?', async ({ publisher }) => {
  await publisher.open(publisher.figure('Subscribers lost').getByRole('link', { name: '2 the month before' }));
  const people = publisher.page.locator('tbody tr');
  expect(await people.filter({ hasText: 'leo@example.org' }).innerText()).toContain('Too expensive');
  expect(await people.filter({ hasText: 'lena@example.org' }).innerText()).toContain('Canceled by the reader');
  expect(await people.count()).toBe(2);
  await publisher.link('Month after');
  expect(await publisher.text()).toContain('Nobody in this time.');
});

test('Did a mail arrive?', async ({ publisher }) => {
  await publisher.find('ada@example.org');
  const mails = publisher.page.locator('#mails tbody tr');
  expect(await mails.filter({ hasText: 'Code by e-mail' }).innerText()).toContain('came back: no such address');
  expect(await mails.filter({ hasText: 'Receipt' }).innerText()).toContain('Accepted by the mail server');
  expect(await mails.getByRole('button').count()).toBe(0);
});

interface Reason {
  readonly email: string;
  /** What the publisher reads first. */
  readonly reason: RegExp;
  /** The act that mends it; returns what the page says then. */
  mend(publisher: Publisher): Promise<string>;
  readonly said: string;
  readonly isMended: () => Promise<boolean>;
}

const sendLink = async (publisher: Publisher): Promise<string> => {
  await publisher.link('Send a sign-in link');
  return publisher.act('Send the link');
};
const hasLink = async (email: string): Promise<boolean> => {
  const links = await asked.site.rows<{ customerId: string }>('sign_in_links', 'createdAt');
  const id = await idOf(email);
  return links.some(({ customerId }) => customerId === id);
};

const REASONS: readonly Reason[] = [
  {
    email: 'ada@example.org',
    reason: /^Mails to this address came back on .*: there is no such address\. .*“550 5\.1\.1 no such user”/,
    mend: (publisher) => publisher.act('Write to this address again'),
    said: 'This address is written to again.',
    isMended: async () => (await rows('mail_problems')).length === 0,
  },
  {
    email: 'bob@example.org',
    reason: /^A code was sent on .* and never typed/,
    mend: sendLink,
    said: 'The sign-in link is on its way.',
    isMended: () => hasLink('bob@example.org'),
  },
  {
    email: 'eve@example.org',
    reason: /the limit is reached until /,
    mend: (publisher) => publisher.act('Lift the limit'),
    said: 'The limit is lifted',
    isMended: async () => {
      const before = (await rows('deliveries')).length;
      await asked.site.newBrowser().askForCode('eve@example.org');
      return (await rows('deliveries')).length === before + 1;
    },
  },
  {
    email: 'dora@example.org',
    reason: /^A payment failed on .*\. The bank refused it\. Access ends on /,
    mend: sendLink,
    said: 'The sign-in link is on its way.',
    isMended: () => hasLink('dora@example.org'),
  },
  {
    email: 'nora@example.org',
    reason: /^The Website sent readers here with an address to return to .* that is not registered: https:\/\/old\./,
    mend: async (publisher) => {
      await publisher.link('Open the website’s settings');
      const uris = publisher.page.getByLabel('Redirect URIs', { exact: true });
      await uris.fill(`${await uris.inputValue()}\nhttps://old.example.test/callback`);
      return publisher.act('Save');
    },
    said: 'https://old.example.test/callback',
    isMended: async () =>
      JSON.stringify(await rows('oauth_applications')).includes('https://old.example.test/callback'),
  },
  {
    email: 'adda@example.org',
    reason: /^There is ada@example\.org, which differs by a letter or two/,
    mend: async (publisher) => {
      await publisher.link('See ada@example.org');
      return publisher.text();
    },
    said: 'Why can’t this reader get in?',
    isMended: () => Promise.resolve(true),
  },
];

test.for(REASONS)('Why can’t $email get in?', async ({ email, reason, mend, said, isMended }, { publisher }) => {
  await publisher.find(email);
  const texts = await publisher.page.locator('.findings li > p:first-child').allInnerTexts();
  expect(texts[0]).toMatch(reason);
  expect(await mend(publisher)).toContain(said);
  expect(await isMended()).toBe(true);
});

test('Give ada her money back.', async ({ publisher }) => {
  await publisher.find('ada@example.org');
  await publisher.link(/^Refund/);
  await publisher.fill('Amount in EUR', '2.50');
  expect(await publisher.act('Pay it back')).toContain('The amount is paid back.');
  const refunded = await rows<{ customerId: string; refundedAmount: number }>('payments');
  expect(refunded.filter(({ refundedAmount }) => refundedAmount > 0)).toMatchObject([
    { customerId: await idOf('ada@example.org'), refundedAmount: 250 },
  ]);
});

test('Give somebody a complimentary subscription until a day.', async ({ publisher }) => {
  await publisher.find('nick@example.org');
  await publisher.link('Give a subscription');
  await publisher.fill('Last day', '2098-12-31');
  expect(await publisher.act('Give it')).toContain('The subscription is given.');
  const given = (await rows<{ complimentary: number | boolean; endsAt: number }>('subscriptions')).filter((one) =>
    Boolean(one.complimentary),
  );
  expect(given).toMatchObject([{ customerId: await idOf('nick@example.org'), endsAt: Date.parse('2099-01-01') }]);
});

test('Change a reader’s address.', async ({ publisher }) => {
  const id = await idOf('bob@example.org');
  await publisher.find('bob@example.org');
  await publisher.link('Change name and address');
  await publisher.fill('E-mail address', 'robert@example.org');
  expect(await publisher.act('Change the address')).toContain('The address is changed.');
  expect(await idOf('robert@example.org')).toBe(id);
});

test('Move these readers to the new price.', async ({ publisher }) => {
  await publisher.side('Price changes');
  await publisher.link('Change a price');
  await publisher.page.getByLabel('Present price').selectOption({ label: 'Supporter: €5 a month' });
  await publisher.fill('New amount', '6');
  await publisher.page.getByLabel('Move to the new price').check();
  await publisher.button('See what happens');
  expect(await publisher.text()).toContain('Present subscribers who move: 3.');
  expect(await publisher.act('Change the price now')).toContain('The price is changed.');
  expect(await rows('price_changes')).toMatchObject([{ startsAt: expect.anything() }]);
});

test('Change what the mails say.', async ({ publisher }) => {
  await publisher.side('Mails');
  await publisher.link('Code by e-mail');
  await publisher.fill('Closing, English', 'Yours, the harbour master');
  expect(await publisher.act('Save')).toContain('Saved.');
  await asked.site.newBrowser().askForCode('nick@example.org');
  await asked.worker.settle();
  const mailbox = await publisher.page.request.get(`${asked.overview}/mailbox`);
  const [newest] = await mailbox.text().then((text) => text.match(/[^"]+\/mailbox\/\w+/) ?? []);
  const mail = await publisher.page.request.get(new URL(newest ?? '', asked.overview).href);
  expect(await mail.text()).toContain('Yours, the harbour master');
});

test('Give me the readers of a newsletter as CSV.', async ({ publisher }) => {
  await publisher.side('Newsletters');
  await publisher.link('Its readers The Weekly');
  const file = await publisher.download('Download as CSV');
  expect(file.match(/[a-z]+@example\.org/g)?.toSorted()).toEqual(['nick@example.org', 'nora@example.org']);
});

/** As Substack’s export has them. */
const SUBSTACK = `email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at
ines@example.org,true,2098-05-01T00:00:00.000Z,yearly,false,2023-02-01T10:00:00.000Z,2023-05-01T00:00:00.000Z
ivan@example.org,false,,other,false,2024-02-01T10:00:00.000Z,
`;

test('Take my readers in from Substack.', async ({ publisher }) => {
  await publisher.side('Imports');
  const file = { name: 'email_list.weekly.csv', mimeType: 'text/csv', buffer: Buffer.from(SUBSTACK) };
  await publisher.page.getByLabel('CSV file').setInputFiles(file);
  await publisher.button('Upload');
  expect(await publisher.page.getByLabel('Export of').inputValue()).toBe('substack');
  await publisher.page.getByLabel('yearly', { exact: true }).selectOption({ label: 'Supporter' });
  await publisher.page.getByLabel('The Weekly').check();
  await publisher.button('Check the file');
  await asked.worker.settle();
  await publisher.page.reload();
  expect(await publisher.text()).toContain('Every row is imported.');
  expect(await publisher.text()).toContain('Nobody is charged.');
  await publisher.act('Import now');
  await asked.worker.settle();
  await publisher.page.reload();
  expect(await publisher.text()).toMatch(/Added\s+2/);
  const people = await rows<{ email: string; state: string }>('customers');
  expect(
    people
      .filter(({ email }) => ['ines@example.org', 'ivan@example.org'].includes(email))
      .map(({ email, state }) => [email, state]),
  ).toEqual([
    ['ines@example.org', 'paying'],
    ['ivan@example.org', 'free'],
  ]);
});
