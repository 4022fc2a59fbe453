// The mails on the page of a person: which each was and whether it arrived, those to former addresses but nobody else's,
// and sending one again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { updateCustomer } from '../../../src/models/lifecycle/customer-update.ts';
import { erasePerson } from '../../../src/models/lifecycle/erasure.ts';
import { queueMessage } from '../../../src/outbound/mail.ts';
import { startWorker, type Worker } from '../../../src/worker.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { reportMail } from '../../support/publications/mail-report.ts';
import { givenPayingSite, type PayingSite } from '../../support/publications/paying.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { openService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let mailServer: MailServer;
let worker: Worker;
let site: PayingSite;
let owner: Browser;
/** What the mail server answers to an address. */
const refusals = new Map<string, number>();

beforeAll(async () => {
  mailServer = await startMailServer({
    onRcptTo: ({ address }, _session, callback) => {
      const responseCode = refusals.get(address);
      callback(responseCode === undefined ? null : Object.assign(new Error('refused'), { responseCode }));
    },
  });
  service = await openService({ ...DASHBOARD, MAIL_URL: mailServer.url });
  site = await givenPayingSite(service);
  worker = startWorker(service, undefined, {
    post: async (url, body, headers) => (await site.deliver({ url, body, headers })).statusCode,
  });
  owner = await signedInStaff(service, site.publication, 'owner');
});

afterAll(async () => {
  await worker.stop();
  await service.close();
  await mailServer.close();
});

const pageOf = (id: string) => `/dashboard/${site.publication.id}/people/${id}`;
const open = (id: string) => owner.open(pageOf(id));
/** The part of the page about mails. */
async function mailsOf(id: string): Promise<string> {
  const text = mainTextOf((await open(id)).body);
  return text.slice(text.indexOf('Arrived?'), text.indexOf('Signed in', text.indexOf('Arrived?')));
}

async function resend(id: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await owner.submit(await open(id), fields, `${pageOf(id)}/mails/resend`);
  return mainTextOf(answer.body);
}

function queue(to: string, given: { readonly purpose?: string; readonly uselessAfter?: Date } = {}): Promise<string> {
  const mail = { to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', purpose: 'renewal', ...given };
  return service.database.transaction((transaction) =>
    queueMessage(site.publication, transaction, service.clock, service.secretKeys, mail),
  );
}

const moveTo = (id: string, email: string) =>
  service.database.transaction((transaction) =>
    updateCustomer(site.publication, transaction, service.clock, service.secretKeys, id, {
      email: parseEmailAddress(email),
    }),
  );

const arrivedAt = (address: string) => mailServer.mails.filter(({ to }) => to.includes(address)).length;

test('a mail that was refused says so with the answer, and is sent again once the address takes mails', async () => {
  const { id } = await site.customer('ada@example.org');
  refusals.set('ada@example.org', 552);
  const refused = await queue('ada@example.org');
  await worker.settle();
  expect(await mailsOf(id)).toMatch(
    /A renewal is coming .* Not delivered the mail server of the address refused it \(552\) Send again/,
  );
  refusals.delete('ada@example.org');
  // What is somebody else's is not found here.
  const { id: other } = await site.customer('grace@example.org');
  await queue('grace@example.org', { purpose: 'trial' });
  const page = await open(other);
  const foreign = await owner.post(`${pageOf(other)}/mails/resend`, {
    csrf_token: /name="csrf_token" value="([^"]*)"/.exec(page.body)?.[1] ?? '',
    form_id: 'f'.repeat(43),
    mail: refused,
  });
  expect(foreign.statusCode).toBe(404);
  expect(await resend(id, { mail: refused })).toContain('The mail is on its way again.');
  await worker.settle();
  expect(arrivedAt('ada@example.org')).toBe(1);
  expect(await mailsOf(id)).toMatch(
    /A renewal is coming \S+ \d+, \d+, [^A]*[AP]M Accepted by the mail server A renewal/,
  );
});

