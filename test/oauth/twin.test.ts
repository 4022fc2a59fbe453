// The twin of the contract fuzz for the sign-in provider: fast-check makes requests from the parameters that openapi.yaml names, good ones and
// wild ones, with and without credentials. No answer is a 5xx, every answer is documented, and no redirect leads where none is registered.
// Half of the cases are drawn by a fixed seed, half by that of the day (support/runs/seeds.ts). TWIN_CASES sets their number per operation.
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInOperationIds, type SignInOperationId } from '../../generated/operation-ids.ts';
import { signInOperations } from '../../generated/router.ts';
import { openContract } from '../../src/http/contract.ts';
import { testDialect } from '../support/databases/database.ts';
import {
  givenRelyingParty,
  POST_LOGOUT_REDIRECT_URI,
  REDIRECT_URI,
  type RelyingParty,
  type SignedIn,
} from '../support/outside/relying-party.ts';
import { drawnSeeds } from '../support/runs/seeds.ts';
import { undocumented } from '../support/service/contract.ts';
import { useService } from '../support/service/service.ts';

// The checks are the same on both databases: the long run is on one.
const CASES = Number(process.env['TWIN_CASES'] ?? (testDialect === 'postgres' ? 200 : 400));
const CASES_BY_SEED = CASES / drawnSeeds.length;
const service = useService();
const contract = await openContract();
let party: RelyingParty;
let reader: SignedIn;
let known: Record<string, string>;

// For each operation anew: some of them sign out.
beforeEach(async () => {
  party = await givenRelyingParty(service());
  reader = await party.signIn();
  const code = await party.newCode(reader.browser);
  known = {
    response_type: 'code',
    scope: 'openid email',
    client_id: party.application.clientId,
    client_secret: party.clientSecret,
    redirect_uri: REDIRECT_URI,
    prompt: 'none',
    grant_type: 'authorization_code',
    code,
    id_token_hint: reader.tokens.id_token,
    post_logout_redirect_uri: POST_LOGOUT_REDIRECT_URI,
    max_age: '60',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    response_mode: 'query',
  };
});

/** The names of the query and form parameters of the operation. */
function parameterNames(operationId: SignInOperationId): string[] {
  const operation = contract.getOperation(operationId);
  const query = (operation?.parameters ?? []).flatMap((parameter) =>
    'name' in parameter && parameter.in === 'query' ? [parameter.name] : [],
  );
  const body = operation?.requestBody;
  const schema =
    body !== undefined && 'content' in body ? body.content['application/x-www-form-urlencoded']?.schema : undefined;
  const form = schema !== undefined && 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
  return [...new Set([...query, ...form, 'unknown', 'x[y]'])];
}

function valueFor(name: string): fc.Arbitrary<string> {
  const hostile = [
    '',
    ' ',
    'null',
    '\u0000',
    '\r\nset-cookie: a=b',
    '"><script>',
    '\ud800',
    'javascript:alert(1)',
    '//evil.example',
    `${REDIRECT_URI}?a=1`,
    `${REDIRECT_URI}#`,
    'x'.repeat(3000),
    '__proto__',
  ];
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(known[name] ?? 'a value') },
    { weight: 1, arbitrary: fc.constantFrom(...hostile) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(known)) },
  );
}

function parametersFor(operationId: SignInOperationId): fc.Arbitrary<string> {
  const pairs = parameterNames(operationId).map((name) =>
    fc.option(fc.tuple(fc.constant(name), valueFor(name)), { freq: 6, nil: undefined }),
  );
  const chosen = fc.tuple(...pairs).map((list) => list.filter((pair) => pair !== undefined));
  const well = fc
    .tuple(chosen, fc.boolean())
    .map(([list, isRepeated]) =>
      new URLSearchParams(isRepeated && list[0] !== undefined ? [...list, list[0]] : list).toString(),
    );
  const raw = fc.string({ unit: 'binary-ascii', maxLength: 60 }).map((text) => text.replaceAll(/[^!-~]/g, '%'));
  return fc.oneof(
    { weight: 12, arbitrary: chosen.map((list) => new URLSearchParams(list).toString()) },
    { weight: 4, arbitrary: well },
    { weight: 1, arbitrary: raw },
  );
}

function requestFor(operationId: SignInOperationId) {
  const { method, path } = signInOperations[operationId];
  const cookie = [...reader.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const authorizations = [
    '',
    party.authorization,
    `Bearer ${reader.tokens.access_token}`,
    'Basic !!!',
    'Bearer',
    `Bearer ${'x'.repeat(100)}`,
  ];
  const headers = fc.record({
    authorization: fc.constantFrom(...authorizations),
    cookie: fc.constantFrom('', cookie, 'masthead_session=x'),
  });
  return fc.tuple(parametersFor(operationId), headers).map(([parameters, given]) => ({
    method,
    url: method === 'GET' && parameters !== '' ? `${path}?${parameters.replaceAll('#', '%23')}` : path,
    headers: {
      host: party.given.publication.siteHost,
      ...given,
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(method === 'POST' ? { payload: parameters } : {}),
  }));
}

/** Where a redirect may lead: the site itself, or what the application registered. */
function isLeadingAway(location: unknown): boolean {
  const target = new URL(String(location), party.given.publication.siteUrl);
  const own = [party.given.publication.siteUrl, new URL(REDIRECT_URI).origin, new URL(POST_LOGOUT_REDIRECT_URI).origin];
  return !own.includes(target.origin);
}

describe.each(drawnSeeds)(`${CASES_BY_SEED} requests made from the contract, FUZZ_SEED=%i`, (seed) => {
  it.each(signInOperationIds)(
    'R-B2 %s never fails, never answers what is not documented, and never leads astray',
    async (operationId) => {
      const statuses = new Set<number>();
      const isSound = fc.asyncProperty(requestFor(operationId), async (request) => {
        const response = await service().app.inject(request);
        statuses.add(response.statusCode);
        const faults = undocumented(operationId, response.statusCode, response.headers, response.body);
        if (response.headers.location !== undefined && isLeadingAway(response.headers.location))
          faults.push(`led to ${response.headers.location}`);
        if (response.statusCode >= 500 || faults.length > 0)
          throw new Error(`${response.statusCode} ${response.body.slice(0, 500)} ${faults.join('; ')}`);
      });
      await fc.assert(isSound, { numRuns: CASES_BY_SEED, seed });
      expect(statuses.size).toBeGreaterThan(0);
      if (operationId === 'authorize' || operationId === 'endSession')
        expect([...statuses]).toEqual(expect.arrayContaining([302, 400]));
    },
    120_000 + CASES * 60,
  );
});

it('the parameters come from the contract', () => {
  expect(parameterNames('authorize')).toEqual(expect.arrayContaining(['client_id', 'redirect_uri', 'max_age']));
  expect(parameterNames('issueToken')).toEqual(expect.arrayContaining(['grant_type', 'code', 'client_secret']));
});
