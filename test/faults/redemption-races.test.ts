// One authorization code, many redemptions at once, two server processes on one database (sign-in rules T20, T21; reliability R-A8, R-A9, R-F15).
// On SQLite it is one process, as operators run it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashSecret } from '../../src/database/secrets.ts';
import {
  accessTokenOf,
  errorOf,
  setProviderStage,
  type Answer,
  type ProviderStage,
  type Website,
} from '../support/processes/provider-processes.ts';
import type { ServerProcess } from '../support/processes/server-process.ts';

const AT_ONCE = 100;
const ROUNDS = 3;

describe.each([
  ['postgres', 2],
  ['sqlite', 1],
] as const)('on %s with %i process(es)', (dialect, processes) => {
  let stage: ProviderStage;
  let website: Website;
  const servers: ServerProcess[] = [];
  const server = (turn: number): ServerProcess => {
    const found = servers[turn % servers.length];
    if (found === undefined) throw new Error('no server runs');
    return found;
  };

  beforeAll(async () => {
    stage = await setProviderStage(dialect);
    website = await stage.newWebsite();
    servers.push(...(await Promise.all(Array.from({ length: processes }, () => stage.start()))));
  });
  afterAll(() => stage.close());

  async function countTokens(code: string): Promise<{ stored: number; live: number }> {
    const rows: { revokedAt: number | null }[] = await stage.database
      .knex('accessTokens')
      .where({ authorizationCodeHash: hashSecret(code) })
      .select('revokedAt');
    return { stored: rows.length, live: rows.filter(({ revokedAt }) => revokedAt === null).length };
  }

  test(`R-A9 T21 of ${AT_ONCE} redemptions of one code exactly one is answered 200, and no token is stored for the rest`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const reader = await stage.newReader(`reader${round}@example.test`);
      const code = await stage.authorize(server(round), website, reader);
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, turn) => stage.redeem(server(turn), website, code)),
      );
      const good = answers.filter(({ status }) => status === 200);
      expect(good).toHaveLength(1);
      const refused = answers.filter(({ status }) => status !== 200).map((answer) => [answer.status, errorOf(answer)]);
      expect(new Set(refused.map(String))).toEqual(new Set(['400,invalid_grant']));
      expect((await countTokens(code)).stored).toBe(1);
    }
  });

  test('R-A9 T20 a code that was redeemed twice at once leaves no token that works, at either process', async () => {
    const reader = await stage.newReader('replayed@example.test');
    const code = await stage.authorize(server(0), website, reader);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, turn) => stage.redeem(server(turn), website, code)),
    );
    const accessToken = answers.map(accessTokenOf).find((token) => token !== '') ?? '';
    expect(errorOf(await stage.redeem(server(1), website, code))).toBe('invalid_grant');
    expect(await countTokens(code)).toEqual({ stored: 1, live: 0 });
    for (const turn of [0, 1]) expect((await stage.userinfo(server(turn), accessToken)).status).toBe(401);
  });

  test('R-A9 T18 another client’s attempts at once neither redeem the code nor revoke what its owner got', async () => {
    const other = await stage.newWebsite();
    const reader = await stage.newReader('owner@example.test');
    const code = await stage.authorize(server(0), website, reader);
    const strangers = (): Promise<Answer[]> =>
      Promise.all(Array.from({ length: 10 }, (_, turn) => stage.redeem(server(turn), other, code)));
    const [before, mine, during] = await Promise.all([
      strangers(),
      stage.redeem(server(1), website, code),
      strangers(),
    ]);
    expect([...before, ...during, ...(await strangers())].every((answer) => errorOf(answer) === 'invalid_grant')).toBe(
      true,
    );
    expect((await stage.userinfo(server(0), accessTokenOf(mine))).status).toBe(200);
  });

  test('R-A8 R-F15 each step may be answered by another process, and a sign-out at one is known at the other at once', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const reader = await stage.newReader(`turns${turn}@example.test`);
      const [here, there] = [server(turn), server(turn + 1)];
      const accessToken = accessTokenOf(
        await stage.redeem(there, website, await stage.authorize(here, website, reader)),
      );
      const unredeemed = await stage.authorize(there, website, reader);
      expect((await stage.userinfo(here, accessToken)).status).toBe(200);
      const form = await stage.prepareSignOut(here, reader);
      expect((await stage.signOut(there, reader, form)).status).toBe(303);
      expect((await stage.userinfo(here, accessToken)).status).toBe(401);
      expect(errorOf(await stage.redeem(here, website, unredeemed))).toBe('invalid_grant');
      expect(await stage.authorize(here, website, reader)).toBe('');
    }
  });
});
