// The pages of one publication show nothing of another that has the same slugs and the same customers' addresses, to whoever visits them. Every
// page has a row, or this fails.
import { beforeAll, describe, expect, it } from 'vitest';
import { activationUrl } from '../../src/models/people/activation.ts';
import { undoPath } from '../../src/models/people/address-change.ts';
import { unsubscribePath } from '../../src/models/people/customer-mail-choice.ts';
import { issueSignInLink } from '../../src/models/sign-in/sign-in-link.ts';
import { PAGES } from '../../src/pages/routes.ts';
import { cardPath } from '../../src/payments/card-link.ts';
import { locationOf, type Browser } from '../support/browser/browser.ts';
import { useService } from '../support/service/service.ts';
import { rowsOf, tracesIn } from './rows.ts';
import { first, givenWorld, tracesOfWorld, type World } from './world.ts';

const service = useService();
const NEWCOMER = 'known-to-b@example.org';
let a: World;
let b: World;
let traces: readonly string[];
let visitors: Readonly<Record<string, Browser>>;

beforeAll(async () => {
  [b, a] = [
    await givenWorld(service(), 'canary7391', 'only-theirs'),
    await givenWorld(service(), 'canary5512', 'only-ours'),
  ];
  await b.paid.sellSideBySide();
  await a.paid.set({ pausesSetBy: 'reader' });
  await b.paid.set({ pausesSetBy: 'reader' });
  for (const slug of ['supporter', 'patron'])
    await b.paid.payingCustomer(NEWCOMER, undefined, {
      offerSlug: slug,
      priceId: (slug === 'patron' ? b.paid.otherPrice : b.paid.price).id,
    });
  visitors = {
    nobody: a.paid.newBrowser(),
    'a newcomer whom B knows': await a.paid.signedIn(NEWCOMER),
    'a subscriber whom B knows': a.payer,
  };
  traces = await tracesOfWorld(b, a);
});

/** A link that signs the payer in. */
async function signInLinkOf({ paid, payerId }: World): Promise<string> {
  const { database } = service();
  const link = { customerId: payerId, destination: null };
  const { token } = await database.transaction((transaction) =>
    issueSignInLink(paid.publication, transaction, service(), link),
  );
  return `/sign-in-link/${token}`;
}

type Addresses = (world: World) => readonly string[] | Promise<readonly string[]>;

const SLUGS = ['supporter', 'patron', 'trial'];
const record =
  (table: string, path: (id: string) => string): Addresses =>
  async ({ paid, payerId }) => {
    const rows = await paid.rows<{ id: string; customerId?: string }>(table);
    return rows
      .filter(({ customerId }) => customerId === undefined || customerId === payerId)
      .map(({ id }) => path(id));
  };

