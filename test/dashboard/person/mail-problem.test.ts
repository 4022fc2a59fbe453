// An address to which mails bounced: what its owner sees, which is nothing, what the publisher sees, and who has it written to again.
import { beforeAll, expect, test } from 'vitest';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { exportCustomer } from '../../../src/models/lifecycle/export.ts';
import { mergeCustomer } from '../../../src/models/lifecycle/merge.ts';
import { findMailProblem, type MailProblem } from '../../../src/models/outbox/mail-problem.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { givenMail, givenMailReport, reportMail } from '../../support/publications/mail-report.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);
let site: TestSite;
let base: string;
let editor: Browser;
let viewer: Browser;
beforeAll(async () => {
  site = await givenSite(service());
  base = `/dashboard/${site.publication.id}`;
  editor = await signedInStaff(service(), site.publication, 'editor', 'editor@example.net');
  viewer = await signedInStaff(service(), site.publication, 'viewer', 'viewer@example.net');
});

async function idOf(email: string): Promise<string> {
  const found = await findCustomerByEmail(site.publication, service().database, parseEmailAddress(email));
  return found?.id ?? '';
}
const problem = (email: string): Promise<MailProblem | undefined> =>
  findMailProblem(site.publication, service().database, service().secretKeys, email);
const report = (email: string, kind: MailProblem['kind'] = 'hard_bounce'): Promise<string> =>
  givenMailReport(service(), site.publication, email, { kind, answer: '550 5.1.1 <x@example.org> is unknown' });
const mailsTo = async (email: string): Promise<number> => (await site.newBrowser().mails(email)).length;

test('the page of a reader says why mails do not arrive, and an editor has the address written to again', async () => {
  const email = 'bounced@example.org';
  await site.signedIn(email);
  const person = `${base}/people/${await idOf(email)}`;
  expect(mainTextOf((await editor.open(person)).body)).not.toContain('came back on');
  const sent = await givenMail(service(), site.publication, email);
  const taken = { state: 'delivered', endedAt: service().clock.now().getTime(), payload: '' };
  await service().database.transaction(async ({ knex }) => {
    await knex('deliveries').where({ id: sent }).update(taken);
  });
  await reportMail(service(), sent, { kind: 'hard_bounce', answer: '550 5.1.1 <x@example.org> is unknown' });
  const page = await editor.open(person);
  // That the mail server had taken the mail does not mean that it arrived.
  expect(mainTextOf(page.body)).toContain('came back: no such address');
  // Once, with the act beside it.
  expect(mainTextOf(page.body).split('there is no such address')).toHaveLength(2);
  expect(mainTextOf(page.body)).toContain('550 5.1.1 … is unknown');
  expect(page.body).not.toContain('x@example.org');
  const seen = mainTextOf((await viewer.open(person)).body);
  expect(seen).toContain('there is no such address');
  expect(seen).not.toContain('Write to this address again');
  expect(mainTextOf((await viewer.open(`${base}/undeliverable`)).body)).toMatch(
    /bounced@example\.org\s+No such address/,
  );

  // The reader asks for a code: the page is as ever, and no mail goes out.
  const [former, reader] = [await mailsTo(email), site.newBrowser()];
  const codePage = await reader.submit(await reader.open('/sign-in'), { email });
  expect(codePage.statusCode).toBe(200);
  expect(mainTextOf(codePage.body)).toContain('Check your inbox');
  expect(await mailsTo(email)).toBe(former);
  const [newest] = await service()
    .database.knex('deliveries')
    .where({ customerId: await idOf(email) })
    .orderBy('id', 'desc');
  expect(newest).toMatchObject({ state: 'dead', outcome: 'not sent: mails to this address bounced', payload: '' });

  expect(mainTextOf((await viewer.open(`${base}/figures`)).body)).toMatch(
    /Mails that came back 1 0 Mails marked as spam 0 0/,
  );

  const after = await editor.submit(page, {}, `${person}/allow-mail`);
  expect(mainTextOf(after.body)).toContain('This address is written to again.');
  expect(mainTextOf(after.body)).not.toContain('came back on');
  expect(mainTextOf((await editor.open(`${base}/undeliverable`)).body)).toContain('Mails reach everybody.');
  await site.signedIn(email);
});

test('a code that was on its way proves the address and lifts bounces, and leaves a complaint', async () => {
  const email = 'slow@example.org';
  const reader = site.newBrowser();
  const codePage = await reader.submit(await reader.open('/sign-in'), { email });
  const code = await reader.newestCode(email);
  await report(email);
  await report(email, 'complaint');
  await reader.submit(codePage, { code });
  expect(await problem(email)).toMatchObject({ kind: 'complaint' });
  expect(mainTextOf((await editor.open(`${base}/people/${await idOf(email)}`)).body)).toContain(
    'marked a mail as spam',
  );
  // Codes still go there.
  await site.signedIn(email);
});

test('another address is written to, and the former one is nobody’s and still on the list', async () => {
  await site.signedIn('former@example.org');
  const id = await idOf('former@example.org');
  await report('former@example.org');
  expect((await site.api.post(`/customers/${id}`, { email: 'present@example.org' })).statusCode).toBe(200);
  expect(mainTextOf((await editor.open(`${base}/people/${id}`)).body)).not.toContain('came back on');
  expect(mainTextOf((await editor.open(`${base}/undeliverable`)).body)).not.toContain('former@example.org');
  expect(await problem('former@example.org')).toMatchObject({ customerId: null });
  expect(await problem('present@example.org')).toBeUndefined();
});

test('what bounced before somebody had the address is named after them with the next mail', async () => {
  await report('early@example.org');
  await site.api.post('/customers', { email: 'early@example.org' });
  expect(await problem('early@example.org')).toMatchObject({ customerId: null });
  const reader = site.newBrowser();
  await reader.submit(await reader.open('/sign-in'), { email: 'early@example.org' });
  expect(await problem('early@example.org')).toMatchObject({ customerId: await idOf('early@example.org') });
});

test('it stands in the person’s own export, moves in a merge, and goes with the person, but for the figures', async () => {
  const { database, clock, secretKeys } = service();
  const into = 'stays@example.org';
  await site.signedIn(into);
  await site.api.post('/customers', { email: 'leaves@example.org' });
  const [intoId, fromId] = [await idOf(into), await idOf('leaves@example.org')];
  await report('leaves@example.org');
  await report(into, 'complaint');
  await database.transaction((transaction) => mergeCustomer(site.publication, transaction, clock, { fromId, intoId }));
  expect(await problem('leaves@example.org')).toMatchObject({ customerId: intoId });
  const exported = await exportCustomer(site.publication, database, secretKeys, intoId);
  expect(exported?.['mail_problems']).toMatchObject([{ kind: 'complaint', since_at: expect.stringMatching(/Z$/) }]);
  expect(exported?.['mail_reports']?.map(({ kind }) => kind)).toEqual(['complaint', 'hard_bounce']);
  const here = { publicationId: site.publication.id };
  const before = (await database.knex('mail_reports').where(here)).length;
  await site.api.post(`/customers/${intoId}/erase`);
  for (const email of [into, 'leaves@example.org']) expect(await problem(email)).toBeUndefined();
  const reports = await database.knex('mail_reports').where(here);
  expect(reports).toHaveLength(before);
  const erased = reports.filter(({ customerId, recipientMac }) => customerId === null && recipientMac === null);
  expect(erased.map(({ answer }) => answer)).toEqual([null, null]);
  expect(await database.knex('deliveries').where({ ...here, customerId: intoId })).toEqual([]);
});
