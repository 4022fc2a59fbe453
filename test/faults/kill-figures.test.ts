// kill -9 of a worker in the middle of a fold of figures: each change is in the sums of the days once, when the next worker
// is done, and the figures are those of a slow recount.
import { test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { foldWaiting } from '../../src/models/figures/fold.ts';
import { dayIn } from '../../src/models/figures/local-day.ts';
import { readPeriods } from '../../src/models/figures/period.ts';
import { Recount } from '../figures/recount.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { Standstill } from '../support/databases/standstill.ts';
import { fastClock } from '../support/processes/fast-clock.ts';
import { startWorkerProcess } from '../support/processes/worker-process.ts';
import { settleImports, startedImport } from '../support/publications/imports.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { drawnDialects } from '../support/runs/drawn.ts';
import { MovableClock } from '../support/service/clock.ts';
import { restart } from '../support/service/restarted.ts';

/** More changes than one batch of the fold takes. */
const PEOPLE = 1100;
const PATIENCE = { timeout: 60_000, interval: 20 };
const FILE = `email\n${Array.from({ length: PEOPLE }, (_, at) => `r${at}@example.org`).join('\n')}\n`;

test.concurrent.for(drawnDialects(1))(
  'kill -9 in the middle of a fold of figures loses and doubles nothing on %s',
  async (dialect, { expect, onTestFinished }) => {
    const { url, database } = await newOwnDatabase(dialect, onTestFinished);
    const config = readConfig({ ENVIRONMENT: 'test', DATABASE_URL: url });
    const service = await restart({ config, database, clock: new MovableClock() }, {});
    onTestFinished(() => service.close());
    const site = await givenPayingSite(service);
    await site.payingCustomer();
    await startedImport(service, site.publication, FILE);
    await settleImports(service);
    const [newest] = await database.knex('figure_changes').max('number as number');
    const waiting = async () => (await database.knex('figure_changes').where({ foldedAs: 0 })).length;
    const sum = async () =>
      (await database.knex('daily_figures').where({ figure: 'people' })).reduce(
        (all: number, { amount }) => all + Number(amount),
        0,
      );
    // The second batch has been added to the sums, and is being marked as folded.
    const standstill = new Standstill(url, database, 'figure_changes');
    await standstill.begin('update of folded_as', `new.number = ${newest?.['number']}`);
    const all = await waiting();
    const worker = await startWorkerProcess(url, fastClock(1));
    const end = new AsyncDisposableStack();
    onTestFinished(() => end.disposeAsync());
    end.defer(() => worker.kill());
    await expect.poll(async () => (await waiting()) < all && (await standstill.isStanding()), PATIENCE).toBe(true);
    await end.disposeAsync();
    await standstill.endConnections();
    await expect.poll(() => standstill.isStanding(), PATIENCE).toBe(false);
    const folded = await database.knex('figure_changes').where({ figure: 'people' }).andWhere('foldedAs', '>', 0);
    expect([await sum(), await waiting()]).toEqual([folded.length, all - 1000]);
    await standstill.end();
    while (await foldWaiting(database));
    expect(await waiting()).toBe(0);
    const today = dayIn(site.publication.timeZone)(service.clock.now().getTime());
    const recount = new Recount(site);
    await recount.look(today);
    const [period] = await readPeriods(site.publication, database, { from: today, to: today }, 'day');
    const states = Object.entries(period?.states ?? {}).filter(([, count]) => count > 0);
    expect(Object.fromEntries(states)).toEqual(recount.days.get(today)?.states);
    expect(period?.joined).toBe(PEOPLE + 1);
    const money = [...(period?.money ?? [])].map(([currency, one]) => [`${today} ${currency}`, one.in]);
    expect(Object.fromEntries(money)).toEqual((await recount.money(dayIn(site.publication.timeZone))).in);
    expect(await ledgerFaults(database, [])).toEqual([]);
  },
);
