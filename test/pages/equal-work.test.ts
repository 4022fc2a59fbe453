// Whether an address is known cannot be told by any page that takes one (reliability R-A4): not by the answer, not by the number of mails, and not by
// a clock, since each step costs the same work, counted statement by statement and hash by hash.
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { formOf, locationOf, type Browser } from '../support/browser/browser.ts';
import { givenMailReport } from '../support/publications/mail-report.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';
import { workOf } from '../support/service/work.ts';

const service = useService();
/** Of one length, so that answers can be compared with their length. */
const ADDRESSES = {
  unknown: 'never@example.org',
  'of a paying customer': 'known@example.org',
  'of a customer whose subscription was canceled': 'ended@example.org',
  'of a customer who has not proved it': 'given@example.org',
  'of a customer who was erased': 'erase@example.org',
} as const;
/** To these no mail is sent, which nobody but the publisher learns. */
const DEAD_ADDRESSES = {
  'of a customer whose mails bounced': 'dead1@example.org',
  'of nobody, and mails to it bounced': 'dead2@example.org',
} as const;

let site: TestSite;
let activationPath: string;

beforeAll(async () => {
  site = await givenSite(service());
  await site.subscribed(ADDRESSES['of a paying customer']);
  await site.subscribed(ADDRESSES['of a customer whose subscription was canceled']);
  const ended =
    (await site.api.get('/subscriptions?limit=1')).json<{ objects: { id: string }[] }>().objects[0]?.id ?? '';
  await site.api.post(`/subscriptions/${ended}/cancel`);
  await site.api.post('/customers', { email: ADDRESSES['of a customer who has not proved it'], name: 'Given' });
  await site.signedIn(ADDRESSES['of a customer who was erased']);
  const erased = (await site.api.get('/customers?limit=1')).json<{ objects: { id: string }[] }>().objects[0]?.id ?? '';
  await site.api.post(`/customers/${erased}/erase`);
  await site.subscribed(DEAD_ADDRESSES['of a customer whose mails bounced']);
  for (const email of Object.values(DEAD_ADDRESSES)) await givenMailReport(service(), site.publication, email);
  const made = (await site.api.post('/customers', { activation_code: 'Garamond-1540' })).json<{
    activation_url: string;
  }>();
  activationPath = made.activation_url.slice(site.publication.siteUrl.length);
});

interface Seen {
  readonly answer: unknown;
  readonly work: readonly string[];
}

/** What is of this visitor alone (address, ids, tokens) is left out. */
function toSeen(email: string, { answer, work }: { answer: LightMyRequestResponse; work: readonly string[] }): Seen {
  const { date: _date, 'request-id': _requestId, ...headers } = answer.headers;
  const text = JSON.stringify({ status: answer.statusCode, headers, body: answer.body });
  const plain = text
    .replaceAll(email, 'ADDRESS')
    .replaceAll(encodeURIComponent(email), 'ADDRESS')
    .replaceAll(/emc_\w+/g, 'ID')
    .replaceAll(/(?<=masthead_browser=)\w+|(?<=name=\\"csrf_token\\" value=\\")[\w-]+/g, 'SECRET');
  return { answer: JSON.parse(plain), work };
}

/** Asks for a code, looks at its page, misses it and asks for another one. */
async function walk(browser: Browser, path: string, email: string): Promise<Readonly<Record<string, Seen>>> {
  const form = formOf(await browser.open(path));
  const choice: Record<string, string> = path === '/subscribe' ? { choice: `supporter/${site.price.id}` } : {};
  const asked = await workOf(() => browser.post(form.action, { ...form.fields, ...choice, email }));
  const codePage = locationOf(asked.answer);
  const shown = await workOf(() => browser.get(codePage));
  const { fields } = formOf(shown.answer);
  const isDead = Object.values<string>(DEAD_ADDRESSES).includes(email);
  const wrong = !isDead && (await browser.newestCode(email)) === '000000' ? '000001' : '000000';
  const missed = await workOf(() => browser.post(codePage, { ...fields, code: wrong }));
  const resent = await workOf(() => browser.post(`${codePage}/another`, fields));
  expect([
    asked.answer.statusCode,
    shown.answer.statusCode,
    missed.answer.statusCode,
    resent.answer.statusCode,
  ]).toEqual([303, 200, 422, 303]);
  return {
    asked: toSeen(email, asked),
    shown: toSeen(email, shown),
    missed: toSeen(email, missed),
    resent: toSeen(email, resent),
  };
}

test('R-A4 the addresses are of every kind that there is', async () => {
  const customers = (await site.api.get('/customers')).json<{ objects: { email: string | null }[] }>().objects;
  expect(customers.map(({ email }) => email)).toEqual([
    null,
    DEAD_ADDRESSES['of a customer whose mails bounced'],
    ADDRESSES['of a customer who has not proved it'],
    ADDRESSES['of a customer whose subscription was canceled'],
    ADDRESSES['of a paying customer'],
  ]);
  const subscriptions = (await site.api.get('/subscriptions')).json<{ objects: { status: string }[] }>().objects;
  expect(subscriptions.map(({ status }) => status)).toEqual(['active', 'canceled', 'active']);
});

test.each(['/sign-in', '/free_offering/subscribe', '/subscribe', 'an activation link'])(
  'R-A4 by %s nobody learns whether an address is known',
  async (door) => {
    // An hour later, so that each address may get its mails.
    service().clock.advance(3600);
    const seen = [];
    for (const email of [...Object.values(ADDRESSES), ...Object.values(DEAD_ADDRESSES)]) {
      const browser = site.newBrowser();
      const before = (await browser.mails(email)).length;
      const steps = await walk(browser, door.startsWith('/') ? door : activationPath, email);
      seen.push({ steps, mails: (await browser.mails(email)).length - before });
    }
    const [unknown, ...known] = seen;
    expect(seen.map(({ mails }) => mails)).toEqual([2, 2, 2, 2, 2, 0, 0]);
    expect(unknown?.steps['asked']?.work.length).toBeGreaterThan(8);
    for (const other of known) expect(other.steps).toEqual(unknown?.steps);
  },
);
