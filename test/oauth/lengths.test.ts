// The lengths of the sign-in provider's parameters, as the contract has them: one more character is refused before anything is done.
import { expect, test } from 'vitest';
import { readContract } from '../../scripts/generate/contract.ts';
import { asObject } from '../../scripts/generate/json.ts';
import { locationOf } from '../support/browser/browser.ts';
import { answerOf, givenRelyingParty } from '../support/outside/relying-party.ts';
import { expectDocumented } from '../support/service/contract.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const { operations, resolve } = readContract(new URL('../../openapi.yaml', import.meta.url).pathname);

/** The parameters of an operation that have a longest length. */
function lengthsOf(operationId: string): (readonly [string, number])[] {
  const query = operations.find((operation) => operation.operationId === operationId)?.parts.query;
  if (query === undefined) throw new Error(`${operationId} has no query`);
  return Object.entries(asObject(resolve(query)['properties'])).flatMap(([name, schema]) => {
    const { maxLength } = asObject(schema);
    return typeof maxLength === 'number' ? [[name, maxLength] as const] : [];
  });
}

const WITHOUT_REDIRECT = new Set(['client_id', 'redirect_uri']);
const AUTHORIZE = lengthsOf('authorize');
const END_SESSION = lengthsOf('endSession');

test('authorization has eight such parameters, sign-out four', () => {
  expect([AUTHORIZE.length, END_SESSION.length]).toEqual([8, 4]);
});

test.each(AUTHORIZE)('%s of more than %i characters gets no code', async (name, longest) => {
  const party = await givenRelyingParty(service());
  const browser = await party.signedInBrowser();
  const response = await party.authorize(browser, { [name]: 'x'.repeat(longest + 1) });
  if (WITHOUT_REDIRECT.has(name)) expect([response.statusCode, locationOf(response)]).toEqual([400, '']);
  else
    expect(answerOf(response)).toMatchObject({
      error: 'invalid_request',
      error_description: `${name} is longer than ${longest} characters`,
    });
});

test.each(END_SESSION)('%s of more than %i characters signs nobody out', async (name, longest) => {
  const party = await givenRelyingParty(service());
  const { browser, tokens } = await party.signIn();
  const response = await party.endSession(browser, { id_token_hint: tokens.id_token, [name]: 'x'.repeat(longest + 1) });
  expect([response.statusCode, locationOf(response)]).toEqual([400, '']);
  expect(answerOf(await party.authorize(browser, { prompt: 'none' }))).toHaveProperty('code');
});

test.each(['authorize', 'endSession'] as const)(
  'an address of more than 64 KiB to %s gets the page of 431',
  async (operation) => {
    const party = await givenRelyingParty(service());
    const browser = await party.signedInBrowser();
    const response = await party[operation](browser, { state: '😀'.repeat(6000) });
    expect(response.statusCode).toBe(431);
    expectDocumented(operation, response.statusCode, response.headers, response.body);
    expect(answerOf(await party.authorize(browser, { prompt: 'none' }))).toHaveProperty('code');
  },
);