/** A page's addresses in a world; those that hold no id or token are the same in all. */
const ADDRESSES: Readonly<Record<string, Addresses>> = {
  '/': () => ['/'],
  '/offers': () => ['/offers'],
  '/subscribe': () => ['/subscribe'],
  '/offers/:offer': ({ slug: own }) => [...SLUGS, own].map((slug) => `/offers/${slug}`),
  '/offers/:offer/subscribe': () => SLUGS.map((slug) => `/offers/${slug}/subscribe`),
  '/checkouts/:id': record('checkouts', (id) => `/checkouts/${id}`),
  '/upgrade': async ({ paid, payerId }) => [
    '/upgrade',
    `/upgrade?from=${(await first(paid, 'subscriptions', { customerId: payerId })).id}&choice=${encodeURIComponent(`patron/${paid.otherPrice.id}`)}`,
  ],
  '/subscriptions/:id/cancel': record('subscriptions', (id) => `/subscriptions/${id}/cancel`),
  '/subscriptions/:id/pause': record('subscriptions', (id) => `/subscriptions/${id}/pause`),
  '/subscriptions/:id/read-on': record('subscriptions', (id) => `/subscriptions/${id}/read-on`),
  '/subscriptions/:id/portal': record('subscriptions', (id) => `/subscriptions/${id}/portal`),
  '/subscriptions/:id/card': record('subscriptions', (id) => `/subscriptions/${id}/card`),
  '/tax-details': () => ['/tax-details'],
  '/receipts': () => ['/receipts'],
  '/card/:token': async ({ paid, payerId }) => {
    const { id } = await first(paid, 'billings', { customerId: payerId });
    const failure = { publicationId: paid.publication.id, id: String(id), pastDueSince: 1 };
    return [cardPath(service().secretKeys, failure)];
  },
  '/receipts/:id': async (world) => [
    ...(await record('payments', (id) => `/receipts/${id}`)(world)),
    ...(await record('receipts', (id) => `/receipts/${id}`)(world)),
  ],
  '/gift': ({ paid }) => ['/gift', `/gift?choice=${encodeURIComponent(`supporter/${paid.price.id}/3`)}`],
  '/gift/claim': ({ giftCode }) => ['/gift/claim', `/gift/claim?code=${giftCode}`],
  '/gift/claim/:token': ({ giftPath }) => [giftPath],
  '/gifts/:id': record('gifts', (id) => `/gifts/${id}`),
  '/free_offering': () => ['/free_offering'],
  '/free_offering/subscribe': () => ['/free_offering/subscribe'],
  '/free_offering/subscribed': () => ['/free_offering/subscribed'],
  '/sign-in': () => ['/sign-in'],
  '/sign-in-link/:token': async (world) => [await signInLinkOf(world)],
  '/email-code/:id': record('email_codes', (id) => `/email-code/${id}`),
  '/activate': () => ['/activate'],
  '/activate/:token': async ({ paid }) => {
    const { id } = (await paid.rows<{ id: string; activationCodeMac: string | null }>('customers')).find(
      ({ activationCodeMac }) => activationCodeMac !== null,
    ) ?? { id: '' };
    return [new URL(activationUrl(service().secretKeys, paid.publication, id)).pathname];
  },
  '/email-address': () => ['/email-address'],
  '/email-address/undo/:token': async ({ paid }) =>
    (await paid.rows<{ id: string }>('address_changes')).map(({ id }) => undoPath(service().secretKeys, id)),
  '/email-address/undone': () => ['/email-address/undone'],
  '/unsubscribe/:token': ({ paid, payerId }) => [unsubscribePath(service().secretKeys, paid.publication, payerId)],
  '/my-data.json': () => ['/my-data.json'],
  '/my-data.csv': () => ['/my-data.csv'],
  '/erase-account': () => ['/erase-account'],
  '/account-erased': () => ['/account-erased'],
  '/signed-out': () => ['/signed-out'],
  '/language/:language': () => ['/language/de?to=%2Foffers'],
};

it('every page has a row', () => {
  expect(Object.keys(ADDRESSES)).toEqual(PAGES.filter(({ show }) => show !== undefined).map(({ path }) => path));
});

const shown = new Set<string>();

describe.each(Object.entries(ADDRESSES).map(([path, addresses]) => ({ path, addresses })))(
  '$path',
  ({ path, addresses }) => {
    it.each(['nobody', 'a newcomer whom B knows', 'a subscriber whom B knows'])(
      "shows %s nothing of B's, and B is as before",
      async (visitor) => {
        const [ours, theirs] = [await addresses(a), await addresses(b)];
        // What is kept for the next visitor is the publication's own.
        for (const address of theirs) for (const browser of [b.payer, b.paid.newBrowser()]) await browser.get(address);
        const before = await rowsOf(service().database, b.paid.publication.id);
        for (const address of new Set([...ours, ...theirs])) {
          const page = await browserOf(visitor).get(address);
          if (page.statusCode === 200 && ours.includes(address)) shown.add(path);
          expect([address, ...tracesIn(`${page.body} ${locationOf(page)}`, traces, namedIn(address))]).toEqual([
            address,
          ]);
        }
        expect(await rowsOf(service().database, b.paid.publication.id)).toEqual(before);
      },
    );
  },
);

it('every page was shown, but those of a code of another browser, of a gateway that has none, of what is not owed, and one that only leads on', () => {
  expect(Object.keys(ADDRESSES).filter((path) => !shown.has(path))).toEqual([
    '/subscriptions/:id/portal',
    '/card/:token',
    '/email-code/:id',
    '/language/:language',
  ]);
});

function browserOf(visitor: string): Browser {
  const browser = visitors[visitor];
  if (browser === undefined) throw new Error(`there is no visitor ${visitor}`);
  return browser;
}

/** What an address names may stand in the answer as well, such as in a link to the same page in another language. */
function namedIn(address: string): string[] {
  return traces.filter((trace) => address.includes(trace));
}
