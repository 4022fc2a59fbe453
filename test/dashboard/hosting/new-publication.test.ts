// Opening a publication where SIGN_UPS is on: anybody who proves an address, bounded, and with no host given twice; and
// what a stranger gets where it is off.
import { describe, expect, test } from 'vitest';
import type { Browser } from '../../support/browser/browser.ts';
import { headingOf, linksOf, mainTextOf } from '../../support/browser/html.ts';
import { givenSite } from '../../support/publications/site.ts';
import { DASHBOARD, newStaffBrowser, OPEN_PRODUCTION, signedInStaff } from '../../support/publications/staff.ts';
import { useService, type TestService } from '../../support/service/service.ts';

const NEW = '/dashboard/new-publication';
const open = useService(OPEN_PRODUCTION);

let people = 0;

/** Somebody whom nobody invited, signed in by the code in their inbox. */
async function stranger(service: TestService, ip?: string): Promise<Browser> {
  const browser = newStaffBrowser(service, ip);
  await browser.signIn(`stranger-${(people += 1)}@example.org`, '/dashboard/sign-in');
  return browser;
}

async function openOne(browser: Browser, fields: Readonly<Record<string, string>>) {
  return browser.submit(await browser.open(NEW), fields, NEW);
}

async function idAt(host: string): Promise<string | undefined> {
  return (await open().database.knex('publications').where({ siteHost: host }).first('id'))?.id;
}

/** What a reader gets who asks for the offers of the site. */
async function statusAt(host: string): Promise<number> {
  const headers = { host, 'x-forwarded-proto': 'https' };
  return (await open().app.inject({ url: '/offers', remoteAddress: '198.18.99.99', headers })).statusCode;
}

describe('with SIGN_UPS on', () => {
  test('a stranger proves an address, opens a publication and owns it; it answers at once', async () => {
    const browser = newStaffBrowser(open());
    const page = await browser.signIn('first@example.org', '/dashboard/sign-in');
    expect([headingOf(page.body), linksOf(page.body)]).toEqual(['Your publications', expect.arrayContaining([NEW])]);
    const opened = await openOne(browser, { name: 'The Lighthouse', label: 'Lighthouse' });
    expect(headingOf(opened.body)).toBe('Overview');
    const id = await idAt('lighthouse.sites.example.test');
    const roles = await open().database.knex('staff_roles').where({ publicationId: id });
    expect(roles).toEqual([expect.objectContaining({ role: 'owner' })]);
    expect(await statusAt('lighthouse.sites.example.test')).toBe(200);
    const [row] = await open().database.knex('publications').where({ id });
    expect(row).toMatchObject({ name: 'The Lighthouse', siteUrl: 'https://lighthouse.sites.example.test' });
    const entries = await open().database.knex('audit_entries').where({ publicationId: id });
    expect(entries).toEqual([
      expect.objectContaining({ act: 'publication.create', recordId: id, recordName: 'The Lighthouse' }),
    ]);
    expect(open().logLines.join('')).toMatch(/"security_event":"publication_opened"/);
    expect(open().logLines.join('')).not.toContain('first@example.org');
  });

  test('known and unknown addresses get the same page and the same mail, and no record before the code', async () => {
    const known = await stranger(open());
    const count = async () => (await open().database.knex('staff_members')).length;
    const before = await count();
    const seen = [];
    for (const email of [`stranger-${people}@example.org`, 'unproved@example.org']) {
      const browser = newStaffBrowser(open());
      const sent = await browser.open(await browser.askForCode(email, '/dashboard/sign-in'));
      const [mail] = await known.mails(email);
      seen.push([
        mainTextOf(sent.body).replace(email, 'ADDRESS'),
        mail?.subject.replace(/\d{6}/, 'CODE'),
        mail?.text.replaceAll(/\d{6}/g, 'CODE'),
      ]);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(await count()).toBe(before);
  });

  test('faults stand beside their fields, and what was typed stays', async () => {
    const browser = await stranger(open());
    const given = [
      [{ name: '', label: 'nameless' }, 'Enter a name of at most 255 characters'],
      [{ name: 'X' }, 'Use 3 to 63 letters, digits and hyphens'],
      ...['ab', '-abc', 'abc-', 'a_b', 'a.b.c', 'xn--abc', 'ab--cd', 'a'.repeat(64)].map(
        (label) => [{ name: 'X', label }, 'Use 3 to 63 letters, digits and hyphens'] as const,
      ),
      ...['www', 'API', 'dashboard', 'mail', 'admin'].map(
        (label) => [{ name: 'X', label }, 'This name is taken'] as const,
      ),
      ...[
        'localhost',
        'example',
        '127.0.0.1',
        '[::1]',
        'a b.example.org',
        'user@members.example.org',
        'members.example.org:8443',
        'members.example.org/path',
        '*.example.org',
        'members.example.org.',
        'x.internal',
        'x.localhost',
        'dashboard.example.test',
        'api.example.test',
        'sites.example.test',
        'other.sites.example.test',
      ].map((host) => [{ name: 'X', host }, 'Enter a host of a domain of yours'] as const),
    ] as const;
    for (const [fields, message] of given) {
      const answer = await openOne(browser, fields);
      expect([fields, answer.statusCode, mainTextOf(answer.body)]).toEqual([
        fields,
        422,
        expect.stringContaining(message),
      ]);
      for (const value of Object.values(fields)) expect(answer.body).toContain(`value="${value}"`);
    }
    expect(headingOf((await browser.open('/dashboard')).body)).toBe('Your publications');
  });

  test('a form that is sent three times opens one publication', async () => {
    const browser = await stranger(open());
    const page = await browser.open(NEW);
    const send = () => browser.submit(page, { name: 'Thrice', label: 'thrice' }, NEW);
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers.map(({ body }) => headingOf(body))).toEqual(['Overview', 'Overview', 'Overview']);
    expect(await open().database.knex('publications').where({ name: 'Thrice' })).toHaveLength(1);
  });

  test('of several who take one name at the same time, one gets it', async () => {
    const fields = { name: 'Contested', label: 'contested' };
    const ready = [await stranger(open()), await stranger(open()), await stranger(open())].map(async (browser) => {
      const page = await browser.open(NEW);
      return () => browser.submit(page, fields, NEW);
    });
    const answers = await Promise.all((await Promise.all(ready)).map((send) => send()));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422]);
    expect(answers.filter(({ body }) => mainTextOf(body).includes('This name is taken'))).toHaveLength(2);
    expect(await open().database.knex('publications').where({ name: 'Contested' })).toHaveLength(1);
  });

  test('one with a host of its own alone answers nowhere, and its owner is shown what to do', async () => {
    const browser = await stranger(open());
    const shown = await openOne(browser, { name: 'Own', host: 'https://Members.Own.Example/' });
    expect([headingOf(shown.body), shown.body]).toEqual(['Address', expect.stringContaining('members.own.example')]);
    const [row] = await open().database.knex('publications').where({ name: 'Own' });
    for (const host of ['members.own.example', row?.siteHost, new URL(row?.siteUrl).host])
      expect([host, await statusAt(host)]).toEqual([host, 404]);
    expect(new URL(row?.siteUrl).hostname).toMatch(/\.invalid$/);
    const overview = await browser.open(`/dashboard/${row?.id}`);
    expect(mainTextOf(overview.body)).toContain('This publication has no address yet');
    expect(mainTextOf(overview.body)).toContain('A web address with https to do');
    expect(linksOf(overview.body).filter((link) => link === `/dashboard/${row?.id}/address`)).toHaveLength(3);
    expect(overview.body).not.toContain('.invalid');
    expect(mainTextOf(shown.body)).not.toContain('This publication has no address yet');
  });

  test('a person opens three a day, a network ten; what was refused is not counted', async () => {
    const ip = '198.19.0.1';
    for (let person = 0; person < 4; person += 1) {
      const browser = await stranger(open(), ip);
      const labels = [`many-${person}-a`, `many-${person}-b`, `many-${person}-c`];
      expect((await openOne(browser, { name: 'Many', label: 'www' })).statusCode).toBe(422);
      const allowed = person < 3 ? labels : labels.slice(0, 1);
      for (const label of allowed)
        expect([label, (await openOne(browser, { name: 'Many', label })).statusCode]).toEqual([label, 200]);
      const refused = await openOne(browser, { name: 'Many', label: `many-${person}-d` });
      expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([
        429,
        expect.stringContaining('Too many publications were opened. Come back in 24 hours.'),
      ]);
    }
    expect(open().logLines.join('')).toMatch(/"security_event":"publication_limited"/);
  });

  test('somebody with a publication finds where to open one more', async () => {
    const browser = await stranger(open());
    const overview = await openOne(browser, { name: 'One', label: 'one-of-two' });
    const all = await browser.open(linksOf(overview.body).find((link) => link.startsWith('/dashboard?')) ?? '');
    expect(linksOf(all.body)).toContain(NEW);
  });
});

