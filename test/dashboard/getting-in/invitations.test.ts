// Invitations of staff: by mail, good for a week, once, for that address; and the roles of those who accepted.
import { expect, test } from 'vitest';
import { Authenticator, questionOn } from '../../support/browser/authenticator.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { formsOf, headingOf, linksOf, mainTextOf } from '../../support/browser/html.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD, newStaffBrowser, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);
const WEEK = 7 * 24 * 3600;

const staffPath = ({ publication }: TestSite) => `/dashboard/${publication.id}/staff`;

async function invite(owner: Browser, site: TestSite, email: string, role = 'editor') {
  return owner.submit(await owner.open(staffPath(site)), { email, role }, staffPath(site));
}

/** The path of the link in the newest mail to the address. */
async function invitedPath(site: TestSite, email: string): Promise<string> {
  const [mail] = await site.newBrowser().mails(email);
  return /\/dashboard\/invitations\/\w+/.exec(mail?.text ?? '')?.[0] ?? '';
}

test('the invited person accepts by the link of the mail and works in the role', async () => {
  const site = await givenSite(service());
  const owner = await signedInStaff(service(), site.publication, 'owner', 'owner@invite.example');
  expect(mainTextOf((await invite(owner, site, 'new@invite.example')).body)).toContain('The invitation is on its way.');
  const browser = newStaffBrowser(service());
  const page = await browser.open(await invitedPath(site, 'new@invite.example'));
  expect([headingOf(page.body), mainTextOf(page.body)]).toEqual([
    'Join The Weekly Test',
    expect.stringContaining('new@invite.example'),
  ]);
  expect(headingOf((await browser.submit(page)).body)).toBe('Overview');
  const entries = service().database.knex('audit_entries').where({ publicationId: site.publication.id });
  expect(await entries.where({ act: 'invitation.accept' })).toMatchObject([{ recordName: 'new@invite.example' }]);
  const links = linksOf((await browser.open(staffPath(site))).body);
  expect(links.some((link) => link.endsWith('/keys'))).toBe(false);
});

test('a link works once, also for two at the same time', async () => {
  const site = await givenSite(service());
  const owner = await signedInStaff(service(), site.publication, 'owner', 'owner@once.example');
  await invite(owner, site, 'once@once.example');
  const path = await invitedPath(site, 'once@once.example');
  const [first, second] = [newStaffBrowser(service()), newStaffBrowser(service())];
  const pages = [await first.open(path), await second.open(path)] as const;
  const answers = await Promise.all([first.submit(pages[0]), second.submit(pages[1])]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410]);
  expect((await newStaffBrowser(service()).open(path)).statusCode).toBe(410);
});

test('a link is over after a week, when it is withdrawn, and when a newer one was sent', async () => {
  const site = await givenSite(service());
  const sign = () => signedInStaff(service(), site.publication, 'owner', 'owner@over.example');
  await invite(await sign(), site, 'late@over.example');
  const late = await invitedPath(site, 'late@over.example');
  service().clock.advance(WEEK);
  expect((await newStaffBrowser(service()).open(late)).statusCode).toBe(410);

  const owner = await sign();
  await invite(owner, site, 'gone@over.example');
  const gone = await invitedPath(site, 'gone@over.example');
  const revokePath = `/dashboard/${site.publication.id}/invitations/revoke`;
  await owner.submit(await owner.open(staffPath(site)), {}, revokePath);
  expect((await newStaffBrowser(service()).open(gone)).statusCode).toBe(410);

  await invite(owner, site, 'again@over.example');
  const older = await invitedPath(site, 'again@over.example');
  await invite(owner, site, 'AGAIN@over.example', 'viewer');
  expect((await newStaffBrowser(service()).open(older)).statusCode).toBe(410);
});

test('an address that cannot be one, an unknown role and a colleague are refused, and what was typed stays', async () => {
  const site = await givenSite(service());
  const owner = await signedInStaff(service(), site.publication, 'owner', 'owner@refused.example');
  for (const [email, role, message] of [
    ['nobody', 'editor', 'Enter an e-mail address'],
    ['a@refused.example', 'king', 'Choose a role'],
    ['Owner@refused.example', 'editor', 'among the staff already'],
  ] as const) {
    const page = await invite(owner, site, email, role);
    expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining(message)]);
    expect(page.body).toContain(`value="${email}"`);
  }
});

test('an owner changes roles and removes colleagues, but the last owner stays', async () => {
  const site = await givenSite(service());
  const owner = await signedInStaff(service(), site.publication, 'owner', 'only@roles.example');
  const editor = await signedInStaff(service(), site.publication, 'editor', 'editor@roles.example');
  const base = `/dashboard/${site.publication.id}`;
  const act = async (action: string, email: string, fields: Record<string, string> = {}) => {
    const staff = await service().database.knex('staff_members').where({ email }).first();
    return owner.submit(await owner.open(`${base}/staff`), { ...fields, staff: staff.id }, `${base}/staff/${action}`);
  };
  for (const refused of [
    await act('role', 'only@roles.example', { role: 'viewer' }),
    await act('remove', 'only@roles.example'),
  ])
    expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([422, expect.stringContaining('needs an owner')]);
  expect((await editor.get(`${base}/keys`)).statusCode).toBe(403);
  await act('role', 'editor@roles.example', { role: 'owner' });
  expect((await editor.get(`${base}/keys`)).statusCode).toBe(200);
  await act('remove', 'editor@roles.example');
  expect((await editor.get(`${base}/keys`)).statusCode).toBe(303);
});

