// The mailbox of a test environment as pages of the dashboard: for the publication's staff, each mail as text, links and
// sandboxed HTML, and invitations for owners alone.
import { describe, expect, test } from 'vitest';
import { addMailboxMessage } from '../../../src/models/outbox/mailbox-message.ts';
import { updatePublication } from '../../../src/models/publication/publication.ts';
import { formatMoment } from '../../../src/views/formats.ts';
import { formsOf, linksOf, mainTextOf, tagsOf } from '../../support/browser/html.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD, newStaffBrowser, signedInStaff } from '../../support/publications/staff.ts';
import { useService, type TestService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);

type Letter = Partial<Parameters<typeof addMailboxMessage>[3]>;

async function keep(to: TestService, { publication }: TestSite, letter: Letter = {}): Promise<void> {
  const whole = { to: 'ada@example.org', subject: 'Your code', text: 'It is 123456', html: '<p>It is 123456</p>' };
  await to.database.transaction((transaction) =>
    addMailboxMessage(publication, transaction, to.clock, { ...whole, ...letter }),
  );
}

const pathOf = ({ publication }: TestSite) => `/dashboard/${publication.id}/mailbox`;

test('mails are listed newest first, page by page, and those to one address by a search', async () => {
  const site = await givenSite(service());
  const editor = await signedInStaff(service(), site.publication, 'editor', 'editor@list.example');
  expect(mainTextOf((await editor.open(pathOf(site))).body)).toContain('There are no mails.');
  for (let count = 1; count <= 51; count += 1) {
    service().clock.advance(1);
    await keep(service(), site, {
      to: count === 3 ? 'Bob@Example.org' : 'ada@example.org',
      subject: `Number ${count}.`,
    });
  }
  const page = await editor.open(pathOf(site));
  expect(page.body.match(/Number \d+\./g)?.slice(0, 2)).toEqual(['Number 51.', 'Number 50.']);
  const next = linksOf(page.body).find((link) => link.includes('page=')) ?? '';
  expect((await editor.open(next)).body.match(/Number \d+\./g)).toEqual(['Number 1.']);
  const search = await editor.open(`${pathOf(site)}?to=bob%40EXAMPLE.org`);
  expect(search.body.match(/Number \d+\./g)).toEqual(['Number 3.']);
  expect(formsOf(page.body).some(({ method, action }) => method === 'get' && action === pathOf(site))).toBe(true);
});

test('one is shown as text, with its links, and its HTML only in a sandboxed frame without scripts or cookies', async () => {
  const site = await givenSite(service());
  const editor = await signedInStaff(service(), site.publication, 'editor', 'editor@one.example');
  const hostile = '"><script>alert(1)</script>';
  await keep(service(), site, {
    subject: hostile,
    text: `${hostile} https://news.example.org/activate/abc?x=1 javascript:alert(2) https://news.example.org/activate/abc?x=1`,
    html: `${hostile}<a href="https://news.example.org/activate/abc">Go</a>`,
  });
  const list = await editor.open(pathOf(site));
  const page = await editor.open(linksOf(list.body).find((link) => link.includes('/mailbox/msg_')) ?? '');
  for (const { body } of [list, page]) expect(body).not.toContain('<script>');
  expect(linksOf(page.body).filter((link) => !link.startsWith('/') && !link.startsWith('#'))).toEqual([
    `${site.publication.siteUrl}/offers`,
    'https://news.example.org/activate/abc?x=1',
  ]);
  const [frame = ''] = tagsOf(page.body, 'iframe');
  expect(frame).toContain('sandbox=""');
  expect(page.headers['content-security-policy']).toContain("frame-src 'self'");
  expect(page.headers['content-security-policy']).not.toContain('unsafe-inline');
  const html = await editor.get(/src="([^"]*)"/.exec(frame)?.[1] ?? '');
  expect(html.body).toContain('<script>alert(1)</script>');
  expect(String(html.headers['content-security-policy']).split('; ')).toEqual(
    expect.arrayContaining(["default-src 'none'", 'sandbox', "frame-ancestors 'self'"]),
  );
  expect([html.headers['cache-control'], html.headers['x-frame-options']]).toEqual(['no-store', undefined]);
});

