// What was begun, paid or shown on one publication's site is nothing on another's (X4). Every paid page has a row, or this fails.
import { beforeAll, describe, expect, it } from 'vitest';
import { PAGES } from '../../src/pages/routes.ts';
import { applyEvents } from '../../src/payments/events.ts';
import { locationOf } from '../support/browser/browser.ts';
import { givenOfferedSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';
import { asStranger, expectNothingOf, givenPaidWorld, moneyOf, PAID_ROWS, type PaidWorld } from './payments.ts';
import { rowsOf, tracesOf } from './rows.ts';

const service = useService();
let a: PaidWorld;
let b: PaidWorld;

beforeAll(async () => {
  a = await givenPaidWorld(await givenOfferedSite(service()), 'canary-a-7741');
  b = await givenPaidWorld(await givenOfferedSite(service()), 'canary-b-9920');
  const [rowsOfA, rowsOfB] = await Promise.all(
    [a, b].map(({ site }) => rowsOf(service().database, site.publication.id)),
  );
  if (rowsOfA === undefined || rowsOfB === undefined) throw new Error('there are two publications');
  a.traces = [a.canary, ...tracesOf(rowsOfA, rowsOfB)];
  b.traces = [b.canary, ...tracesOf(rowsOfB, rowsOfA)];
});

/** Those that name something that was made by paying, and those that take a choice of a price. */
const PAID_PATHS = /^\/(checkouts|receipts|subscriptions|upgrade|gifts?|trials?)\b|subscribe$/;
const FREE = new Set(['/free_offering/subscribe']);

it('every paid page has a row', () => {
  const paid = PAGES.filter(({ path }) => PAID_PATHS.test(path) && !FREE.has(path));
  expect(paid.length).toBeGreaterThan(6);
  const routes = paid.flatMap(({ path, show, form }) => {
    const isChoice = path.endsWith('subscribe');
    return [
      ...(show === undefined || isChoice ? [] : [`GET ${path}`]),
      ...(form === undefined ? [] : [`POST ${path}`]),
    ];
  });
  expect(routes.filter((route) => PAID_ROWS[route] === undefined)).toEqual([]);
});

describe.each(Object.entries(PAID_ROWS).map(([route, rows]) => ({ route, rows })))('$route', ({ rows }) => {
  it.each(rows)('X4 R-T1 $title', async ({ check }) => {
    const before = [await moneyOf(a), await moneyOf(b)];
    await expect(check(a, b)).resolves.toBeUndefined();
    await expect(check(b, a)).resolves.toBeUndefined();
    while (await applyEvents(service(), () => undefined));
    expect([await moneyOf(a), await moneyOf(b)]).toEqual(before);
  });
});

it("X4 A's session is none on B's paid pages", async () => {
  for (const path of [
    `/receipts/${b.paymentId}`,
    `/subscriptions/${b.subscriptionId}/cancel`,
    `/subscriptions/${b.subscriptionId}/card`,
    '/upgrade',
    `/checkouts/${b.openCheckoutId}`,
  ]) {
    const answer = await asStranger(a, b, path);
    expect([path, answer.statusCode, locationOf(answer)]).toEqual([path, 303, expect.stringMatching(/^\/(?!\/)/)]);
    expectNothingOf(b, answer);
  }
});

it("X4 nothing of A's is a customer of B's at the gateway", async () => {
  const rows: { publicationId: string; id: string }[] = await service()
    .database.knex('sandbox_customers')
    .whereIn('publicationId', [a.site.publication.id, b.site.publication.id])
    .select('*');
  expect(new Set(rows.map(({ publicationId }) => publicationId)).size).toBe(2);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
});