test('a mail that was put off is tried at once, and a code that has expired is not sent again', async () => {
  const { id } = await site.customer('late@example.org');
  refusals.set('late@example.org', 451);
  await queue('late@example.org', { purpose: 'payment_failed' });
  await worker.settle();
  expect(await mailsOf(id)).toMatch(
    /A payment failed .* Tried once, not accepted the mail server put it off \(451\) tried again at .* Try now/,
  );
  refusals.delete('late@example.org');
  await resend(id);
  await worker.settle();
  expect(arrivedAt('late@example.org')).toBe(1);
  const minute = new Date(service.clock.now().getTime() + 60_000);
  refusals.set('late@example.org', 451);
  await queue('late@example.org', { purpose: 'email_code', uselessAfter: minute });
  await worker.settle();
  service.clock.advance(3600);
  await worker.settle();
  const text = await mailsOf(id);
  expect(text).toMatch(/Code by e-mail .* Not delivered not sent: it was of no use any more Of no use any more/);
  expect(text).not.toContain('Send again');
});

test('the mail with a receipt is written anew', async () => {
  const { id } = await site.payingCustomer('payer@example.org');
  await worker.settle();
  expect(arrivedAt('payer@example.org')).toBe(1);
  expect(await mailsOf(id)).toMatch(/Receipt .* Accepted by the mail server Write and send anew/);
  await resend(id);
  await site.settle();
  await worker.settle();
  expect(arrivedAt('payer@example.org')).toBe(2);
});

test('nothing is sent again to an address to which mails are stopped', async () => {
  const email = 'stopped@example.org';
  const { id } = await site.payingCustomer(email);
  await worker.settle();
  refusals.set(email, 552);
  const refused = await queue(email);
  await worker.settle();
  refusals.delete(email);
  await reportMail(service, refused);
  const page = await open(id);
  expect(await mailsOf(id)).toMatch(/A renewal .* Stopped: the top of this page says why Receipt .* Stopped: the top/);
  const arrived = arrivedAt(email);
  const csrf = /name="csrf_token" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  const [receipt] = (await site.rows<{ id: string; purpose: string }>('deliveries'))
    .filter(({ purpose, id: one }) => purpose === 'paid' && one < refused)
    .toReversed();
  for (const mail of [refused, receipt?.id ?? '']) {
    const form = { csrf_token: csrf, form_id: 'f'.repeat(43), mail };
    const answer = await owner.post(`${pageOf(id)}/mails/resend`, form);
    expect(mainTextOf(answer.body)).toContain('Mails to this address are stopped, so this one is not sent again');
  }
  await site.settle();
  await worker.settle();
  expect(arrivedAt(email)).toBe(arrived);
  // Lifted, it is sent again.
  await owner.submit(page, {}, `${pageOf(id)}/allow-mail`);
  await resend(id, { mail: refused });
  await worker.settle();
  expect(arrivedAt(email)).toBe(arrived + 1);
});

test('mails to a former address stay with who had it then, and the next owner’s are the next owner’s', async () => {
  const { id } = await site.customer('first@example.org');
  await queue('first@example.org', { purpose: 'trial' });
  service.clock.advance(60);
  await moveTo(id, 'elsewhere@example.org');
  service.clock.advance(60);
  const { id: next } = await site.customer('first@example.org');
  refusals.set('first@example.org', 451);
  await queue('first@example.org', { purpose: 'refund' });
  await worker.settle();
  const [former, present] = [await mailsOf(id), await mailsOf(next)];
  expect(former).toContain('The trial ends soon');
  expect(former).toContain('to the former one');
  expect(former).not.toContain('A refund');
  expect(present).toContain('A refund');
  expect(present).not.toMatch(/The trial ends soon|to the former one/);
  // The erasure of the first empties what was sent to them, and leaves the mails of the other.
  await service.database.transaction((transaction) =>
    erasePerson(service, site.publication, transaction, id, 'customer'),
  );
  expect(await mailsOf(next)).toMatch(/A refund .* Tried once, not accepted .* Try now/);
});
