// R-F2 R-F15 two instances behind a load balancer are restarted one after the other while they are used: no request is dropped, and none fails.
// KILL_ROUNDS varies the number of restarts.
import { Agent } from 'undici';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../src/database/clock.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { findFreePort } from '../support/databases/postgres-server.ts';
import { startBalancer } from '../support/processes/balancer.ts';
import { MixClient, runMix, type Answered } from '../support/processes/mix.ts';
import { setProviderStage, type ProviderStage } from '../support/processes/provider-processes.ts';
import type { ServerProcess } from '../support/processes/server-process.ts';
import { killRounds } from '../support/runs/kill-rounds.ts';

const RESTARTS = killRounds(2);
const PATIENCE = { timeout: 60_000, interval: 20 };
const PACE = { perSecond: 20, atOnceMax: 8 };
const READERS = 5;
/** As docs/operating.md has it, several times as long as the balancer takes to notice. */
const DRAIN_SECONDS = '1';

async function clientOf(stage: ProviderStage, url: string, agent: Agent): Promise<MixClient> {
  const { database, publication } = stage;
  const { key: apiKey } = await database.transaction((transaction) =>
    createApiKey(publication, transaction, systemClock, { environment: 'test' }),
  );
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, place) => stage.newReader(`reader${place}@example.test`)),
  );
  const website = await stage.newWebsite();
  const cookies = readers.map(({ cookie }) => cookie);
  return new MixClient({ url, siteHost: publication.siteHost, apiKey, website, cookies, mark: 'rolled' }, agent);
}

test(
  `R-F2 R-F15 ${RESTARTS} restarts of two instances in turn, under kept connections that read and write, drop no request`,
  { timeout: 120_000 + RESTARTS * 60_000 },
  async ({ onTestFinished }) => {
    const stage = await setProviderStage('postgres');
    onTestFinished(() => stage.close());
    const ports = [String(await findFreePort()), String(await findFreePort())];
    const start = (turn: number): Promise<ServerProcess> => stage.start({ PORT: ports[turn % 2] ?? '', DRAIN_SECONDS });
    const servers = await Promise.all([start(0), start(1)]);
    const balancer = await startBalancer(servers.map(({ url }) => url));
    onTestFinished(balancer.close);
    const agent = new Agent({ connections: PACE.atOnceMax });
    onTestFinished(() => agent.destroy());
    const client = await clientOf(stage, balancer.url, agent);
    const answers: Answered[] = [];
    let isOver = false;
    const load = runMix([client], { ...PACE, isOver: () => isOver }, (answered) => void answers.push(answered));
    for (let turn = 0; turn < RESTARTS; turn += 1) {
      const answeredBefore = balancer.answered()[turn % 2] ?? 0;
      await vi.waitUntil(() => (balancer.answered()[turn % 2] ?? 0) > answeredBefore + 10, PATIENCE);
      expect(await servers[turn % 2]?.end('SIGTERM')).toBe(0);
      servers[turn % 2] = await start(turn);
      await vi.waitUntil(() => balancer.inTurn() === 2, PATIENCE);
    }
    isOver = true;
    await load;
    expect(answers.flatMap(({ fault }) => fault ?? [])).toEqual([]);
    const created = answers.filter(({ kind }) => kind === 'create customer');
    const [kept] = await stage.database.knex('customers').where('email', 'like', 'rolled%').count({ count: '*' });
    expect(Number(kept?.count)).toBe(created.length);
    expect(await ledgerFaults(stage.database, [])).toEqual([]);
  },
);