test('an invitation to the dashboard is for owners: no editor and no API key reads it', async () => {
  const site = await givenSite(service());
  const owner = await signedInStaff(service(), site.publication, 'owner', 'owner@secret.example');
  const editor = await signedInStaff(service(), site.publication, 'editor', 'editor@secret.example');
  await keep(service(), site, { subject: 'Your invitation', isForOwners: true });
  const seen = linksOf((await owner.open(pathOf(site))).body).find((link) => link.includes('/mailbox/msg_')) ?? '';
  expect(mainTextOf((await owner.open(seen)).body)).toContain('Your invitation');
  expect(mainTextOf((await editor.open(pathOf(site))).body)).toContain('There are no mails.');
  for (const path of [seen, `${seen}/html`]) expect((await editor.get(path)).statusCode).toBe(404);
});

test("times are those of the publication's time zone", async () => {
  const site = await givenSite(service());
  const { database, clock } = service();
  await database.transaction((transaction) =>
    updatePublication(transaction, site.publication.id, { timeZone: 'Asia/Kolkata' }),
  );
  await keep(service(), site);
  const owner = await signedInStaff(service(), site.publication, 'owner', 'owner@zone.example');
  const time = formatMoment(clock.now().getTime(), 'en', 'Asia/Kolkata');
  expect(mainTextOf((await owner.open(pathOf(site))).body)).toContain(`To ada@example.org, ${time}`);
});

test("another publication's mail is not there", async () => {
  const [own, other] = [await givenSite(service()), await givenSite(service())];
  await keep(service(), other);
  const owner = await signedInStaff(service(), own.publication, 'owner', 'owner@other.example');
  const { id } = await service()
    .database.knex('mailbox_messages')
    .where({ publicationId: other.publication.id })
    .first();
  for (const path of [`${pathOf(own)}/${id}`, `${pathOf(own)}/${id}/html`, `${pathOf(own)}/msg_none`])
    expect([path, (await owner.get(path)).statusCode]).toEqual([path, 404]);
  expect(mainTextOf((await owner.open(pathOf(own))).body)).toContain('There are no mails.');
});

describe('with a mail server', () => {
  const sending = useService({ ...DASHBOARD, MAIL_URL: 'smtp://127.0.0.1:2525' });

  test('there is no mailbox, and no link to one', async () => {
    const site = await givenSite(sending());
    const owner = await signedInStaff(sending(), site.publication, 'owner');
    expect((await owner.get(pathOf(site))).statusCode).toBe(404);
    expect(linksOf((await owner.open(`/dashboard/${site.publication.id}`)).body)).not.toContain(pathOf(site));
  });
});

describe('in a hosted test environment', () => {
  const hosted = useService({
    ...DASHBOARD,
    API_URL: 'https://api.example.test',
    HOST: '0.0.0.0',
    TRUST_PROXY: '198.18.0.0/15',
  });

  test('nobody gets in without an invitation: no address, no code, no key and no session of a reader opens the mailbox', async () => {
    const site = await givenSite(hosted());
    const stranger = newStaffBrowser(hosted());
    const codePage = await stranger.askForCode('stranger@example.org', '/dashboard/sign-in');
    expect(await stranger.newestCode('stranger@example.org')).toBe('');
    expect((await stranger.enterCode(codePage, '123456')).statusCode).toBe(422);
    const reader = await site.signedIn('reader@example.org');
    for (const [name, value] of reader.cookies) stranger.cookies.set(name, value);
    const key = { authorization: `Basic ${btoa(`${site.apiKey}:`)}` };
    for (const headers of [{}, key]) {
      const answer = await stranger.get(pathOf(site), headers);
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        `/dashboard/sign-in?return_to=${encodeURIComponent(pathOf(site))}`,
      ]);
    }
    expect((await stranger.get('/dashboard/new-publication')).statusCode).toBe(303);
    expect(await hosted().database.knex('staff_members')).toEqual([]);
  });
});
