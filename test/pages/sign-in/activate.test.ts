// Customers whom a publisher made come to own their record (service.md, Data API rule 3; decisions 10): by URL, by typed code, and merged with
// who they are already.
import { describe, expect, test } from 'vitest';
import { sendDueMails } from '../../../src/mails/due-mails.ts';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { headingOf, mainTextOf, titleOf } from '../../support/browser/html.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { expectFailure } from '../../support/service/failures.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';
const CODE = 'PAPER-2027-x';

interface CustomerObject {
  id: string;
  email: string | null;
  newsletter_slugs: string[];
  plan_slug: string | null;
  activation_url: string | null;
}

async function create(
  { api }: TestSite,
  fields: Record<string, string> = { activation_code: CODE },
): Promise<CustomerObject & { activation_url: string }> {
  return (await api.post('/customers', fields)).json();
}

async function list({ api }: TestSite): Promise<CustomerObject[]> {
  return (await api.get('/customers')).json<{ objects: CustomerObject[] }>().objects;
}

async function subscribe({ api }: TestSite, customerId: string, planId: string, priceId?: string): Promise<string> {
  const answer = await api.post('/subscriptions', {
    customer_id: customerId,
    plan_id: planId,
    ...(priceId === undefined ? { complimentary: 'true' } : { price_id: priceId }),
  });
  return answer.json<{ id: string }>().id;
}

/** From the page of the activation URL to the page after the mailed code. */
async function activate(browser: Browser, url: string, email = ADA) {
  const codePage = await browser.submit(await browser.open(url), { email });
  return browser.submit(codePage, { code: await browser.newestCode(email) });
}

const rowsOf = (id: string) =>
  service().database.knex('subscriptions').where({ customerId: id }).orderBy('id').select('id', 'planId', 'status');

test('by URL: the address is attached once it is proved, and the customer is signed in', async () => {
  const site = await givenSite(service());
  const customer = await create(site);
  const browser = site.newBrowser();
  const codePage = await browser.submit(await browser.open(customer.activation_url), { email: ADA });
  expect((await list(site)).map(({ email }) => email)).toEqual([null]);
  const account = await browser.submit(codePage, { code: await browser.newestCode(ADA) });
  expect(headingOf(account.body)).toBe('Your account');
  expect(mainTextOf(account.body)).toContain('Your account is activated.');
  expect(await list(site)).toEqual([expect.objectContaining({ id: customer.id, email: ADA, activation_url: null })]);
});

test('by typed code, however it is cased or surrounded by space', async () => {
  const site = await givenSite(service());
  const customer = await create(site);
  const browser = site.newBrowser();
  const addressPage = await browser.submit(await browser.open('/activate'), { code: ` ${CODE.toLowerCase()} ` });
  expect(headingOf(addressPage.body)).toBe('Activate your account');
  const codePage = await browser.submit(addressPage, { email: ADA });
  await browser.submit(codePage, { code: await browser.newestCode(ADA) });
  expect(await list(site)).toEqual([expect.objectContaining({ id: customer.id, email: ADA, activation_url: null })]);
});

test('a used code and a used URL never work again, and the code is never given again', async () => {
  const site = await givenSite(service());
  const { activation_url: url } = await create(site);
  await activate(site.newBrowser(), url);
  const browser = site.newBrowser();
  const used = await browser.open(url);
  expect([used.statusCode, headingOf(used.body)]).toEqual([410, 'This link no longer works']);
  const typed = await browser.submit(await browser.open('/activate'), { code: CODE });
  expect([typed.statusCode, titleOf(typed.body)]).toEqual([422, 'Error: Activate your account – The Weekly Test']);
  expect((await site.api.post('/customers', { activation_code: CODE })).statusCode).toBe(409);
});

test.each(['x', 'wrong-code', '', 'x'.repeat(65), "' or 1=1 --"])(
  'does not know the code %j, and keeps what was typed',
  async (code) => {
    const site = await givenSite(service());
    await create(site);
    const browser = site.newBrowser();
    const page = await browser.submit(await browser.open('/activate'), { code });
    expect([page.statusCode, formOf(page).fields['code']]).toEqual([422, code]);
    expect(page.body).toContain('<a href="#code">We do not know this code');
  },
);

