// What the customers of one publication do on its pages changes nothing of another and tells nothing of it, though both have the same slugs and
// the same customers' addresses. Every form that a page takes is sent here.
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendSignInLink } from '../../src/mails/sign-in-link.ts';
import { activationUrl } from '../../src/models/people/activation.ts';
import { unsubscribePath } from '../../src/models/people/customer-mail-choice.ts';
import { PAGES } from '../../src/pages/routes.ts';
import { getPauseTerms, pauseSubscription } from '../../src/payments/pause.ts';
import { startWorker } from '../../src/worker.ts';
import { formOf, type Browser } from '../support/browser/browser.ts';
import { formsOf, mainTextOf } from '../support/browser/html.ts';
import { useService } from '../support/service/service.ts';
import { idsIn, rowsOf, tracesIn, tracesOf, type OwnedRows } from './rows.ts';
import { first, givenWorld, type World } from './world.ts';

const service = useService();
/** Of a customer of B's, with a session, a code that was not typed yet, a gift to claim and a trial. */
const SHARED = 'shared@example.org';
/** Of another customer of B's, to whom a code was written, too. */
const OTHER = 'other@example.org';
const SIGNED_IN = 'signed-in@example.org';
const FORMS = PAGES.filter(({ form }) => form !== undefined).map(({ path }) => path);
let a: World;
let b: World;
let traces: readonly string[];
const sent = new Set<string>();

beforeAll(async () => {
  b = await givenWorld(service(), 'canary7391', 'only-theirs');
  for (const email of [SHARED, OTHER]) await b.paid.signedIn(email);
  await b.paid.payingCustomer(SHARED, undefined, { offerSlug: 'trial', priceId: b.paid.otherPrice.id });
  await giveTo(b, SHARED);
  for (const email of [SHARED, OTHER]) await b.paid.newBrowser().askForCode(email);
  await settle();
});

async function giveTo({ paid, payer }: World, email: string): Promise<void> {
  const { fields } = formOf(await payer.open('/gift'), '/gift');
  const page = await payer.post('/gift', {
    ...fields,
    choice: `supporter/${paid.price.id}/3`,
    recipient_email: email,
    sender_name: 'B',
    message: 'B',
    deliver_on: '',
  });
  await paid.payAt(String(page.headers.location));
  await paid.settle();
}

/** Sends what is to be sent, of all publications. */
async function settle(): Promise<void> {
  const worker = startWorker(service());
  await worker.settle();
  await worker.stop();
}

const stateOfB = (): Promise<OwnedRows> => rowsOf(service().database, b.paid.publication.id);

interface SentMail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Those that were sent, of all publications. */
function mails(): Promise<SentMail[]> {
  return service().database.knex('mailbox_messages').select('id', 'subject', 'text', 'html');
}

/** Those that were sent since. */
async function mailsAfter(before: readonly SentMail[]): Promise<string> {
  const known = new Set(before.map(({ id }) => id));
  return (await mails())
    .filter(({ id }) => !known.has(id))
    .map(({ subject, text, html }) => `${subject} ${text} ${html}`)
    .join('\n');
}

it('a whole publication is set up, sells and is settled', async () => {
  const [before, mailsBefore] = [await stateOfB(), await mails()];
  // So that what is written now can be told from what was written before.
  service().clock.advance(1);
  a = await givenWorld(service(), 'canary5512', 'only-ours');
  expect(await stateOfB()).toEqual(before);
  traces = [b.mark, ...tracesOf(before, await rowsOf(service().database, a.paid.publication.id))];
  await expectNothingOfB(await mailsAfter(mailsBefore));
});

async function expectNothingOfB(text: string): Promise<void> {
  expect(tracesIn(text, traces)).toEqual([]);
  expect(idsIn(await rowsOf(service().database, a.paid.publication.id), traces)).toEqual([]);
}

/** Sends a form of the page at the address, and notes it for the test that every form was sent. */
async function send(
  browser: Browser,
  address: string,
  fields: Readonly<Record<string, string>>,
  action: RegExp | string = address,
): Promise<LightMyRequestResponse> {
  return sendOn(browser, await browser.open(address), fields, action);
}

