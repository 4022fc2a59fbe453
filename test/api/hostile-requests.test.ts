// Requests that only somebody writes who looks for a gap, made from the contract: each parameter twice, control characters in each place, and addresses that are
// nearly those of an operation (reliability R-B7, R-B11, R-B13).
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataApiOperationIds } from '../../generated/operation-ids.ts';
import { dataApiOperations } from '../../generated/router.ts';
import { basic, givenPublication, type TestPublication } from '../support/publications/publication.ts';
import { expectDocumentedResponse } from '../support/service/api-response.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const OPERATIONS = dataApiOperationIds.map((id) => dataApiOperations[id]);
let given: TestPublication;
beforeAll(async () => {
  given = await givenPublication(service());
});

interface Asked {
  readonly path?: string;
  readonly query?: string;
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Operation = (typeof OPERATIONS)[number];

async function ask(
  operation: Operation,
  { path, query = '', form, headers = {} }: Asked,
): Promise<LightMyRequestResponse> {
  const url = `${path ?? operation.path.replaceAll(/\{\w+\}/g, 'unknown')}${query === '' ? '' : `?${query}`}`;
  const response = await service().app.inject({
    method: operation.method,
    url,
    headers: {
      authorization: basic(given.apiKey),
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(form === undefined ? {} : { payload: form }),
  });
  if (path === undefined) expectDocumentedResponse(operation.method, url, response);
  return response;
}

const codeOf = (response: LightMyRequestResponse): string => response.json<{ error: { code: string } }>().error.code;

describe('each parameter of the contract', () => {
  const rows = OPERATIONS.flatMap((operation) => [
    ...Object.keys(operation.query.parameters).map((name) => ({ operation, name, place: 'query' as const })),
    ...Object.keys(operation.form.parameters).map((name) => ({ operation, name, place: 'form' as const })),
  ]);

  test('R-B11 is refused where it is sent twice, in the query, in the body, or once in each', async () => {
    for (const { operation, name, place } of rows) {
      const pairs = [`${name}=1&${name}=1`, `${name}=1&${name}=2`, `${name}[]=1`, `${name}=1&%${hexOf(name)}=1`];
      const twice: Asked[] = [
        ...pairs.map((text) => ({ [place]: text })),
        ...(place === 'form' ? [{ query: `${name}=1`, form: `${name}=1` }] : []),
      ];
      for (const asked of twice) {
        const response = await ask(operation, asked);
        const what = `${operation.operationId} ${JSON.stringify(asked)}`;
        expect([response.statusCode, codeOf(response)], `${what}`).toEqual([400, 'invalid_param']);
        expect(response.body, `${what}`).toMatch(reasonFor(name, asked));
      }
    }
  });

  test('R-B7 is refused with a control character, in the query, the body and the path', async () => {
    let places = 0;
    for (const character of ['%00', '%01', '%1b', '%7f']) {
      for (const { operation, name, place } of rows) {
        places += 1;
        const others = place === 'form' ? requiredBeside(operation, name) : '';
        const response = await ask(operation, { [place]: `${name}=a${character}b${others}` });
        const what = `${operation.operationId} ${name} ${character}`;
        expect([response.statusCode, codeOf(response)], `${what}`).toEqual([400, 'invalid_param']);
        expect(response.body, `${what}`).toContain(name);
      }
      for (const operation of OPERATIONS) {
        places += 1;
        const path = operation.path.replaceAll(/\{\w+\}/g, `a${character}b`);
        if (path !== operation.path)
          expect([400, 404], `${operation.operationId} ${path}`).toContain((await ask(operation, { path })).statusCode);
      }
    }
    expect(places).toBeGreaterThan(200);
  });
});

/** A name in brackets, and one that belongs into the body, are unknown there. */
function reasonFor(name: string, { query, form }: Asked): string {
  const isOnce = (query ?? form)?.includes('[]') === true || (query !== undefined && form !== undefined);
  return isOnce ? 'is not a parameter of this operation' : `${name} was sent more than once`;
}

/** What an operation asks for besides, so that nothing but the named parameter is wrong. */
const REQUIRED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  updateCustomerPostalAddress: { country: 'DE' },
  createSubscription: { customer_id: 'cus_unknown', plan_id: 'plan_unknown' },
};

function requiredBeside({ operationId }: Operation, name: string): string {
  return Object.entries(REQUIRED[operationId] ?? {})
    .filter(([other]) => other !== name)
    .map(([other, value]) => `&${other}=${value}`)
    .join('');
}

/** Writes the first letter as a percent-escape, which is the same name. */
const hexOf = (name: string): string => name.charCodeAt(0).toString(16) + name.slice(1);

const NEARLY: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `//${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => path.replace(/[^/]+$/, (last) => last.toUpperCase()),
  (path) => path.replace(/[^/]+$/, (last) => last.charAt(0).toUpperCase() + last.slice(1)),
  (path) => `${path}%2f`,
  (path) => `${path}%2F`,
  (path) => `${path}%5c`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}%0a`,
  (path) => `${path};a=b`,
  (path) => `${path}.json`,
  (path) => `${path}/.`.replace('/.', '/%2e%2e%2f'),
  (path) => path.replace('2023-04-11/', '2023-04-11%2f'),
  (path) => path.replace('2023-04-11', '2023-04-11%00'),
  (path) => `${path}%zz`,
  (path) => path.replace('2023', '%zz2023'),
  (path) => `${path}%ff`,
  (path) => `${path}/${'x'.repeat(8192)}`,
  (path) => `/${'x'.repeat(8192)}${path}`,
];

test('R-B13 two hundred addresses that are nearly those of an operation, of 8 KB as well, reach none', async () => {
  const lists = OPERATIONS.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const nearly = new Set(lists.flatMap(({ path }) => NEARLY.map((change) => change(path))));
  const known = new Set(OPERATIONS.map(({ path }) => path));
  expect(nearly.size).toBeGreaterThanOrEqual(200);
  for (const url of nearly) {
    expect(known).not.toContain(url);
    const response = await service().app.inject({ url, headers: { authorization: basic(given.apiKey) } });
    expect([400, 404, 414], `${url.slice(0, 100)} ${response.statusCode}`).toContain(response.statusCode);
    expect(response.body, `${url.slice(0, 100)}`).not.toContain('"objects"');
  }
});
