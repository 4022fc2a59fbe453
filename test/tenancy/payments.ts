// The tenancy matrix of the paid pages, the card page and the door for notifications: what belongs to A tried on the site of B by a customer
// who pays there.
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { findGift, giftPath } from '../../src/models/money/gift-record.ts';
import { deliverGift } from '../../src/models/money/gift.ts';
import { SIGNATURE_HEADER, signEvent } from '../../src/payments/sandbox/signature.ts';
import { formOf, locationOf, type Browser } from '../support/browser/browser.ts';
import { formsOf } from '../support/browser/html.ts';
import { GOOD_CARD } from '../support/publications/cards.ts';
import { openCardPage, returnPageOf, type OfferedSite } from '../support/publications/paying.ts';
import { tracesIn } from './rows.ts';

export interface PaidWorld {
  readonly site: OfferedSite;
  /** Pays for a subscription, by the month. */
  readonly payer: Browser;
  readonly subscriptionId: string;
  readonly subscriptionRef: string;
  readonly paymentId: string;
  /** Of a checkout that another customer has just begun. */
  readonly openCheckoutId: string;
  readonly openCheckoutRef: string;
  /** The fields of a change of price as it was shown to the payer. */
  readonly shown: Readonly<Record<string, string>>;
  /** Bought by the payer, delivered and not claimed. */
  readonly gift: { readonly id: string; readonly code: string; readonly path: string };
  readonly canary: string;
  /** What would give it away. */
  traces: readonly string[];
}

export interface PaidRow {
  readonly title: string;
  readonly check: (a: PaidWorld, b: PaidWorld) => Promise<void>;
}

export async function givenPaidWorld(site: OfferedSite, canary: string): Promise<PaidWorld> {
  const payer = await site.payer(`${canary}@example.test`);
  const cardPage = await openCardPage(await site.signedIn(`other-${canary}@example.test`), site.friend);
  const { knex } = site.service.database;
  const own = { publicationId: site.publication.id };
  const [billing]: { id: string; ref: string; subscriptionId: string }[] = await knex('billings')
    .where(own)
    .select('id', 'ref', 'subscriptionId');
  const [payment]: { id: string }[] = await knex('payments').where(own).select('id');
  const openCheckoutRef = cardPage.slice(cardPage.lastIndexOf('/') + 1);
  const [checkout]: { id: string }[] = await knex('checkouts')
    .where({ ...own, ref: openCheckoutRef })
    .select('id');
  if (billing === undefined || payment === undefined || checkout === undefined) throw new Error('nothing was paid');
  const shown = formOf(await payer.open(upgradePath(site, billing.subscriptionId))).fields;
  const gift = await givenGift(site, payer, canary);
  return {
    site,
    payer,
    canary,
    traces: [canary],
    shown,
    gift,
    paymentId: payment.id,
    openCheckoutRef,
    openCheckoutId: checkout.id,
    subscriptionId: billing.subscriptionId,
    subscriptionRef: billing.ref,
  };
}

async function givenGift(site: OfferedSite, buyer: Browser, canary: string): Promise<PaidWorld['gift']> {
  const { publication, service } = site;
  const { database, clock, secretKeys } = service;
  const { fields } = formOf(await buyer.open('/gift'), '/gift');
  const typed = {
    choice: `${site.friend}/3`,
    recipient_email: `gift-${canary}@example.test`,
    sender_name: canary,
    message: canary,
    deliver_on: '',
  };
  const cardPage = locationOf(await buyer.post('/gift', { ...fields, ...typed }));
  await site.pay(cardPage, GOOD_CARD);
  await buyer.open(await returnPageOf(service, cardPage));
  const [{ id = '' } = {}]: { id?: string }[] = await database
    .knex('gifts')
    .where({ publicationId: publication.id })
    .select('id');
  return database.transaction(async (transaction) => {
    const paid = await findGift(publication, transaction, id);
    const code = paid && (await deliverGift(transaction, paid, clock.now()));
    const delivered = await findGift(publication, transaction, id);
    if (code === undefined || delivered === undefined) throw new Error('no gift was delivered');
    return { id, code, path: giftPath(secretKeys, delivered) };
  });
}

/** Everything about money in a world, for a comparison before and after. */
export async function moneyOf({ site }: PaidWorld): Promise<unknown> {
  const { knex } = site.service.database;
  const tables = [
    'subscriptions',
    'billings',
    'payments',
    'checkouts',
    'price_switches',
    'price_changes',
    'price_change_moves',
    'gifts',
    'gateway_customers',
    'sandbox_checkouts',
    'sandbox_subscriptions',
    'sandbox_payments',
  ];
  return Promise.all(
    tables.map((table) =>
      knex(table)
        .where({ publicationId: site.publication.id })
        .orderBy(table === 'gateway_customers' ? 'ref' : 'id')
        .select('*'),
    ),
  );
}

function upgradePath({ friend }: OfferedSite, from: string): string {
  return `/upgrade?from=${from}&choice=${encodeURIComponent(friend)}`;
}