test('of two owners who remove each other at once, one stays', async () => {
  const site = await givenSite(service());
  const [one, two] = [
    await signedInStaff(service(), site.publication, 'owner', 'one@race.example'),
    await signedInStaff(service(), site.publication, 'owner', 'two@race.example'),
  ];
  const base = `/dashboard/${site.publication.id}`;
  const idOf = async (email: string) => (await service().database.knex('staff_members').where({ email }).first()).id;
  const remove = async (browser: Browser, email: string) => {
    const page = await browser.open(`${base}/staff`);
    const staff = await idOf(email);
    return () => browser.submit(page, { staff }, `${base}/staff/remove`);
  };
  const both = [await remove(one, 'two@race.example'), await remove(two, 'one@race.example')];
  await Promise.all(both.map((send) => send()));
  const left = await service().database.knex('staff_roles').where({ publicationId: site.publication.id });
  expect(left).toHaveLength(1);
});

test('somebody without a role anywhere is signed out everywhere, and their passkey lets nobody in', async () => {
  const [site, other] = [await givenSite(service()), await givenSite(service())];
  const email = `leaver@${site.publication.siteHost}`;
  const leaver = await signedInStaff(service(), site.publication, 'editor', email);
  const second = await signedInStaff(service(), other.publication, 'viewer', email);
  const device = new Authenticator(DASHBOARD.DASHBOARD_URL);
  const [person, add] = ['/dashboard/person', '/dashboard/person/passkeys/new'];
  const page = await leaver.open(add);
  await leaver.submit(page, { name: 'Laptop', credential: device.create(questionOn(page.body, 'create')) }, add);
  await leaver.submit(await leaver.open(person), {}, `${person}/code/off`);
  const codePage = await newStaffBrowser(service()).askForCode(email, '/dashboard/sign-in');
  expect(codePage).toMatch(/^\/dashboard\/code\//);
  const { id: staff } = await service().database.knex('staff_members').where({ email }).first();
  const removeFrom = async ({ publication }: TestSite) => {
    const owner = await signedInStaff(service(), publication, 'owner', `owner@${publication.siteHost}`);
    const path = `/dashboard/${publication.id}/staff`;
    await owner.submit(await owner.open(path), { staff }, `${path}/remove`);
  };
  const statuses = async () => {
    const paths = [person, `/dashboard/${site.publication.id}`, `/dashboard/${other.publication.id}`];
    const answers = await Promise.all([leaver, second].flatMap((browser) => paths.map((path) => browser.get(path))));
    return answers.map(({ statusCode }) => statusCode);
  };
  await removeFrom(site);
  expect(await statuses()).toEqual([200, 404, 200, 200, 404, 200]);
  await removeFrom(other);
  expect(await statuses()).toEqual([303, 303, 303, 303, 303, 303]);
  const visitor = newStaffBrowser(service());
  const signIn = await visitor.open('/dashboard/sign-in');
  const credential = device.get(questionOn(signIn.body));
  expect((await visitor.submit(signIn, { credential }, '/dashboard/passkey')).statusCode).toBe(422);
  for (const table of ['staff_passkeys', 'staff_recovery_codes'])
    expect(await service().database.knex(table).where({ staffId: staff })).toEqual([]);
});

test('of two publications that remove somebody at once, the last one signs them out', async () => {
  const sites = [await givenSite(service()), await givenSite(service())];
  const email = `both@${sites[0]?.publication.siteHost}`;
  const sends = [];
  let browser: Browser | undefined;
  for (const { publication } of sites) {
    const owner = await signedInStaff(service(), publication, 'owner', `owner@${publication.siteHost}`);
    browser = await signedInStaff(service(), publication, 'viewer', email);
    const { id: staff } = await service().database.knex('staff_members').where({ email }).first();
    const path = `/dashboard/${publication.id}/staff`;
    const page = await owner.open(path);
    sends.push(() => owner.submit(page, { staff }, `${path}/remove`));
  }
  await Promise.all(sends.map((send) => send()));
  expect((await browser?.get('/dashboard/person'))?.statusCode).toBe(303);
});

test.each(['link', 'invitations'])('who tries many /dashboard/%s from one network has to wait', async (kind) => {
  const ip = kind === 'link' ? '203.0.113.20' : '203.0.113.30';
  const site = await givenSite(service());
  const owner = await signedInStaff(service(), site.publication, 'owner', `owner@${site.publication.siteHost}`);
  await invite(owner, site, 'waiting@guess.example');
  const good = await invitedPath(site, 'waiting@guess.example');
  const browser = newStaffBrowser(service(), ip);
  for (let count = 0; count < 30; count += 1) expect((await browser.get(good)).statusCode).toBe(200);
  const form = formsOf((await browser.open(good)).body)[0];
  const fields = form?.fields ?? {};
  const guess = (count: number) => browser.post(`/dashboard/${kind}/${'a'.repeat(41)}${count + 10}`, fields);
  for (let count = 0; count < 20; count += 1) expect((await guess(count)).statusCode).toBe(410);
  const refused = await guess(20);
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 3000]).toEqual([429, true]);
  expect((await browser.get(good)).statusCode).toBe(429);
  expect((await newStaffBrowser(service()).get(good)).statusCode).toBe(200);
  const kinds = service().logLines.filter((line) => line.includes('"security_event":"staff_link_limited"'));
  expect(kinds.length).toBeGreaterThan(0);
});
