// The page of a person: what they have and what comes next in sentences, payments, sessions, newsletters, addresses, notes
// and the time line, and what staff change there.
import { expect, test } from 'vitest';
import { toldEvent } from '../../../src/dashboard/person/event-text.ts';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { erasePerson } from '../../../src/models/lifecycle/erasure.ts';
import { mergeCustomer } from '../../../src/models/lifecycle/merge.ts';
import { createSubscription } from '../../../src/models/money/subscription.ts';
import { EVENT_TYPES } from '../../../src/models/outbox/event.ts';
import { createCustomer } from '../../../src/models/people/customer.ts';
import { addNote } from '../../../src/models/people/note.ts';
import { startSession } from '../../../src/models/sign-in/session.ts';
import { refundPayment } from '../../../src/payments/refund.ts';
import { cancelAtPeriodEnd } from '../../../src/payments/subscription.ts';
import { languageOf } from '../../../src/views/language.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { linksOf, mainTextOf } from '../../support/browser/html.ts';
import { givenPayingSite, type PayingSite } from '../../support/publications/paying.ts';
import { BERLIN } from '../../support/publications/postal.ts';
import { newApplication, signIn } from '../../support/publications/signed-in.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';
import { workOf } from '../../support/service/work.ts';

const service = useService(DASHBOARD);

interface Given {
  readonly site: PayingSite;
  readonly owner: Browser;
  readonly editor: Browser;
  readonly base: string;
  /** The main text of a person's page. */
  read(id: string, query?: string): Promise<string>;
  /** Sends a form of a page about a person, and returns the text of the page that follows. */
  send(id: string, path: string, fields: Readonly<Record<string, string>>, page?: string): Promise<string>;
}

async function given(): Promise<Given> {
  const site = await givenPayingSite(service());
  const base = `/dashboard/${site.publication.id}`;
  const owner = await signedInStaff(service(), site.publication, 'owner', `owner@${site.publication.siteHost}`);
  const editor = await signedInStaff(service(), site.publication, 'editor', `editor@${site.publication.siteHost}`);
  const read: Given['read'] = async (id, query = '') =>
    mainTextOf((await owner.open(`${base}/people/${id}${query}`)).body);
  const send: Given['send'] = async (id, path, fields, page = '') => {
    const shown = await editor.open(`${base}/people/${id}${page}`);
    return mainTextOf((await editor.submit(shown, fields, `${base}/people/${id}${path}`)).body);
  };
  return { site, owner, editor, base, read, send };
}

const newReader = ({ publication }: PayingSite, email: string) =>
  service().database.transaction((transaction) =>
    createCustomer(publication, transaction, service().clock, service().secretKeys, {
      email: parseEmailAddress(email),
    }),
  );

test('what a reader pays and what comes next stand in sentences, and each payment has its receipt', async () => {
  const { site, owner, base, read } = await given();
  const { publication, plan } = site;
  const { id } = await site.payingCustomer('ada@example.org');
  const [billing] = await site.rows<{ periodEnd: number }>('billings');
  const renewal = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(billing?.periodEnd);
  const paying = await read(id);
  expect(paying).toMatch(/ada@example\.org Paying here since/);
  expect(paying).toContain(`Renews on ${renewal} for €5.`);
  expect(paying).toContain('collected by Sandbox');
  const [payment] = await site.rows<{ id: string }>('payments');
  const receipt = `${base}/people/${id}/receipts/${payment?.id}`;
  const page = await owner.open(`${base}/people/${id}`);
  expect(linksOf(page.body)).toContain(receipt);
  expect(mainTextOf((await owner.open(receipt)).body)).toContain('R-000001');
  await refundPayment(service(), publication, { paymentId: payment?.id ?? '', amount: 100, key: undefined });
  expect(await read(id)).toContain('€1 refunded');
  const [{ id: subscriptionId = '' } = {}] = await site.rows<{ id: string }>('subscriptions');
  await cancelAtPeriodEnd(service(), publication, id, subscriptionId);
  const canceled = await read(id);
  expect(canceled).toContain(`Ends on ${renewal}.`);
  expect(canceled).toContain(`will end on ${renewal}`);
  // The receipt of one person is not found under another.
  const other = await site.customer('grace@example.org');
  expect((await owner.get(`${base}/people/${other.id}/receipts/${payment?.id}`)).statusCode).toBe(404);
  const complimentary = { customerId: other.id, planId: plan.id, complimentary: true };
  await service().database.transaction((transaction) =>
    createSubscription(publication, transaction, service().clock, complimentary),
  );
  expect(await read(other.id)).toMatch(/Complimentary here since .*given by you, nobody pays/);
  const { id: none } = await newReader(site, 'none@example.org');
  expect(await read(none)).toMatch(/Free here since .* never signed in .*No subscription\./);
});

