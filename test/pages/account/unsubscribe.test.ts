// No more invitations by one click (RFC 8058): the head of the mail names the link, a program sends it without a cookie, a
// person presses a button, and both say it of this person and this mail alone.
import { beforeEach, expect, test } from 'vitest';
import { sendDueMails } from '../../../src/mails/due-mails.ts';
import { resendDelivery } from '../../../src/models/outbox/resend.ts';
import { unsubscribePath } from '../../../src/models/people/customer-mail-choice.ts';
import { updatePublication } from '../../../src/models/publication/publication.ts';
import { startWorker } from '../../../src/worker.ts';
import { formOf } from '../../support/browser/browser.ts';
import { headingOf, mainTextOf } from '../../support/browser/html.ts';
import { startMailServer } from '../../support/outside/mail-server.ts';
import { settleImports, startedImport } from '../../support/publications/imports.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { openService, useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);
let site: TestSite;
const ADA = 'ada@example.org';
const GRACE = 'grace@example.org';
const WORDS = { subject: 'Welcome over', text: 'Hello {name}' };
const ONE_CLICK = 'List-Unsubscribe=One-Click';

beforeEach(async () => {
  site = await givenSite(service());
  await startedImport(service(), site.publication, `email,name\n${ADA},Ada\n${GRACE},Grace\n`, WORDS);
  await settleImports(service());
});

const people = (): Promise<{ id: string; email: string; invitationsRefusedAt: number | null }[]> =>
  service().database.knex('customers').where({ publicationId: site.publication.id }).orderBy('id');
const refusing = async (): Promise<string[]> =>
  (await people()).filter(({ invitationsRefusedAt }) => invitationsRefusedAt !== null).map(({ email }) => email);
async function linkOf(email: string): Promise<string> {
  const { id = '' } = (await people()).find((person) => person.email === email) ?? {};
  return unsubscribePath(service().secretKeys, site.publication, { customerId: id, mail: 'invitation' });
}
const invitations = async (email: string) => {
  await sendDueMails(service(), (error) => {
    throw error;
  });
  return (await site.newBrowser().mails(email)).filter(({ subject }) => subject === WORDS.subject);
};

