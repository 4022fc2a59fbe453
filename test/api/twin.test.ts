// The twin of the contract fuzz: fast-check makes requests from openapi.yaml's own parameters, good, nearly good and wild ones. No answer is
// a 5xx and every answer is documented. Half of the cases are drawn by a fixed seed, half by that of the day (support/runs/seeds.ts). TWIN_CASES sets
// their number per operation.
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { dataApiOperationIds, type DataApiOperationId } from '../../generated/operation-ids.ts';
import { dataApiOperations } from '../../generated/router.ts';
import type { Parameter } from '../../src/http/check.ts';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { testDialect } from '../support/databases/database.ts';
import { basic, givenPublication, type TestPublication } from '../support/publications/publication.ts';
import { drawnSeeds } from '../support/runs/seeds.ts';
import { undocumented } from '../support/service/contract.ts';
import { useService } from '../support/service/service.ts';

// The checks are the same on both databases: the long run is on one.
const CASES = Number(process.env['TWIN_CASES'] ?? (testDialect === 'postgres' ? 200 : 400));
const CASES_BY_SEED = CASES / drawnSeeds.length;
/** By the first segment of a path: what is known of the resource that its {id} names. */
const OWN_IDS: Readonly<Record<string, string>> = {
  members: 'customer',
  customers: 'customer',
  subscriptions: 'id',
  plans: 'plan_id',
  prices: 'price_id',
  offers: 'offer',
  newsletters: 'newsletter',
};
const service = useService();
let given: TestPublication;
/** Values that exist, by the parameter they are for, so that requests also reach what lies behind the checks. */
let known: Record<string, string>;

// For each operation anew: some of them erase.
beforeEach(async () => {
  given = await givenPublication(service());
  const { api, publication, plan, price, otherPlan } = given;
  const { database, clock } = service();
  const offer = await database.transaction((transaction) =>
    createOffer(publication, transaction, clock, {
      slug: 'supporter',
      name: 'Supporter',
      planId: plan.id,
      priceIds: [price.id],
    }),
  );
  const customer = (
    await api.post('/customers', { email: 'known@example.test', activation_code: 'KNOWN-CODE' })
  ).json();
  const subscription = (
    await api.post('/subscriptions', { customer_id: customer.id, plan_id: otherPlan.id, complimentary: 'true' })
  ).json();
  known = {
    complimentary: 'false',
    customer_id: customer.id,
    plan_id: plan.id,
    price_id: price.id,
    id: subscription.id,
    offer: offer.id,
    newsletter: 'weekly',
    newsletter_slugs: 'weekly,daily',
    email: 'known@example.test',
    activation_code: 'KNOWN-CODE',
    plan: otherPlan.slug,
    customer: customer.id,
    status: 'active',
    created_after: '2020-03-01T09:30:00.5+02:00',
    created_before: '2040-03-01T09:30:00Z',
  };
});

/** Text as a client might send it: plausible, at the edges, or hostile. */
function textFor(name: string, parameter: Parameter): fc.Arbitrary<string> {
  const edges = [parameter.minimum, parameter.maximum, 0, -1, 1e9]
    .filter((edge) => edge !== undefined)
    .flatMap((edge) => [edge - 1, edge, edge + 1].map(String));
  const plausible = {
    integer: fc.integer({ min: -5, max: 200 }).map(String),
    boolean: fc.constantFrom('true', 'false', 'True', '1', '0', 'yes', ''),
    string: fc.string({ unit: 'grapheme', maxLength: 40 }),
  };
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(known[name] ?? 'a value') },
    { weight: 2, arbitrary: fc.constantFrom(...Object.values(known)) },
    { weight: 4, arbitrary: plausible[parameter.type] },
    { weight: 2, arbitrary: fc.emailAddress() },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...edges,
        'null',
        '',
        ' ',
        '\u0000',
        '\r\n',
        '__proto__',
        "' or 1=1 --",
        '<script>',
        '\ud800',
        'x'.repeat(300),
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  );
}