async function sendOn(
  browser: Browser,
  page: LightMyRequestResponse,
  fields: Readonly<Record<string, string>>,
  action: RegExp | string,
): Promise<LightMyRequestResponse> {
  const found = formsOf(page.body).find((form) =>
    typeof action === 'string' ? form.action === action : action.test(form.action),
  );
  if (found === undefined) throw new Error(`no form ${String(action)} on ${mainTextOf(page.body)}`);
  const path = FORMS.find((route) =>
    new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(found.action.split('?')[0] ?? ''),
  );
  sent.add(path ?? found.action);
  const answer = await browser.submit(page, fields, found.action);
  expect([answer.statusCode, mainTextOf(answer.body)]).toEqual([200, expect.any(String)]);
  return answer;
}

async function confirm(
  browser: Browser,
  codePage: LightMyRequestResponse,
  email: string,
): Promise<LightMyRequestResponse> {
  return sendOn(browser, codePage, { code: await browser.newestCode(email) }, /^\/email-code\/[^/]+$/);
}

/** A customer of A's whose address B knows, too. */
let ours: Browser;
let giftCode: string;
const site = () => a.paid;

const STEPS: Readonly<Record<string, () => Promise<LightMyRequestResponse>>> = {
  'signs in': async () => {
    ours = site().newBrowser();
    const page = await send(ours, '/sign-in', { email: SHARED });
    const another = await sendOn(ours, page, {}, /\/another$/);
    const corrected = await sendOn(ours, another, { email: SHARED }, /\/address$/);
    return confirm(ours, corrected, SHARED);
  },
  'is offered a trial, which B gave to this address': async () => {
    const page = await ours.open('/offers/trial/subscribe');
    expect(mainTextOf(page.body)).toContain('14 days free');
    return page;
  },
  'changes the name': () => send(ours, '/', { name: 'Changed' }, '/'),
  'leaves every newsletter': () => send(ours, '/', { newsletter: '' }, '/newsletters'),
  'joins the free offering': async () => {
    const joined = await send(ours, '/free_offering/subscribe', {});
    expect(mainTextOf(joined.body)).toContain(a.mark);
    return joined;
  },
  subscribes: async () => {
    await send(ours, '/subscribe', { choice: `supporter/${site().price.id}` });
    await send(ours, '/offers/supporter/subscribe', { choice: `supporter/${site().price.id}`, code: 'HALF' });
    return send(ours, '/offers/patron/subscribe', { choice: `patron/${site().otherPrice.id}` });
  },
  'chooses newsletters after paying': async () => {
    const bought = { customerId: a.payerId, purpose: 'subscribe', state: 'complete' };
    const path = `/checkouts/${(await first(a.paid, 'checkouts', bought)).id}`;
    const { id } = await first(a.paid, 'newsletters', { slug: 'daily' });
    return send(a.payer, path, { newsletter: id }, path);
  },
  'gives a subscription away': () =>
    send(ours, '/gift', {
      choice: `supporter/${site().price.id}/3`,
      recipient_email: SHARED,
      sender_name: 'A',
      message: 'A',
      deliver_on: '',
    }),
  'looks at what was given, and sends it elsewhere': async () => {
    const changed = await send(a.payer, `/gifts/${(await first(a.paid, 'gifts')).id}`, { recipient_email: SHARED });
    await a.paid.settle();
    giftCode = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/.exec((await a.payer.mails(SHARED))[0]?.text ?? '')?.[0] ?? '';
    return changed;
  },
  'cancels and resumes, and pays by another card': async () => {
    const { id } = await first(a.paid, 'subscriptions', { customerId: a.payerId });
    const canceled = await send(a.payer, `/subscriptions/${id}/cancel`, {});
    await sendOn(a.payer, canceled, {}, /\/resume$/);
    return send(a.payer, `/subscriptions/${id}/card`, {});
  },
  'pauses a subscription': async () => {
    await a.paid.set({ pausesSetBy: 'reader' });
    const { id } = await first(a.paid, 'subscriptions', { customerId: a.payerId });
    await send(a.payer, `/subscriptions/${id}/pause`, { months: '1' });
    return send(a.payer, `/subscriptions/${id}/read-on`, {});
  },
  'undoes a pause': async () => {
    const { publication } = a.paid;
    const { id } = await first(a.paid, 'subscriptions', { customerId: a.payerId });
    const { latest } = await getPauseTerms(service(), publication, a.payerId, id);
    const pause = { customerId: a.payerId, subscriptionId: id, until: new Date(latest) };
    await pauseSubscription(service(), publication, pause);
    return send(a.payer, `/subscriptions/${id}/read-on`, {});
  },
  'changes the price': async () => {
    const choice = encodeURIComponent(
      `only-ours/${(await first(a.paid, 'prices', { planId: (await first(a.paid, 'plans', { slug: 'only-ours' })).id })).id}`,
    );
    return send(
      a.payer,
      `/upgrade?from=${(await first(a.paid, 'subscriptions', { customerId: a.payerId })).id}&choice=${choice}`,
      {},
      '/upgrade',
    );
  },
  'claims a gift': async () => {
    const browser = site().newBrowser();
    const page = await send(browser, '/gift/claim', { code: giftCode });
    const asked = await sendOn(browser, page, { email: SHARED, name: 'Shared' }, /^\/gift\/claim\/[^/]+$/);
    return sendOn(browser, await confirm(browser, asked, SHARED), {}, /\/accept$/);
  },
  'activates what the publisher made, and merges it': async () => {
    const { id } = (await a.paid.rows<{ id: string; activationCodeMac: string | null }>('customers')).find(
      ({ activationCodeMac }) => activationCodeMac !== null,
    ) ?? { id: '' };
    const browser = site().newBrowser();
    await send(browser, '/activate', { code: 'the-same-code' });
    const address = new URL(activationUrl(service().secretKeys, site().publication, id)).pathname;
    const asked = await confirm(browser, await send(browser, address, { email: SIGNED_IN }), SIGNED_IN);
    return sendOn(browser, asked, {}, /\/merge$/);
  },
  'says what is for its receipts': () => send(ours, '/tax-details', { company: 'A', vat_number: '', country: 'FR' }),
  'changes the address to one that B knows, too, and undoes it': async () => {
    const proved = await confirm(ours, await send(ours, '/email-address', { email: OTHER }), SHARED);
    await confirm(ours, proved, OTHER);
    await a.paid.settle();
    const [mail] = await ours.mails(SHARED);
    const undoLink = /https:\/\/\S+\/email-address\/undo\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    return send(ours, undoLink, {}, new URL(undoLink).pathname);
  },
  'ends a session, and all others': async () => {
    await site().signedIn(OTHER);
    const other = await site().signedIn(OTHER);
    await send(other, '/', {}, /^\/sessions\/[^/]+\/end$/);
    await site().signedIn(OTHER);
    await send(other, '/', {}, '/sign-out-everywhere');
    ours = await site().signedIn(OTHER);
    await send(ours, '/', {}, '/sign-in-mails');
    return send(ours, '/', {}, '/sign-out');
  },
  'signs in by a link that the publisher has mailed': async () => {
    const { publication } = site();
    const link = { customerId: a.payerId, destination: null };
    await service().database.transaction((transaction) => sendSignInLink(service(), publication, transaction, link));
    const browser = site().newBrowser();
    const [mail] = await browser.mails((await first(a.paid, 'customers', { id: a.payerId }))['email'] as string);
    return send(browser, new URL(/https:\S+\/sign-in-link\/\w+/.exec(mail?.text ?? '')?.[0] ?? '').pathname, {});
  },
  'wants no more invitations': async () => {
    const browser = site().newBrowser();
    return send(browser, unsubscribePath(service().secretKeys, site().publication, a.payerId), {}, /^\/unsubscribe\//);
  },
  'erases the account': async () => {
    const browser = await site().signedIn(SIGNED_IN);
    return confirm(browser, await send(browser, '/erase-account', {}), SIGNED_IN);
  },
};

describe('a customer of A', () => {
  it.each(Object.entries(STEPS))('%s, and B is as before', async (_, step) => {
    const [before, mailsBefore] = [await stateOfB(), await mails()];
    const page = await step();
    await a.paid.settle();
    await settle();
    expect(await stateOfB()).toEqual(before);
    await expectNothingOfB(`${page.body} ${await mailsAfter(mailsBefore)}`);
  });
});

it('every form was sent, but that of a card link, which is there while a payment is owed (test/mails/turns)', () => {
  expect(FORMS.filter((path) => !sent.has(path))).toEqual(['/card/:token']);
});
