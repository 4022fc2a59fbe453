// The link that a publisher has mailed to a reader who cannot get in: it signs in once, by a button, within an hour, and ends
// with the address that it went to.
import { expect, test } from 'vitest';
import { keepLanguage } from '../../../src/models/people/customer-language.ts';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { headingOf, mainTextOf } from '../../support/browser/html.ts';
import { CONTINUE_URL, givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);
const ADA = 'ada@example.org';

interface Helped {
  readonly site: TestSite;
  readonly id: string;
  readonly editor: Browser;
  readonly path: string;
  /** Has a link sent; returns the path of its page. */
  send(destination?: string): Promise<string>;
}

async function givenHelp(): Promise<Helped> {
  const site = await givenSite(service());
  const { id } = (await site.api.post('/customers', { email: ADA })).json<{ id: string }>();
  const editor = await signedInStaff(service(), site.publication, 'editor', `e@${site.publication.siteHost}`);
  const path = `/dashboard/${site.publication.id}/people/${id}/sign-in-link`;
  const send = async (destination = ''): Promise<string> => {
    const sent = await editor.submit(await editor.open(path), { destination }, path);
    expect([sent.statusCode, mainTextOf(sent.body)]).toEqual([200, expect.stringContaining('is on its way')]);
    const [mail] = await site.newBrowser().mails(ADA);
    return /\/sign-in-link\/\w{43}/.exec(mail?.text ?? '')?.[0] ?? 'no link';
  };
  return { site, id, editor, path, send };
}

async function follow(browser: Browser, link: string) {
  const page = await browser.open(link);
  if (page.statusCode !== 200) return page;
  return browser.post(link, formOf(page, link).fields);
}

const sessionsOf = async (site: TestSite) =>
  (await service().database.knex('sessions').where({ publicationId: site.publication.id })).length;

test('signs a reader in by one click, activates them, and leads to their account or a host of the allowlist', async () => {
  const { site, editor, path, send } = await givenHelp();
  const browser = site.newBrowser();
  const answer = await follow(browser, await send());
  expect([answer.statusCode, locationOf(answer)]).toEqual([303, '/']);
  expect(headingOf((await browser.get('/')).body)).toBe('Your account');
  const members = (await site.api.get('/customers')).json<{ objects: { activated_at: string | null }[] }>();
  expect(members.objects[0]?.activated_at).not.toBeNull();
  expect(locationOf(await follow(site.newBrowser(), await send(CONTINUE_URL)))).toBe(CONTINUE_URL);
  for (const destination of ['https://evil.example.net/', 'javascript:alert(1)', '//evil.example.net']) {
    const refused = await editor.submit(await editor.open(path), { destination }, path);
    expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([422, expect.stringContaining('one of the hosts')]);
    expect(formOf(refused, path).fields['destination']).toBe(destination);
  }
});

test('opening it uses up nothing, and of many clicks one signs in', async () => {
  const { site, send } = await givenHelp();
  const link = await send();
  const visitors = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const browser = site.newBrowser();
      return { browser, fields: formOf(await browser.open(link), link).fields };
    }),
  );
  expect(await sessionsOf(site)).toBe(0);
  const answers = await Promise.all(visitors.map(({ browser, fields }) => browser.post(link, fields)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 410, 410, 410, 410]);
  expect(await sessionsOf(site)).toBe(1);
  const again = await site.newBrowser().open(link);
  expect([again.statusCode, mainTextOf(again.body)]).toEqual([410, expect.stringContaining('used already')]);
});

test('is over after an hour, with the address, with the person, and at every other publication', async () => {
  const { site, id, send } = await givenHelp();
  const other = await givenSite(service());
  const links = [await send()];
  const elsewhere = other.newBrowser();
  // There, somebody else has the same id.
  const { database } = service();
  const [ada] = await database.knex('customers').where({ publicationId: site.publication.id, id });
  await database.transaction(({ knex }) => knex('customers').insert({ ...ada, publicationId: other.publication.id }));
  const { fields } = formOf(await elsewhere.open('/sign-in'));
  expect((await elsewhere.get(links[0] ?? '')).statusCode).toBe(410);
  expect((await elsewhere.post(links[0] ?? '', fields)).statusCode).toBe(410);
  service().clock.advance(3601);
  expect((await follow(site.newBrowser(), links[0] ?? '')).statusCode).toBe(410);
  const beforeChange = await send();
  await site.api.post(`/customers/${id}`, { email: 'king@example.org' });
  expect((await follow(site.newBrowser(), beforeChange)).statusCode).toBe(410);
  await site.api.post(`/customers/${id}`, { email: ADA });
  service().clock.advance(2);
  const beforeErasure = await send();
  await site.api.post(`/customers/${id}/erase`);
  expect((await follow(site.newBrowser(), beforeErasure)).statusCode).toBe(410);
  expect(await sessionsOf(site)).toBe(0);
  const rows: { hash: string }[] = await service().database.knex('sign_in_links');
  expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
});

test('is sent five times an hour, in the language of the reader', async () => {
  const { site, id, editor, path, send } = await givenHelp();
  await service().database.transaction((transaction) => keepLanguage(site.publication, transaction, id, 'de'));
  for (let times = 0; times < 5; times += 1) await send();
  const [mail] = await site.newBrowser().mails(ADA);
  expect(mail?.subject).toBe('Ihr Link zum Anmelden bei The Weekly Test');
  const refused = await editor.submit(await editor.open(path), {}, path);
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([422, expect.stringContaining('five links')]);
  const noAddress = (await site.api.post('/customers', { activation_code: 'Garamond-1540' })).json<{ id: string }>().id;
  const page = await editor.open(path.replace(id, noAddress));
  expect(mainTextOf(page.body)).toContain('has no e-mail address');
});