test('a failed payment stands first, with the day on which access ends', async () => {
  const { site, read } = await given();
  const { id } = await site.payingCustomer('ada@example.org', '4000 0000 0341 9995');
  await site.pass('1 month');
  expect(await read(id)).toMatch(
    /Payment failed here since .*A payment failed on .*\. There was not enough money on the card\. Access ends on .* unless it is paid\./,
  );
  const { objects } = (await site.api.get('/events?type=payment.failed')).json<{ objects: { data: object }[] }>();
  expect(objects.map(({ data }) => data)).toMatchObject([{ customer_id: id, decline_reason: 'insufficient_funds' }]);
  expect(await read(id)).toContain('A payment of €5 failed. There was not enough money on the card');
});

test('sessions are shown with network and websites; one is ended, or all, and the websites are told', async () => {
  const { site, editor, base, read, send } = await given();
  const { publication } = site;
  const { database, clock } = service();
  const application = await newApplication(service(), publication, 'http://127.0.0.1:1/logout');
  const { sid, customerId: id } = await signIn(service(), publication, [application], 'ada@example.org');
  const start = (network: string) =>
    database.transaction((transaction) =>
      startSession(publication, transaction, clock, { customerId: id, browser: 'Firefox on Windows', network }),
    );
  await start('203.0.113.0/24');
  const stranger = await signIn(service(), publication, [], 'grace@example.org');
  const text = await read(id);
  expect(text).toContain('Firefox on Windows 203.0.113.0/24 · since');
  expect(text).toMatch(/last seen .* · A site End this session/);
  expect(text).toMatch(/Websites they signed in to A site last at/);
  const ended = () => site.rows<{ id: string; endedAt: number | null }>('sessions');
  const openIds = async () => (await ended()).filter(({ endedAt }) => endedAt === null).map((one) => one.id);
  // The session of somebody else is left alone.
  const page = await editor.open(`${base}/people/${id}`);
  await editor.submit(page, { session: stranger.sid }, `${base}/people/${id}/sessions/end`);
  expect(await openIds()).toHaveLength(3);
  expect(await send(id, '/sessions/end', { session: sid })).toContain('The session is ended.');
  expect(await openIds()).not.toContain(sid);
  const notices = () =>
    database.knex('deliveries').where({ publicationId: publication.id, applicationId: application.id });
  expect(await notices()).toHaveLength(1);
  expect(await send(id, '/sessions/end-all', {})).toContain('All sessions are ended.');
  expect(await openIds()).toEqual([stranger.sid]);
  expect(await read(id)).toContain('Signed in nowhere.');
});

test('name and address are changed: a taken address leads to its person, another one is told to both addresses', async () => {
  const { site, editor, base, read, send } = await given();
  const { id } = await site.customer('ada@example.org');
  const grace = await site.customer('grace@example.org');
  await signIn(service(), site.publication, [], 'ada@example.org');
  expect(await send(id, '/name', { name: 'x'.repeat(256) }, '/details')).toContain('at most 255 characters');
  expect(await send(id, '/name', { name: 'Ada' }, '/details')).toContain('The name is changed.');
  expect(await send(id, '/address', { email: 'no address' }, '/details')).toContain('Enter an e-mail address');
  const details = await editor.open(`${base}/people/${id}/details`);
  const taken = await editor.submit(details, { email: 'GRACE@example.org' }, `${base}/people/${id}/address`);
  expect(mainTextOf(taken.body)).toContain('This address belongs to another person');
  expect(linksOf(taken.body)).toContain(`${base}/people/${grace.id}`);
  expect(taken.body).toContain('value="GRACE@example.org"');
  await site.api.post(`/customers/${id}/postal_address`, BERLIN);
  expect(await read(id)).toMatch(/Postal address Ada Hauptstraße 1 10827 Berlin Germany .*Postal address changed\./);
  await site.api.post(`/customers/${id}/postal_address`, { country: '' });
  expect(await read(id)).toContain('Postal address removed.');
  const text = await send(id, '/address', { email: 'ada@new.example' }, '/details');
  expect(text).toContain('The address is changed.');
  expect(text).toMatch(
    /Addresses ada@new\.example not proved yet Former addresses ada@example\.org until .*, changed by you\. It can take the account back until/,
  );
  expect(text).toContain('Signed in nowhere.');
  await site.settle();
  const mails = await read(id);
  expect(mails).toContain('Your address was changed (to the former one)');
  expect(mails).toContain('Your address was changed (to the new one)');
  expect(mails).toContain('Address changed from ada@example.org to ada@new.example.');
  expect(mails).toContain('Name changed from (none) to Ada.');
});