test('a code is known without its hyphens, with blanks, with other dashes and in any case', async () => {
  const site = await givenSite(service());
  await create(site, { activation_code: 'HARBOUR-7F3K-Q9TD' });
  const browser = site.newBrowser();
  const type = async (code: string) => {
    const fields = { ...formOf(await browser.open('/activate')).fields, code };
    return [code, (await browser.post('/activate', fields)).statusCode];
  };
  for (const code of ['harbour7f3kq9td', ' Harbour 7F3K Q9TD ', 'HARBOUR–7f3k–q9td', 'HAR-BOUR 7F-3K Q9-TD'])
    expect(await type(code)).toEqual([code, 303]);
  for (const code of ['HARBOUR-7F3K-Q9T', 'HARBOUR_7F3K_Q9TD']) expect(await type(code)).toEqual([code, 422]);
});

test('a code that expires works until then, and its URL for ever; an update with the same code moves the time', async () => {
  const site = await givenSite(service());
  const at = (seconds: number) => new Date(service().clock.now().getTime() + seconds * 1000).toISOString();
  const type = async () => {
    const browser = site.newBrowser();
    return (await browser.post('/activate', { ...formOf(await browser.open('/activate')).fields, code: CODE }))
      .statusCode;
  };
  const made = await create(site, { activation_code: CODE, activation_code_expires_at: at(60) });
  service().clock.advance(59);
  expect(await type()).toBe(303);
  service().clock.advance(1);
  expect(await type()).toBe(422);
  expect((await site.newBrowser().open(made.activation_url)).statusCode).toBe(200);
  const later = { activation_code: CODE, activation_code_expires_at: at(60) };
  expect((await site.api.post(`/customers/${made.id}`, later)).statusCode).toBe(200);
  expect(await type()).toBe(303);
  // Another change leaves the time as it is.
  await site.api.post(`/customers/${made.id}`, { name: 'Grace' });
  service().clock.advance(60);
  expect(await type()).toBe(422);
});

test.each([
  [
    'a time that is over',
    { activation_code: CODE, activation_code_expires_at: '2020-01-01T00:00:00Z' },
    'in the future',
  ],
  ['a time without a code', { email: ADA, activation_code_expires_at: '2090-01-01T00:00:00Z' }, 'with activation_code'],
  ['a time that is none', { activation_code: CODE, activation_code_expires_at: 'tomorrow' }, 'must be a time such as'],
])('refuses %s for the end of a code', async (_what, fields, words) => {
  const site = await givenSite(service());
  const answer = await site.api.post('/customers', fields);
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    {
      error: {
        code: 'invalid_param',
        message: expect.stringMatching(new RegExp(`^activation_code_expires_at .*${words}`)),
      },
    },
  ]);
  expect(await list(site)).toEqual([]);
});

test("a forged, cut or foreign token is nobody's", async () => {
  const [site, other] = [await givenSite(service()), await givenSite(service())];
  const { activation_url: url } = await create(site);
  const foreign = new URL((await create(other)).activation_url).pathname;
  const path = new URL(url).pathname;
  for (const forged of [
    foreign,
    path.slice(0, -1),
    `${path}x`,
    path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    '/activate/x',
    `/activate/${'x'.repeat(2000)}`,
  ]) {
    const answer = await site.newBrowser().get(forged);
    expect([forged, answer.statusCode]).toEqual([forged, 410]);
  }
});

test('twenty typed codes an hour are looked up for one network, right ones too', async () => {
  const site = await givenSite(service());
  await create(site);
  const ip = '203.0.113.99';
  const browser = site.newBrowser(ip);
  const { fields } = formOf(await browser.open('/activate'));
  for (let tries = 0; tries < 20; tries += 1)
    expect((await browser.post('/activate', { ...fields, code: `guess-${tries}00` })).statusCode).toBe(422);
  const limited = await site.newBrowser(ip).open('/activate');
  expect(limited.statusCode).toBe(200);
  const answer = await browser.post('/activate', { ...fields, code: CODE });
  expect([answer.statusCode, headingOf(answer.body)]).toEqual([429, 'Please wait']);
  const elsewhere = site.newBrowser();
  expect(
    (await elsewhere.post('/activate', { ...formOf(await elsewhere.open('/activate')).fields, code: CODE })).statusCode,
  ).toBe(303);
});