test('an invitation leaves with both fields in its head and a link to read, and a mail with a code without', async () => {
  const server = await startMailServer();
  const own = await openService({ MAIL_URL: server.url, MAIL_FROM: 'post@example.net' });
  const there = await givenSite(own);
  await startedImport(own, there.publication, `email\n${ADA}\n`, WORDS);
  await settleImports(own);
  await there.newBrowser().askForCode(GRACE);
  const worker = startWorker(own);
  try {
    await worker.settle();
    const headOf = (to: string): string =>
      (server.mails.find((mail) => mail.to.includes(to))?.raw ?? '')
        .split('\r\n\r\n')[0]
        ?.replaceAll(/\r\n\s+/g, ' ') ?? '';
    const { id } = await own.database.knex('customers').where({ publicationId: there.publication.id }).first();
    const url =
      there.publication.siteUrl +
      unsubscribePath(own.secretKeys, there.publication, { customerId: id, mail: 'invitation' });
    expect(headOf(ADA)).toContain(`List-Unsubscribe: <${url}>\r\n`);
    expect(headOf(ADA)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(headOf(GRACE)).toContain('Subject:');
    expect(headOf(GRACE)).not.toContain('List-Unsubscribe');
    const shown = server.mails.find(({ to }) => to.includes(ADA));
    expect(shown?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(`No more invitations:\r\n${url}`);
  } finally {
    await worker.stop();
    await own.close();
    await server.close();
  }
});

test.each([
  ['as a mail program sends it', 'application/x-www-form-urlencoded', ONE_CLICK],
  [
    'in parts',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
])('a POST %s, without a cookie and from elsewhere, refuses for this person alone', async (_what, type, body) => {
  const link = await linkOf(ADA);
  for (let count = 0; count < 2; count += 1) {
    const headers = { 'content-type': type, 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' };
    const answer = await site.newBrowser().send('POST', link, body, headers);
    expect([answer.statusCode, headingOf(answer.body)]).toEqual([200, 'You will not get any more invitations']);
    expect([answer.headers.location, answer.headers['set-cookie']]).toEqual([undefined, undefined]);
  }
  expect(await refusing()).toEqual([ADA]);
});

test('opening the link changes nothing; its button does', async () => {
  const browser = site.newBrowser();
  const page = await browser.open(await linkOf(GRACE));
  expect([await refusing(), headingOf(page.body)]).toEqual([[], 'Stop invitations?']);
  expect(formOf(page).fields).toEqual({ 'List-Unsubscribe': 'One-Click' });
  expect(headingOf((await browser.submit(page)).body)).toBe('You will not get any more invitations');
  expect(await refusing()).toEqual([GRACE]);
  await browser.askForCode(GRACE);
  expect(await browser.newestCode(GRACE)).toMatch(/^\d{6}$/);
  const staff = await signedInStaff(service(), site.publication, 'viewer');
  const { id } = (await people()).find(({ email }) => email === GRACE) ?? { id: '' };
  const shown = await staff.open(`/dashboard/${site.publication.id}/people/${id}`);
  expect(mainTextOf(shown.body)).toContain('Wants no more invitations, by the link in one of them:');
});

test('whoever refused allows such mails again on that page, or later by the same link, and is invited', async () => {
  const browser = site.newBrowser();
  const refused = await browser.submit(await browser.open(await linkOf(GRACE)));
  const again = await browser.submit(refused);
  expect([again.statusCode, headingOf(again.body)]).toEqual([200, 'You will get these e-mails again']);
  expect(await refusing()).toEqual([]);
  await browser.submit(await browser.open(await linkOf(GRACE)));
  const later = await browser.open(await linkOf(GRACE));
  expect([await refusing(), headingOf(later.body)]).toEqual([[GRACE], 'You will not get any more invitations']);
  await browser.submit(later);
  // A program that sends the link of the mail once more refuses as before.
  await browser.send('POST', await linkOf(ADA), ONE_CLICK, {});
  expect(await refusing()).toEqual([ADA]);
  service().clock.advance(120);
  expect([(await invitations(GRACE)).length, await invitations(ADA)]).toEqual([1, []]);
});

test('whoever refused gets no invitation that is still to come', async () => {
  await site.newBrowser().send('POST', await linkOf(ADA), ONE_CLICK, {});
  service().clock.advance(120);
  expect([await invitations(ADA), (await invitations(GRACE)).length]).toEqual([[], 1]);
  const waiting = service().database.knex('imported_people').where({ publicationId: site.publication.id });
  expect(await waiting.whereNotNull('inviteAt')).toEqual([]);
});

test('a link that was made up, or for another publication, is unknown', async () => {
  const other = await givenSite(service());
  const link = await linkOf(ADA);
  const forged = [link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A'), '/unsubscribe/x'];
  for (const path of forged) {
    expect((await site.newBrowser().get(path)).statusCode).toBe(404);
    expect((await site.newBrowser().send('POST', path, ONE_CLICK, {})).statusCode).toBe(404);
  }
  expect((await other.newBrowser().send('POST', link, ONE_CLICK, {})).statusCode).toBe(404);
  expect(await refusing()).toEqual([]);
});

test('the link of a mail works at a host that the publication left, where no other form does', async () => {
  const { publication } = site;
  const link = await linkOf(ADA);
  const siteUrl = `https://moved.${publication.siteHost}`;
  await service().database.transaction((transaction) => updatePublication(transaction, publication.id, { siteUrl }));
  const answer = await site.newBrowser().send('POST', link, ONE_CLICK, { 'sec-fetch-site': 'cross-site' });
  expect([answer.statusCode, headingOf(answer.body)]).toEqual([200, 'You will not get any more invitations']);
  expect(await refusing()).toEqual([ADA]);
  expect((await site.newBrowser().get(link)).headers.location).toBe(siteUrl + link);
  expect((await site.newBrowser().send('POST', '/gift', '', {})).statusCode).toBe(404);
});

test('an invitation that was given up is not sent again to whoever refused meanwhile', async () => {
  const { database } = service();
  service().clock.advance(120);
  await sendDueMails(service(), (error) => {
    throw error;
  });
  const ended = { state: 'dead', endedAt: service().clock.now().getTime() };
  const deliveries = () =>
    database.knex('deliveries').where({ publicationId: site.publication.id, purpose: 'invitation' }).orderBy('id');
  await database.transaction(({ knex }) =>
    knex('deliveries').where({ publicationId: site.publication.id, purpose: 'invitation' }).update(ended),
  );
  await site.newBrowser().send('POST', await linkOf(ADA), ONE_CLICK, {});
  const staff = await signedInStaff(service(), site.publication, 'owner');
  const base = `/dashboard/${site.publication.id}`;
  for (const { id, email } of await people()) {
    const shown = mainTextOf((await staff.open(`${base}/people/${id}`)).body);
    expect([email, shown.includes('They want no more of these')]).toEqual([email, email === ADA]);
  }
  // By the log of deliveries, which knows no people.
  for (const { id } of await deliveries())
    await database.transaction((transaction) => resendDelivery(site.publication, transaction, service().clock, id));
  const worker = startWorker(service());
  await worker.settle();
  await worker.stop();
  const outcomes = (await deliveries()).map(({ state, outcome }) => [state, outcome]);
  expect(outcomes.slice(-2).toSorted()).toEqual([
    ['dead', 'not sent: the reader wants no more of these mails'],
    ['delivered', expect.anything()],
  ]);
});
