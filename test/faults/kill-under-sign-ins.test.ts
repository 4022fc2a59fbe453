// T22 kill -9 while readers go through the whole flow, authorize, token, userinfo and sign-out, 3 rounds on each database: every token that was
// handed out is stored, every sign-out has its deliveries, and no code works twice, before the crash and after it.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ledgerFaults, type Acknowledged, type Unanswered } from '../support/databases/ledger.ts';
import { isLostConnection } from '../support/processes/lost-connection.ts';
import {
  accessTokenOf,
  errorOf,
  setProviderStage,
  type Answer,
  type ProviderStage,
  type Reader,
  type Website,
} from '../support/processes/provider-processes.ts';
import type { ServerProcess } from '../support/processes/server-process.ts';
import { drawnDialects } from '../support/runs/drawn.ts';
import { killRounds } from '../support/runs/kill-rounds.ts';

const ROUNDS = killRounds(3);
const READERS = 6;
const PATIENCE_MILLISECONDS = 60_000;
/** Nobody listens there: the deliveries stay. */
const DEAD = ['http://127.0.0.1:9/one', 'http://127.0.0.1:9/two'];

interface Diary {
  readonly acknowledged: Acknowledged[];
  readonly unanswered: Unanswered[];
  /** Codes whose redemption was never answered, and codes that were redeemed. */
  readonly open: { website: Website; code: string; isRedeemed: boolean }[];
}

interface Round {
  readonly stage: ProviderStage;
  readonly server: ServerProcess;
  readonly websites: readonly Website[];
  readonly diary: Diary;
}

/** One reader after another until the server is gone. */
async function walk(round: Round, name: string): Promise<void> {
  for (let count = 0; ; count += 1) {
    const reader = await round.stage.newReader(`${name}-${count}@example.test`);
    if (!(await survives(round, () => signInAndOut(round, reader)))) return;
  }
}

/** False when the server was killed meanwhile. Whatever else goes wrong fails the test. */
async function survives({ server }: Round, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (server.process.killed && isLostConnection(error)) return false;
    throw error;
  }
}

async function signInAndOut(round: Round, reader: Reader): Promise<void> {
  const { stage, server, websites, diary } = round;
  for (const website of websites) {
    const code = await stage.authorize(server, website, reader);
    expect(code).not.toBe('');
    const accessToken = accessTokenOf(await redeem(round, website, code));
    diary.acknowledged.push({ kind: 'token', accessToken, sid: reader.sid });
    expect((await stage.userinfo(server, accessToken)).status).toBe(200);
  }
  await signOut(round, reader);
}

async function redeem({ stage, server, diary }: Round, website: Website, code: string): Promise<Answer> {
  const entry = { website, code, isRedeemed: false };
  diary.open.push(entry);
  const answer = await stage.redeem(server, website, code);
  expect(answer.status).toBe(200);
  entry.isRedeemed = true;
  return answer;
}

async function signOut({ stage, server, websites, diary }: Round, reader: Reader): Promise<void> {
  const form = await stage.prepareSignOut(server, reader);
  const entry = { kind: 'sign-out', sid: reader.sid, receivers: websites.length } as const;
  diary.unanswered.push(entry);
  expect((await stage.signOut(server, reader, form)).status).toBe(303);
  diary.unanswered.pop();
  diary.acknowledged.push(entry);
}

/** After the crash a code may be good for its first redemption, never for a second. */
async function tryAgain(stage: ProviderStage, server: ServerProcess, { open }: Diary): Promise<void> {
  const unanswered = open.filter(({ isRedeemed }) => !isRedeemed);
  for (const { website, code, isRedeemed } of [...unanswered.slice(-READERS), ...open.slice(-READERS)]) {
    const first = await stage.redeem(server, website, code);
    if (isRedeemed) expect(errorOf(first)).toBe('invalid_grant');
    expect(errorOf(await stage.redeem(server, website, code))).toBe('invalid_grant');
  }
}

/** A slow machine is killed in the middle of work, too. */
async function someSignOut(diaries: readonly Diary[]): Promise<void> {
  const isThere = (): boolean =>
    diaries.some(({ acknowledged }) => acknowledged.some(({ kind }) => kind === 'sign-out'));
  for (const until = Date.now() + PATIENCE_MILLISECONDS; !isThere() && Date.now() < until;) await sleep(10);
}

test.concurrent.for(drawnDialects(8))(
  `T22 on %s ${ROUNDS} rounds of kill -9 under sign-ins leave nothing lost, nothing half made and no code good twice`,
  { timeout: 120_000 + ROUNDS * 60_000 },
  async (dialect, { onTestFinished }) => {
    const stage = await setProviderStage(dialect);
    onTestFinished(() => stage.close());
    const websites = await Promise.all(DEAD.map((uri) => stage.newWebsite(uri)));
    const all: Diary = { acknowledged: [], unanswered: [], open: [] };
    for (let count = 0; count < ROUNDS; count += 1) {
      const server = await stage.start();
      await tryAgain(stage, server, all);
      const diaries: Diary[] = Array.from({ length: READERS }, () => ({ acknowledged: [], unanswered: [], open: [] }));
      const walks = Promise.all(
        diaries.map((diary, place) => walk({ stage, server, websites, diary }, `reader-${count}-${place}`)),
      );
      await someSignOut(diaries);
      await sleep((count * 97) % 300);
      await server.end('SIGKILL');
      await walks;
      for (const { acknowledged, unanswered, open } of diaries) {
        all.acknowledged.push(...acknowledged);
        all.unanswered.push(...unanswered);
        all.open.push(...open);
      }
      expect(
        await ledgerFaults(
          stage.database,
          diaries.flatMap(({ acknowledged }) => acknowledged),
          diaries.flatMap(({ unanswered }) => unanswered),
        ),
      ).toEqual([]);
    }
    expect(await ledgerFaults(stage.database, all.acknowledged, all.unanswered)).toEqual([]);
    expect(all.acknowledged.filter(({ kind }) => kind === 'sign-out').length).toBeGreaterThanOrEqual(ROUNDS);
  },
);
