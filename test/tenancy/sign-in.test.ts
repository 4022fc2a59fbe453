// Client, code, token, session and hint of one publication are unknown to another (X4; reliability R-T1, R-P1). Every operation of the contract has a row,
// or this fails.
import { beforeAll, describe, expect, it } from 'vitest';
import { signInOperationIds } from '../../generated/operation-ids.ts';
import { givenRelyingParty } from '../support/outside/relying-party.ts';
import { givenPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';
import { rowsOf, tracesOf } from './rows.ts';
import { SIGN_IN_ROWS, type World } from './sign-in.ts';

const service = useService();
let a: World;
let b: World;

async function givenWorld(canary: string): Promise<World> {
  const publication = await givenPublication(service(), {
    name: `${canary} news`,
    siteUrl: `https://${canary}.example.test`,
  });
  const party = await givenRelyingParty(service(), { name: canary }, publication);
  return { party, reader: await party.signIn({ email: `${canary}@example.test` }), canary, foreign: [] };
}

beforeAll(async () => {
  [a, b] = [await givenWorld('canary-a-5512'), await givenWorld('canary-b-8803')];
  const [rowsOfA, rowsOfB] = [
    await rowsOf(service().database, a.party.given.publication.id),
    await rowsOf(service().database, b.party.given.publication.id),
  ];
  a.foreign = [b.canary, ...tracesOf(rowsOfB, rowsOfA)];
  b.foreign = [a.canary, ...tracesOf(rowsOfA, rowsOfB)];
});

describe.each(signInOperationIds.map((operationId) => ({ operationId, rows: SIGN_IN_ROWS[operationId] })))(
  '$operationId',
  ({ rows }) => {
    it('has at least one row', () => {
      expect(rows.length).toBeGreaterThan(0);
    });

    it.each(rows)('X4 R-T1 $title', async ({ check }) => {
      await expect(check(a, b)).resolves.toBeUndefined();
      await expect(check(b, a)).resolves.toBeUndefined();
    });
  },
);

it('the issuers tell the sites apart', () => {
  expect(a.reader.claims.iss).not.toBe(b.reader.claims.iss);
});

it('R-P1 no e-mail address, code or token was written to the log', () => {
  const log = service().logLines.join('');
  for (const world of [a, b])
    for (const secret of [world.reader.tokens.access_token, world.reader.tokens.id_token, `${world.canary}@`])
      expect(log).not.toContain(secret);
});