describe('with an address that the publisher gave', () => {
  const FIELDS = { email: 'grace.hopper@work.example.org', activation_code: CODE };
  const MASKED = 'g•••@w•••.org';

  test('the page shows it masked, at every step, and does not ask for what is there', async () => {
    const site = await givenSite(service());
    const customer = await create(site, FIELDS);
    const browser = site.newBrowser();
    const page = await browser.open(customer.activation_url);
    const faulty = await browser.submit(page, { email: 'nobody' });
    const signedIn = await site.signedIn('eve@example.org');
    const pages = [page, faulty, await signedIn.open(`${customer.activation_url}?address=another`)];
    for (const { body } of pages) {
      expect(mainTextOf(body)).toContain(`We have the address ${MASKED} for you.`);
      expect(mainTextOf(body)).not.toContain('needs an e-mail address');
    }
    for (const { body } of [...pages, await signedIn.open(customer.activation_url)])
      expect(body).not.toMatch(/grace\.hopper|work\.example/);
    expect(formOf(page).fields['email']).toBe('');
  });

  test('its owner is told that somebody typed the code, once a day, and of another address that was attached', async () => {
    const site = await givenSite(service());
    await create(site, FIELDS);
    const browser = site.newBrowser();
    const type = async () => browser.submit(await browser.open('/activate'), { code: CODE });
    for (let times = 0; times < 3; times += 1) await type();
    const told = await browser.mails(FIELDS.email);
    expect(told.map(({ subject }) => subject)).toEqual(['Somebody has typed your activation code at The Weekly Test']);
    expect(told[0]?.text).toContain('tell the publisher at once');
    expect(`${told[0]?.text}${told[0]?.html}`).not.toMatch(new RegExp(`${CODE}|/activate`, 'i'));
    service().clock.advance(24 * 3600);
    const codePage = await browser.submit(await type(), { email: ADA });
    await browser.submit(codePage, { code: await browser.newestCode(ADA) });
    expect(await browser.mails(FIELDS.email)).toHaveLength(2);
    await sendDueMails(service(), (error) => {
      throw error;
    });
    const [changed] = await browser.mails(FIELDS.email);
    expect(changed?.subject).toBe('Your e-mail address at The Weekly Test was changed');
  });

  test('a wrong code is told to nobody', async () => {
    const site = await givenSite(service());
    await create(site, FIELDS);
    const browser = site.newBrowser();
    await browser.submit(await browser.open('/activate'), { code: `${CODE}0` });
    expect(await browser.mails(FIELDS.email)).toEqual([]);
  });

  test('another address may be proved', async () => {
    const site = await givenSite(service());
    const customer = await create(site, FIELDS);
    await activate(site.newBrowser(), customer.activation_url);
    expect(await list(site)).toEqual([expect.objectContaining({ id: customer.id, email: ADA })]);
  });
});

test('without an address the page says that one is needed', async () => {
  const site = await givenSite(service());
  const { body } = await site.newBrowser().open((await create(site)).activation_url);
  expect(mainTextOf(body)).toContain('Your account needs an e-mail address.');
});

test('who proved the address by signing in is activated, and the URL is over', async () => {
  const site = await givenSite(service());
  const customer = await create(site, { email: ADA });
  const browser = await site.signedIn(ADA);
  expect((await list(site))[0]?.activation_url).toBeNull();
  expect((await browser.open(customer.activation_url)).statusCode).toBe(410);
});

test('an address that is somebody’s: signed in as that person, asked, and only then merged', async () => {
  const site = await givenSite(service());
  await site.signedIn(ADA);
  const known = await findCustomerByEmail(site.publication, service().database, parseEmailAddress(ADA));
  const made = await create(site, { activation_code: CODE, name: 'Ada Lovelace' });
  await subscribe(site, made.id, site.plan.id, site.price.id);
  const browser = site.newBrowser();
  const question = await activate(browser, made.activation_url);
  expect(headingOf(question.body)).toBe('Add this to your account?');
  expect(mainTextOf(question.body)).toMatch(/signed in as ada@example\.org[\s\S]*Supporter/);
  expect(await list(site)).toHaveLength(2);
  const account = await browser.submit(question);
  expect(mainTextOf(account.body)).toContain('Everything is in this account now.');
  expect(await list(site)).toEqual([
    expect.objectContaining({
      id: known?.id,
      email: ADA,
      name: 'Ada Lovelace',
      plan_slug: 'supporter',
      activation_url: null,
    }),
  ]);
  expect(await rowsOf(known?.id ?? '')).toEqual([expect.objectContaining({ planId: site.plan.id, status: 'active' })]);
});

test('a signed-in customer is asked at once, and may use another address instead', async () => {
  const site = await givenSite(service());
  const { activation_url: url, id } = await create(site);
  const browser = await site.signedIn(ADA);
  expect(headingOf((await browser.open(url)).body)).toBe('Add this to your account?');
  await activate(browser, `${url}?address=another`, 'other@example.org');
  expect((await list(site)).find((customer) => customer.id === id)?.email).toBe('other@example.org');
});