/** Pairs, mostly of the operation's own parameters, sometimes repeated or unknown; encoded, or raw as no client should. */
function pairsFor(parameters: Readonly<Record<string, Parameter>>): fc.Arbitrary<string> {
  const own = Object.entries(parameters).map(([name, parameter]) =>
    fc.tuple(fc.constant(name), textFor(name, parameter)),
  );
  const stray = fc.tuple(fc.constantFrom('admin', '__proto__', 'limit[]', 'a[b]', ''), fc.string({ maxLength: 10 }));
  const pair =
    own.length === 0 ? stray : fc.oneof({ weight: 12, arbitrary: fc.oneof(...own) }, { weight: 1, arbitrary: stray });
  const encoded = fc
    .uniqueArray(pair, { maxLength: 5, selector: ([name]) => name })
    .map((pairs) => new URLSearchParams(pairs).toString());
  const repeated = fc.array(pair, { maxLength: 5 }).map((pairs) => new URLSearchParams(pairs).toString());
  const raw = fc.string({ unit: 'binary-ascii', maxLength: 60 }).map((text) => text.replaceAll(/[^!-~]/g, '%'));
  const good = Object.keys(parameters).flatMap((name) =>
    known[name] === undefined ? [] : [[name, known[name]] as const],
  );
  const whole = fc.constant(new URLSearchParams(Object.fromEntries(good)).toString());
  return fc.oneof(
    { weight: 1, arbitrary: whole },
    { weight: 12, arbitrary: encoded },
    { weight: 2, arbitrary: repeated },
    { weight: 1, arbitrary: raw },
  );
}

interface Request {
  readonly url: string;
  readonly payload: string;
  readonly headers: Record<string, string>;
}

function requestFor(operationId: DataApiOperationId): fc.Arbitrary<Request> {
  const operation = dataApiOperations[operationId];
  const own = ownId(operationId);
  const id = fc.oneof(
    fc.constant(own),
    fc.constantFrom(...Object.values(known)),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  );
  const headers = fc.record({
    authorization: fc.oneof(
      { weight: 20, arbitrary: fc.constant(basic(given.apiKey)) },
      { weight: 1, arbitrary: fc.constantFrom('', 'Basic', basic('key_test_x'), 'Bearer x') },
    ),
    'idempotency-key': fc.option(fc.string({ unit: 'grapheme-ascii', maxLength: 12 }), { nil: '' }),
  });
  const parts = fc.tuple(pairsFor(operation.query.parameters), pairsFor(operation.form.parameters), id, headers);
  return parts.map(([query, form, pathId, sent]) => requestOf(operationId, { query, form, pathId, sent }));
}

/** What is sent in place of what is known: a customer who is new, and no address. */
const NEW: Partial<Record<DataApiOperationId, Readonly<Record<string, string>>>> = {
  createCustomer: { email: 'new@example.test', activation_code: 'NEW-CODE' },
  updateCustomerPostalAddress: { country: '', name: '' },
};

/** One that succeeds, which a seed may never draw. */
function goodRequest(operationId: DataApiOperationId): Request {
  const { query, form } = dataApiOperations[operationId];
  const good = { ...known, ...NEW[operationId] };
  const [inQuery, inForm] = [query, form].map(({ parameters }) =>
    new URLSearchParams(Object.entries(good).filter(([name]) => name in parameters)).toString(),
  );
  return requestOf(operationId, {
    query: inQuery ?? '',
    form: inForm ?? '',
    pathId: ownId(operationId),
    sent: { authorization: basic(given.apiKey) },
  });
}

function ownId(operationId: DataApiOperationId): string {
  return known[OWN_IDS[dataApiOperations[operationId].path.split('/')[2] ?? ''] ?? ''] ?? 'an id';
}

function requestOf(
  operationId: DataApiOperationId,
  parts: { query: string; form: string; pathId: string; sent: Record<string, string> },
): Request {
  const { method, path } = dataApiOperations[operationId];
  return {
    url: `${path.replace('{id}', encodeURIComponent(parts.pathId.toWellFormed()))}${parts.query === '' ? '' : `?${parts.query}`}`,
    payload: method === 'POST' ? parts.form : '',
    headers: {
      ...present(parts.sent),
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
  };
}

const present = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));

describe.each(drawnSeeds)(`${CASES_BY_SEED} requests made from the contract, FUZZ_SEED=%i`, (seed) => {
  it.each(dataApiOperationIds)(
    'R-B2 %s never fails and never answers what is not documented',
    async (operationId) => {
      const { method } = dataApiOperations[operationId];
      const statuses = new Set<number>();
      const isDocumented = fc.asyncProperty(requestFor(operationId), async (request) => {
        const response = await service().app.inject({ method, ...request });
        statuses.add(response.statusCode);
        const faults = undocumented(operationId, response.statusCode, response.headers, response.body);
        if (response.statusCode >= 500 || faults.length > 0)
          throw new Error(`${response.statusCode} ${response.body} ${faults.join('; ')}`);
      });
      await fc.assert(isDocumented, { numRuns: CASES_BY_SEED, seed, examples: [[goodRequest(operationId)]] });
      // The cases went through the checks, not only against them.
      expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401]));
    },
    120_000 + CASES * 60,
  );
});