test('a postal address is typed by staff in the form of its country, told and removed; what does not fit changes nothing', async () => {
  const { site, editor, base, read } = await given();
  const { id } = await site.customer('ada@example.org');
  const path = `${base}/people/${id}/postal-address`;
  const stored = async () => (await site.api.get(`/customers/${id}`)).json().postal_address;
  const asked = await editor.open(path);
  const none = await editor.submit(asked, { step: 'country' }, path);
  expect([none.statusCode, mainTextOf(none.body)]).toEqual([422, expect.stringContaining('Choose a country')]);
  const american = await editor.submit(none, { country: 'US', step: 'country' }, path);
  const wrong = await editor.submit(american, { name: 'Ada', line1: '1 Main St', postal_code: '7330' }, path);
  expect([wrong.statusCode, mainTextOf(wrong.body)]).toEqual([
    422,
    expect.stringMatching(
      /City is missing .*State is missing .*ZIP code: this does not fit an address in United States/,
    ),
  ]);
  expect(await stored()).toBeNull();
  // What was typed stays while another country is chosen.
  const german = await editor.submit(
    await editor.submit(wrong, { step: 'choose' }, path),
    { country: 'DE', step: 'country' },
    path,
  );
  expect(german.body).toContain('value="1 Main St"');
  const saved = mainTextOf((await editor.submit(german, BERLIN, path)).body);
  expect(saved).toMatch(/The postal address is changed\. .*Ada Hauptstraße 1 10827 Berlin Germany/);
  expect(saved).toMatch(/Postal address changed\./);
  expect(await stored()).toMatchObject(BERLIN);
  const removed = await editor.submit(await editor.open(path), { step: 'remove' }, path);
  expect(mainTextOf(removed.body)).toContain('The postal address is removed.');
  expect([await stored(), await read(id)]).toEqual([null, expect.stringContaining('Postal address removed.')]);
});

test('notes: what is refused stays typed, only authors and owners change one, and the time line tells of them', async () => {
  const { site, owner, base, read, send } = await given();
  const { id } = await site.customer('ada@example.org');
  const author = { id: null, name: 'Somebody' };
  const noteId = await service().database.transaction((transaction) =>
    addNote(site.publication, transaction, service().clock, { customerId: id, author, text: 'By another.' }),
  );
  const long = 'y'.repeat(2001);
  const refused = await send(id, '/notes', { note: long });
  expect(refused).toContain('A note has at most 2,000 characters');
  expect(refused).toContain(long);
  expect(await send(id, '/notes', { note: '  ' })).toContain('Write something first');
  expect(await send(id, '/notes', { note: '<b>Called</b>\r\ntwice' })).toContain('<b>Called</b> twice');
  const ownId = (await site.rows<{ id: string; authorId: string | null }>('customer_notes')).find(
    ({ authorId }) => authorId !== null,
  )?.id;
  expect(await send(id, `/notes/${ownId}`, { note: 'Called three times' }, `/notes/${ownId}`)).toContain(
    'changed later',
  );
  // A note of somebody else: an editor reads it, an owner removes it.
  const path = `${base}/people/${id}/notes/${noteId}`;
  const editor = await signedInStaff(service(), site.publication, 'editor', 'second@example.org');
  const form = await editor.open(`${base}/people/${id}`);
  const token = /name="csrf_token" value="([^"]*)"/.exec(form.body)?.[1] ?? '';
  const formId = 'f'.repeat(43);
  const answer = await editor.post(path, { csrf_token: token, form_id: formId, note: 'Mine now' });
  expect([answer.statusCode, mainTextOf(answer.body)]).toEqual([
    422,
    expect.stringContaining('Only its author and owners'),
  ]);
  expect(await read(id)).toContain('By another.');
  await owner.submit(await owner.open(path), {}, `${path}/remove`);
  const after = await read(id);
  expect(after).not.toContain('By another.');
  expect(after).toMatch(/Note removed – owner@.*, in the dashboard/);
});