/** With a token that B's own forms carry for this browser. */
async function post(
  { payer }: PaidWorld,
  path: string,
  fields: Readonly<Record<string, string>>,
  formPage = '/email-address',
): Promise<LightMyRequestResponse> {
  const csrf =
    formsOf((await payer.open(formPage)).body)
      .map((form) => form.fields['csrf_token'])
      .find((token) => token !== undefined) ?? '';
  return payer.post(path, { csrf_token: csrf, ...fields });
}

function expectNotFound(response: LightMyRequestResponse, world: PaidWorld): void {
  expect([response.statusCode, response.headers.location]).toEqual([404, undefined]);
  expectNothingOf(world, response);
}

/** What the address names may stand in a link to the same page in another language. */
export function expectNothingOf({ traces }: PaidWorld, response: LightMyRequestResponse): void {
  const address = response.raw.req.url ?? '';
  expect(
    tracesIn(
      `${response.body} ${locationOf(response)}`,
      traces.filter((trace) => !address.includes(trace)),
    ),
  ).toEqual([]);
}

const choiceRows = (path: string): readonly PaidRow[] => [
  {
    title: "A's price is none of B's offers",
    check: async (a, b) => {
      for (const choice of [a.site.friend, a.site.monthly, `reader/${a.site.price.id}`]) {
        for (const page of ['', 'summary']) {
          const response = await post(b, path, { choice, page }, '/offers/friend');
          expect(response.headers.location ?? '').not.toMatch(/\/sandbox\/|choice=/);
          expectNothingOf(a, response);
        }
      }
    },
  },
];
const unknown = (
  title: string,
  pathOf: (a: PaidWorld) => string,
  fields?: Readonly<Record<string, string>>,
): PaidRow => ({
  title,
  check: async (a, b) =>
    expectNotFound(fields === undefined ? await b.payer.get(pathOf(a)) : await post(b, pathOf(a), fields), a),
});

/** Whatever is answered, it is no way on and shows nothing of A's. */
function expectNoGift(response: LightMyRequestResponse, world: PaidWorld): void {
  expect([200, 404, 410, 422]).toContain(response.statusCode);
  for (const word of [world.gift.id, world.gift.path]) expect(response.body).not.toContain(word);
  expectNothingOf(world, response);
}

const giftRow = (
  title: string,
  answer: (a: PaidWorld, b: PaidWorld) => Promise<LightMyRequestResponse>,
): readonly PaidRow[] => [{ title, check: async (a, b) => expectNoGift(await answer(a, b), a) }];