/** Ada with a subscription and a newsletter of her own, and a record made for her with others; both merged. */
async function givenMerge(site: TestSite, own: 'paid' | 'complimentary', brought: 'paid' | 'complimentary') {
  const browser = await site.signedIn(ADA);
  const id = (await findCustomerByEmail(site.publication, service().database, parseEmailAddress(ADA)))?.id ?? '';
  const made = await create(site);
  const first = await subscribe(site, id, site.plan.id, own === 'paid' ? site.price.id : undefined);
  const second = await subscribe(site, made.id, site.plan.id, brought === 'paid' ? site.price.id : undefined);
  const other = await subscribe(site, made.id, site.otherPlan.id);
  const { knex } = service().database;
  const newsletters: { id: string }[] = await knex('newsletters')
    .where({ publicationId: site.publication.id })
    .orderBy('slug')
    .select('id');
  await service().database.transaction(async (transaction) => {
    for (const { id: newsletterId } of newsletters)
      await transaction
        .knex('newsletterSubscriptions')
        .insert({ customerId: made.id, newsletterId, publicationId: site.publication.id, createdAt: 1 });
    await transaction
      .knex('newsletterSubscriptions')
      .insert({ customerId: id, newsletterId: newsletters[0]?.id, publicationId: site.publication.id, createdAt: 2 });
  });
  return { browser, id, made, first, second, other };
}

test.each([
  ['paid', 'paid', 'first'],
  ['paid', 'complimentary', 'first'],
  ['complimentary', 'complimentary', 'first'],
  ['complimentary', 'paid', 'second'],
] as const)(
  'of a %s and a %s subscription to one plan, the merge keeps the %s, and moves the rest',
  async (own, brought, kept) => {
    const site = await givenSite(service());
    const given = await givenMerge(site, own, brought);
    await given.browser.submit(await given.browser.open(given.made.activation_url));
    const rows: { id: string; status: string }[] = await rowsOf(given.id);
    expect(
      rows
        .filter(({ status }) => status === 'active')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([given[kept], given.other].toSorted());
    expect(rows).toHaveLength(3);
    expect((await list(site)).map(({ id, newsletter_slugs: slugs }) => [id, slugs])).toEqual([
      [given.id, ['daily', 'weekly']],
    ]);
    expect(await rowsOf(given.made.id)).toEqual([]);
  },
);

test('two merges at once have one effect', async () => {
  const site = await givenSite(service());
  const given = await givenMerge(site, 'paid', 'paid');
  const form = formOf(await given.browser.open(given.made.activation_url));
  const answers = await Promise.all(Array.from({ length: 6 }, () => given.browser.post(form.action, form.fields)));
  expect(answers.filter((answer) => locationOf(answer) === '/?done=merged')).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(5);
  expect(await list(site)).toHaveLength(1);
});

test('two activations at once: one has the record, the other is told that it is taken', async () => {
  const site = await givenSite(service());
  const { activation_url: url } = await create(site);
  const visitors = await Promise.all(
    ['one@example.org', 'two@example.org'].map(async (email) => {
      const browser = site.newBrowser();
      const form = formOf(await browser.submit(await browser.open(url), { email }));
      return { browser, form, code: await browser.newestCode(email) };
    }),
  );
  const answers = await Promise.all(
    visitors.map(({ browser, form, code }) => browser.post(form.action, { ...form.fields, code })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 410]);
  expect(await list(site)).toHaveLength(1);
});

test('the data API finds who was merged under their former id, too', async () => {
  const site = await givenSite(service());
  const given = await givenMerge(site, 'paid', 'paid');
  await given.browser.submit(await given.browser.open(given.made.activation_url));
  const { database } = service();
  await database.transaction((transaction) =>
    transaction.knex('subscriptions').where({ customerId: given.id }).update({ status: 'canceled' }),
  );
  const answer = await site.api.post('/subscriptions', {
    customer_id: given.made.id,
    plan_id: site.plan.id,
    complimentary: 'true',
  });
  expect(answer.json<{ customer_id: string }>().customer_id).toBe(given.id);
});

test('a merge that fails half-way leaves both as they were', async () => {
  const site = await givenSite(service());
  const given = await givenMerge(site, 'paid', 'paid');
  const { database } = service();
  const form = formOf(await given.browser.open(given.made.activation_url));
  const before = JSON.stringify([await list(site), await rowsOf(given.id), await rowsOf(given.made.id)]);
  // A table that a merge writes to after others is gone for a moment.
  await database.schemaChange((knex) => knex.schema.renameTable('newsletter_subscriptions', 'away'));
  expect((await expectFailure(() => given.browser.post(form.action, form.fields))).statusCode).toBe(500);
  await database.schemaChange((knex) => knex.schema.renameTable('away', 'newsletter_subscriptions'));
  expect(JSON.stringify([await list(site), await rowsOf(given.id), await rowsOf(given.made.id)])).toBe(before);
});