test('a note goes with the person: into their own data, to whom they are merged into, and away with an erasure', async () => {
  const { site, owner, base, read } = await given();
  const { database, clock, secretKeys } = service();
  const { publication } = site;
  const reader = await site.signedIn('ada@example.org');
  const { id: intoId } = await site.customer('ada@example.org');
  const { id: fromId } = await newReader(site, 'a.l@example.org');
  const add = (customerId: string, text: string) =>
    database.transaction((transaction) =>
      addNote(publication, transaction, clock, { customerId, author: { id: null, name: 'Grace' }, text }),
    );
  await add(fromId, 'Writes from work.');
  await add(intoId, 'Prefers letters.');
  await database.transaction((transaction) => mergeCustomer(publication, transaction, clock, { fromId, intoId }));
  const led = await owner.open(`${base}/people/${fromId}`);
  expect(mainTextOf(led.body)).toMatch(/known under two records.*Writes from work\./);
  const data = await reader.get('/my-data.json');
  expect(data.json()).toMatchObject({ notes: [{ text: 'Prefers letters.' }, { text: 'Writes from work.' }] });
  expect(data.body).not.toContain('Grace');
  await database.transaction((transaction) =>
    erasePerson({ clock, secretKeys }, publication, transaction, intoId, 'customer'),
  );
  expect(await site.rows('customer_notes')).toEqual([]);
  const erased = await read(intoId);
  expect(erased).toContain('Erased person');
  expect(erased).not.toMatch(/ada@example|letters/);
  expect((await owner.get(`${base}/people/${intoId}/details`)).statusCode).toBe(404);
});

test('newsletters are joined and left for a reader, and archived ones only left', async () => {
  const { site, read, send, editor, base } = await given();
  const { id } = await site.customer('ada@example.org');
  expect(await read(id)).toContain('Does not receive it');
  const [newsletter] = await site.rows<{ id: string; name: string }>('newsletters');
  await send(id, '/newsletters/join', { newsletter: newsletter?.id ?? '' });
  expect(await read(id)).toContain(`Signed up for ${newsletter?.name}.`);
  const page = await editor.open(`${base}/people/${id}`);
  await service().database.transaction(({ knex }) =>
    knex('newsletters').where({ id: newsletter?.id }).update({ archivedAt: 1 }),
  );
  await editor.submit(page, {}, `${base}/people/${id}/newsletters/leave`);
  const left = await read(id);
  expect(left).toContain(`Signed off from ${newsletter?.name}.`);
  const token = /name="csrf_token" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  const fields = { csrf_token: token, form_id: 'g'.repeat(43), newsletter: newsletter?.id ?? '' };
  const refused = await editor.post(`${base}/people/${id}/newsletters/join`, fields);
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([422, expect.stringContaining('is archived')]);
});

test('each kind of event has plain words in both languages', () => {
  for (const tag of ['en', 'de'])
    for (const type of EVENT_TYPES) {
      const object = {
        planId: 'p',
        applicationId: 'a',
        amount: 500,
        refundedAmount: 100,
        currency: 'EUR',
        cancelAt: 1,
      };
      const event = {
        id: 'evt_1',
        publicationId: 'pub_1',
        type,
        objectId: 'pay_1',
        customerId: 'cus_1',
        createdAt: 0,
        facts: { object },
        personal: { object: { email: 'b@example.org', name: null }, previous: { email: 'a@example.org', name: 'Ada' } },
      };
      const names = {
        plans: new Map([['p', 'Reader']]),
        applications: new Map([['a', 'Shop']]),
        newsletters: new Map(),
      };
      const { text } = toldEvent(event, languageOf(undefined, { 'accept-language': tag }), names);
      expect(text, `${tag} ${type}`).not.toMatch(/^$|[{}_]|undefined|NaN|Invalid/);
    }
});

test('the time line comes in pages, each item once, and a long past costs no more statements', async () => {
  const { site, owner, base } = await given();
  const { database, clock } = service();
  const { publication } = site;
  const { id } = await site.customer('ada@example.org');
  const author = { id: null, name: 'Grace' };
  const open = (query = '') => owner.open(`${base}/people/${id}${query}`);
  await open();
  const few = await workOf(() => open());
  await database.transaction(async (transaction) => {
    for (let number = 0; number < 70; number += 1)
      await addNote(publication, transaction, clock, { customerId: id, author, text: `note-${number}.` });
  });
  const many = await workOf(() => open());
  expect(many.work.length).toBe(few.work.length);
  const told: string[] = [];
  let page = many.answer;
  for (;;) {
    const events = page.body.slice(page.body.indexOf('id="events"'));
    told.push(...[...events.matchAll(/note-\d+\./g)].map(([text]) => text));
    const next = linksOf(page.body).find((link) => link.includes('?events='));
    if (next === undefined) break;
    page = await owner.open(next.split('#')[0] ?? '');
  }
  expect(told).toEqual(Array.from({ length: 70 }, (_, at) => `note-${69 - at}.`));
});