/** By the route's method and path. */
export const PAID_ROWS: Readonly<Record<string, readonly PaidRow[]>> = {
  'GET /checkouts/:id': [
    unknown("A's checkout is unknown on B's site", ({ openCheckoutId: id }) => `/checkouts/${id}`),
  ],
  'POST /checkouts/:id': [
    unknown("A's checkout joins no newsletter there", ({ openCheckoutId: id }) => `/checkouts/${id}`, {}),
  ],
  'GET /receipts': [
    {
      title: "A's receipts are not listed on B's site",
      check: async (a, b) => expectNothingOf(a, await b.payer.get('/receipts')),
    },
  ],
  'GET /receipts/:id': [unknown("A's receipt is unknown on B's site", ({ paymentId: id }) => `/receipts/${id}`)],
  'GET /subscriptions/:id/cancel': [
    unknown("A's subscription is unknown on B's site", ({ subscriptionId: id }) => `/subscriptions/${id}/cancel`),
  ],
  'POST /subscriptions/:id/cancel': [
    unknown("A's subscription cannot be canceled there", ({ subscriptionId: id }) => `/subscriptions/${id}/cancel`, {}),
  ],
  'POST /subscriptions/:id/resume': [
    unknown("A's subscription cannot be resumed there", ({ subscriptionId: id }) => `/subscriptions/${id}/resume`, {}),
  ],
  'GET /subscriptions/:id/pause': [
    unknown("A's subscription is unknown on B's site", ({ subscriptionId: id }) => `/subscriptions/${id}/pause`),
  ],
  'POST /subscriptions/:id/pause': [
    unknown("A's subscription cannot be paused there", ({ subscriptionId: id }) => `/subscriptions/${id}/pause`, {
      months: '1',
    }),
  ],
  'GET /subscriptions/:id/read-on': [
    unknown("A's pause is unknown on B's site", ({ subscriptionId: id }) => `/subscriptions/${id}/read-on`),
  ],
  'POST /subscriptions/:id/read-on': [
    unknown("A's pause cannot be ended there", ({ subscriptionId: id }) => `/subscriptions/${id}/read-on`, {}),
  ],
  'GET /subscriptions/:id/card': [
    unknown("A's subscription shows no card page", ({ subscriptionId: id }) => `/subscriptions/${id}/card`),
  ],
  'GET /subscriptions/:id/portal': [
    unknown(
      "A's subscription leads to no page of the gateway",
      ({ subscriptionId: id }) => `/subscriptions/${id}/portal`,
    ),
  ],
  'POST /subscriptions/:id/card': [
    unknown("A's subscription gets no new card there", ({ subscriptionId: id }) => `/subscriptions/${id}/card`, {}),
  ],
  'POST /subscribe': choiceRows('/subscribe'),
  'POST /offers/:offer/subscribe': choiceRows('/offers/friend/subscribe'),
  'GET /upgrade': [
    {
      title: "neither A's subscription nor A's price can be chosen",
      check: async (a, b) => {
        for (const [from, site] of [
          [a.subscriptionId, b.site],
          [b.subscriptionId, a.site],
          [a.subscriptionId, a.site],
        ] as const) {
          const page = await b.payer.get(upgradePath(site, from));
          if (site === a.site)
            expect(formsOf(page.body).filter(({ fields }) => fields['switch'] !== undefined)).toEqual([]);
          expectNothingOf(a, page);
          // The switch of the language keeps the query of the address.
          expect(page.body.replaceAll(/href="\/language\/[^"]*"/g, '')).not.toContain(a.subscriptionId);
        }
      },
    },
  ],
  'POST /upgrade': [
    {
      title: 'what was shown to A is not carried out for B',
      check: async (a, b) => expectNotFound(await post(b, '/upgrade', { switch: a.shown['switch'] ?? '' }), a),
    },
  ],
  'GET /gift': giftRow("A's offer is not for giving on B's site", (a, b) =>
    b.payer.get(`/gift?choice=${encodeURIComponent(`${a.site.friend}/3`)}`),
  ),
  'POST /gift': giftRow("A's price is none of B's gifts", (a, b) =>
    post(
      b,
      '/gift',
      {
        choice: `${a.site.friend}/3`,
        recipient_email: 'x@example.test',
        sender_name: 'x',
        message: '',
        deliver_on: '',
      },
      '/gift',
    ),
  ),
  'GET /gift/claim': giftRow("A's code tells B's site nothing", (a, b) =>
    b.payer.get(`/gift/claim?code=${a.gift.code}`),
  ),
  'POST /gift/claim': giftRow("A's code is none of B's", (a, b) =>
    post(b, '/gift/claim', { code: a.gift.code }, '/gift/claim'),
  ),
  'GET /gift/claim/:token': giftRow("A's gift is not shown on B's site", (a, b) => b.payer.get(a.gift.path)),
  'POST /gift/claim/:token': giftRow("A's gift is not asked for there", (a, b) =>
    post(b, a.gift.path, { email: 'x@example.test', name: '' }, '/gift/claim'),
  ),
  'POST /gift/claim/:token/accept': giftRow("A's gift is not claimed there", (a, b) =>
    post(b, `${a.gift.path}/accept`, {}),
  ),
  'GET /gifts/:id': [unknown("A's gift is unknown to B's customers", ({ gift }) => `/gifts/${gift.id}`)],
  'POST /gifts/:id': [
    unknown("A's gift goes nowhere else", ({ gift }) => `/gifts/${gift.id}`, {
      recipient_email: 'x@example.test',
      deliver_on: '',
    }),
  ],
  'GET /sandbox/checkout/:id': [
    unknown("A's card page is not on B's site", ({ openCheckoutRef: ref }) => `/sandbox/checkout/${ref}`),
  ],
  'POST /sandbox/checkout/:id': [
    {
      title: "A's checkout takes no card on B's site, even with the token of A's page",
      check: async (a, b) => {
        const own = formOf(await a.payer.open(`/sandbox/checkout/${a.openCheckoutRef}`)).fields;
        const response = await b.payer.post(`/sandbox/checkout/${a.openCheckoutRef}`, {
          ...own,
          card_number: '4242424242424242',
        });
        expect(response.statusCode).toBeGreaterThanOrEqual(400);
        expectNothingOf(a, response);
      },
    },
  ],
  'POST /payments/events/:gateway': [
    {
      title: "A's subscription stays A's, wherever it is told of",
      check: async (a, b) => {
        const { clock, secretKeys, app } = b.site.service;
        const body = JSON.stringify({
          id: `sandbox_evt_${a.canary}`,
          kind: 'subscription_changed',
          object: 'subscription',
          ref: a.subscriptionRef,
          at: clock.now().getTime(),
        });
        const headers = {
          host: b.site.publication.siteHost,
          'content-type': 'application/json',
          [SIGNATURE_HEADER]: signEvent(secretKeys, clock, Buffer.from(body)),
        };
        const response = await app.inject({ method: 'POST', url: '/payments/events/sandbox', headers, payload: body });
        expect([response.statusCode, response.body]).toEqual([200, '{"received":true}']);
      },
    },
  ],
};

/** What A's signed-in payer is on B's site. */
export async function asStranger(a: PaidWorld, b: PaidWorld, path: string): Promise<LightMyRequestResponse> {
  const cookie = [...a.payer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return b.site.service.app.inject({
    method: 'GET',
    url: path,
    headers: { host: b.site.publication.siteHost, cookie },
  });
}
