// What each page answers to each visitor (service.md, Endpoints A, rules 2 to 7): the table, typed again, against the pages themselves.
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { archiveOffer } from '../../src/models/catalog/offer.ts';
import { visitorTable, type VisitorState } from '../../src/pages/visitor-table.ts';
import { locationOf, type Browser } from '../support/browser/browser.ts';
import { formsOf, headingOf, linksOf, mainTextOf } from '../support/browser/html.ts';
import { CONTINUE_URL, givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const visitors: Record<VisitorState, (site: TestSite) => Promise<Browser>> = {
  'signed out': async (site) => site.newBrowser(),
  'signed in': (site) => site.signedIn(),
  subscribed: (site) => site.subscribed(),
};

/** What the answer is, seen from outside. */
const seen: Record<string, (page: LightMyRequestResponse) => boolean> = {
  'asked to sign in': (page) =>
    headingOf(page.body) === 'Sign in' && formsOf(page.body).some(({ action }) => action === '/sign-in'),
  account: (page) => headingOf(page.body) === 'Your account',
  list: (page) =>
    headingOf(page.body).startsWith('Subscribe to') && /€5 a month.*€99 a year.*Free/.test(mainTextOf(page.body)),
  'subscribe link': (page) =>
    headingOf(page.body) === 'Free letters' &&
    linksOf(page.body).some((link) => link.startsWith('/free_offering/subscribe')),
  message: (page) =>
    headingOf(page.body) === 'Free letters' &&
    /You are (signed in|already subscribed)\./.test(mainTextOf(page.body)) &&
    !linksOf(page.body).some((link) => link.startsWith('/free_offering/subscribe')),
  'create an account first': (page) => headingOf(page.body) === 'Create your account',
  form: (page) =>
    /^(Subscribe for free|Subscribe|Choose your subscription|Give a subscription|Redeem a gift)$/.test(
      headingOf(page.body),
    ) && formsOf(page.body).some(({ action }) => /subscribe$|^\/gift/.test(action)),
  'offer, form': (page) =>
    headingOf(page.body) === 'Supporter' &&
    formsOf(page.body).some(({ action }) => action === '/offers/supporter/subscribe'),
  'message or upgrade': (page) =>
    headingOf(page.body) === 'You are already subscribed' && mainTextOf(page.body).includes('Supporter'),
  '→ continue_url': (page) => page.statusCode === 303 && locationOf(page) === CONTINUE_URL,
  '→ /free_offering': (page) => page.statusCode === 303 && locationOf(page) === '/free_offering',
};

function addressOf(path: string): string {
  return path.replace(':offer', 'supporter');
}

const withoutContinueUrl: [string, VisitorState, string][] = [
  ['/', 'signed out', 'asked to sign in'],
  ['/', 'signed in', 'account'],
  ['/', 'subscribed', 'account'],
  ['/offers', 'signed out', 'list'],
  ['/offers', 'signed in', 'list'],
  ['/offers', 'subscribed', 'list'],
  ['/subscribe', 'signed out', 'create an account first'],
  ['/subscribe', 'signed in', 'form'],
  ['/subscribe', 'subscribed', 'message or upgrade'],
  ['/offers/:offer', 'signed out', 'offer, form'],
  ['/offers/:offer', 'signed in', 'offer, form'],
  ['/offers/:offer', 'subscribed', 'message or upgrade'],
  ['/offers/:offer/subscribe', 'signed out', 'create an account first'],
  ['/offers/:offer/subscribe', 'signed in', 'form'],
  ['/offers/:offer/subscribe', 'subscribed', 'message or upgrade'],
  ['/gift', 'signed out', 'create an account first'],
  ['/gift', 'signed in', 'form'],
  ['/gift', 'subscribed', 'form'],
  ['/gift/claim', 'signed out', 'form'],
  ['/gift/claim', 'signed in', 'form'],
  ['/gift/claim', 'subscribed', 'form'],
  ['/free_offering', 'signed out', 'subscribe link'],
  ['/free_offering', 'signed in', 'message'],
  ['/free_offering', 'subscribed', 'message'],
  ['/free_offering/subscribe', 'signed out', 'create an account first'],
  ['/free_offering/subscribe', 'signed in', 'form'],
  ['/free_offering/subscribe', 'subscribed', '→ /free_offering'],
];
const changedByContinueUrl: Record<string, string> = {
  '/subscribe subscribed': '→ continue_url',
  '/offers/:offer subscribed': '→ continue_url',
  '/offers/:offer/subscribe subscribed': '→ continue_url',
  '/free_offering subscribed': '→ continue_url',
  '/free_offering/subscribe subscribed': '→ continue_url',
};

test('has a row for every page and visitor', () => {
  const rows = Object.keys(visitorTable).flatMap((path) => Object.keys(visitors).map((state) => `${path} ${state}`));
  expect(withoutContinueUrl.map(([path, state]) => `${path} ${state}`)).toEqual(rows);
});

test.each(withoutContinueUrl)('%s, visited %s: %s', async (path, state, answer) => {
  const browser = await visitors[state](await givenSite(service()));
  const page = await browser.get(addressOf(path));
  expect(Object.keys(seen).filter((name) => seen[name]?.(page))).toEqual([answer]);
});

test.each(withoutContinueUrl)(
  '%s with continue_url, visited %s: %s unless the customer is led on',
  async (path, state, answer) => {
    const browser = await visitors[state](await givenSite(service()));
    const page = await browser.get(`${addressOf(path)}?continue_url=${encodeURIComponent(CONTINUE_URL)}`);
    expect(Object.keys(seen).filter((name) => seen[name]?.(page))).toEqual([
      changedByContinueUrl[`${path} ${state}`] ?? answer,
    ]);
  },
);

test.each(withoutContinueUrl)(
  '%s with a continue_url of a host that is not listed, visited %s: %s',
  async (path, state, answer) => {
    const browser = await visitors[state](await givenSite(service()));
    const page = await browser.get(`${addressOf(path)}?continue_url=${encodeURIComponent('https://evil.example/')}`);
    expect(Object.keys(seen).filter((name) => seen[name]?.(page))).toEqual([answer]);
    // The switch of the language keeps the query, in a link to this site.
    expect(page.body.replaceAll(/href="\/language\/[^"]*"/g, '')).not.toContain('evil.example');
  },
);

test('rule 7: who is redirected to /free_offering reads there that they are already subscribed', async () => {
  const browser = await (await givenSite(service())).subscribed();
  expect(mainTextOf((await browser.open('/free_offering/subscribe')).body)).toContain('You are already subscribed.');
});

test.each(['/offers/nothing', '/offers/nothing/subscribe', '/offers/Supporter', `/offers/${'x'.repeat(100)}`])(
  '%s is a page that is not there',
  async (path) => {
    const browser = await (await givenSite(service())).subscribed();
    const page = await browser.get(path);
    expect([page.statusCode, headingOf(page.body)]).toEqual([404, 'Page not found']);
  },
);

test('an archived offer has no pages any more, and nothing leads to them', async () => {
  const { publication, newBrowser } = await givenSite(service());
  const { database, clock } = service();
  await database.transaction((transaction) => archiveOffer(publication, transaction, clock, 'patron'));
  for (const path of ['/offers/patron', '/offers/patron/subscribe'])
    expect((await newBrowser().get(path)).statusCode).toBe(404);
  for (const path of ['/offers', '/subscribe']) expect((await newBrowser().get(path)).body).not.toContain('patron');
});