describe('in the local demo', () => {
  const demo = useService({ SIGN_UPS: 'on', SITES_DOMAIN: 'sites.localhost', SECRET_KEY: '' });

  test('a publication answers at a name on this machine, and gets no host that others reach', async () => {
    const browser = await stranger(demo());
    const refused = await openOne(browser, { name: 'Here', host: 'members.own.example' });
    expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([
      422,
      expect.stringContaining('This service runs with settings for this machine alone'),
    ]);
    await openOne(browser, { name: 'Here', label: 'here' });
    const headers = { host: 'here.sites.localhost:4000' };
    expect((await demo().app.inject({ url: '/offers', headers })).statusCode).toBe(200);
  });
});

describe('with SIGN_UPS off', () => {
  const closed = useService({ ...OPEN_PRODUCTION, SIGN_UPS: 'off' });
  const testing = useService(DASHBOARD);

  test.each([
    ['in production', closed],
    ['in a test environment, access to which is by invitation', testing],
  ])('%s an unknown address gets no code and no account, and the page does not exist', async (_where, service) => {
    const browser = newStaffBrowser(service());
    const codePage = await browser.askForCode('nobody@example.org', '/dashboard/sign-in');
    expect(mainTextOf((await browser.open('/dashboard/sign-in')).body)).toContain('Access is by invitation.');
    const [mail] = await browser.mails('nobody@example.org');
    expect(mail?.subject).toBe('This address has no access to the dashboard');
    for (let code = 0; code < 5; code += 1) await browser.enterCode(codePage, `00000${code}`);
    expect((await browser.get('/dashboard/person')).statusCode).toBe(303);
    expect(await service().database.knex('staff_members')).toEqual([]);
    expect((await browser.get(NEW)).statusCode).toBe(303);
  });

  test('somebody of the staff finds no page to open a publication', async () => {
    const staff = await signedInStaff(testing(), (await givenSite(testing())).publication, 'owner');
    expect((await staff.get(NEW)).statusCode).toBe(404);
    const token = /name="csrf_token" value="([^"]*)"/.exec((await staff.open('/dashboard/person')).body)?.[1] ?? '';
    expect((await staff.post(NEW, { csrf_token: token, name: 'X', label: 'xyz' })).statusCode).toBe(404);
  });
});
