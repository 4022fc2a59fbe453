// kill -9 of workers while a price change moves subscribers, and while it takes them back: before a call to the gateway, and after the gateway carried
// it out but before we wrote it down. Each subscriber ends at one price, with one mail. The gateway is the sandbox, which stops answering there.
import { test, type ExpectStatic, type TestContext } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { PriceChangeMove } from '../../src/models/money/price-change-move.ts';
import { beginPriceChange, undoPriceChange } from '../../src/payments/price-change/change.ts';
import { previewPriceChange, renewalClock } from '../../src/payments/price-change/preview.ts';
import type { SandboxSettings } from '../../src/payments/sandbox/settings.ts';
import type { Dialect } from '../support/databases/database.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { fastClock } from '../support/processes/fast-clock.ts';
import { startWorkerProcess, type WorkerProcess } from '../support/processes/worker-process.ts';
import { givenOfferedSite, type OfferedSite } from '../support/publications/paying.ts';
import { drawnDialects } from '../support/runs/drawn.ts';
import { MovableClock } from '../support/service/clock.ts';
import { restart } from '../support/service/restarted.ts';

const READERS = ['ada@example.org', 'eve@example.org', 'joe@example.org'];
const [OLD, NEW] = [5000, 6000];
const HOUR = 3_600_000;
const PATIENCE = { timeout: 30_000, interval: 20 };

/** From the call of the worker's on that gives or takes a coming price, the sandbox answers nothing more. */
const STOP_AFTER_CALL: Record<Dialect, readonly string[]> = {
  sqlite: [
    `create trigger stop_answering after update of next_price on sandbox_subscriptions when new.next_price is not old.next_price
      begin update sandbox_settings set trouble = 'slow' where publication_id = new.publication_id; end`,
  ],
  postgres: [
    `create function stop_answering() returns trigger language plpgsql as $$
      begin update sandbox_settings set trouble = 'slow' where publication_id = new.publication_id; return new; end $$`,
    `create trigger stop_answering after update of next_price on sandbox_subscriptions for each row
      when (new.next_price is distinct from old.next_price) execute function stop_answering()`,
  ],
};
const ANSWER_AGAIN: Record<Dialect, readonly string[]> = {
  sqlite: ['drop trigger stop_answering'],
  postgres: ['drop trigger stop_answering on sandbox_subscriptions', 'drop function stop_answering'],
};

/** A subscriber's coming price, as the gateway knows it and as we do. */
interface Coming {
  readonly theirs: string | null;
  readonly ours: string | null;
}

class Stage {
  readonly site: OfferedSite;
  readonly #start: () => Promise<WorkerProcess>;
  readonly #expect: ExpectStatic;

  constructor(site: OfferedSite, start: () => Promise<WorkerProcess>, expect: ExpectStatic) {
    this.site = site;
    this.#start = start;
    this.#expect = expect;
  }

  /** The price that the change begins with and the one that it moves to; the readers are due to be told. */
  async beginChange(): Promise<{ readonly id: string; readonly from: string; readonly to: string }> {
    const { publication, service } = this.site;
    const [, from = ''] = this.site.yearly.split('/');
    const [{ periodEnd = 0 } = {}] = await this.site.rows<{ periodEnd: number }>('billings');
    const wish = { priceId: from, amount: NEW, startsAt: periodEnd - HOUR };
    const shown = await previewPriceChange(service, publication, wish);
    const now = await renewalClock(service, publication);
    const id = await service.database.transaction((transaction) =>
      beginPriceChange(publication, transaction, service.clock, { wish, shown, now }),
    );
    await this.site.settle();
    const days = Math.ceil((periodEnd - now.getTime()) / (24 * HOUR)) - 31;
    await this.site.advance(`${days} days`);
    const [{ toPriceId = '' } = {}] = await this.site.rows<{ toPriceId: string }>('price_changes');
    return { id, from, to: toPriceId };
  }

  async undo(id: string): Promise<void> {
    const { publication, service } = this.site;
    const now = await renewalClock(service, publication);
    await service.database.transaction((transaction) =>
      undoPriceChange(publication, transaction, service.clock, { id, now }),
    );
  }

  async #change(statements: Record<Dialect, readonly string[]>): Promise<void> {
    const { database } = this.site.service;
    for (const text of statements[database.dialect]) await database.transaction(({ knex }) => knex.raw(text));
  }

  /** Waits until none is under way: one whose sender is killed may be sent again. */
  async #sendMails(): Promise<void> {
    const open = this.site.service.database.knex('deliveries').where({ kind: 'mail', endedAt: null });
    await this.#expect.poll(async () => (await open.clone()).length, PATIENCE).toBe(0);
  }

  async #killOnce(isMiddle: () => Promise<boolean>): Promise<void> {
    const worker = await this.#start();
    await this.#expect.poll(isMiddle, PATIENCE).toBe(true);
    await this.#sendMails();
    await worker.kill();
    // The lease of the killed worker lapses.
    await this.site.advance('1 hour');
  }

  /** Kills one worker before its call to the gateway, and one for each reader after it; another one goes on then. */
  async killInTheMiddle(
    asked: string | null,
    isSettled: (moves: readonly PriceChangeMove[]) => boolean,
  ): Promise<void> {
    const { site } = this;
    const moves = (): Promise<PriceChangeMove[]> => site.rows<PriceChangeMove>('price_change_moves');
    await site.setSandbox({ trouble: 'slow' });
    await this.#killOnce(async () => (await moves()).some(({ leasedUntil }) => leasedUntil !== null));
    this.#expect(
      (await this.coming()).filter(({ theirs }) => theirs === asked),
      'killed before the call',
    ).toEqual([]);
    await this.#change(STOP_AFTER_CALL);
    for (let reader = 1; reader <= READERS.length; reader += 1) {
      await site.setSandbox({ trouble: 'none' });
      await this.#killOnce(
        async () => (await site.rows<SandboxSettings>('sandbox_settings', 'trouble'))[0]?.trouble === 'slow',
      );
      const between = (await this.coming()).filter(({ theirs, ours }) => theirs === asked && ours !== asked);
      this.#expect(between, 'the gateway knows what we do not').toHaveLength(reader);
    }
    await this.#change(ANSWER_AGAIN);
    await site.setSandbox({ trouble: 'none' });
    const last = await this.#start();
    await this.#expect.poll(async () => isSettled(await moves()), PATIENCE).toBe(true);
    await this.#sendMails();
    await last.kill();
    this.#expect(await this.coming()).toEqual(READERS.map(() => ({ theirs: asked, ours: asked })));
  }

  async coming(): Promise<Coming[]> {
    const [ours, theirs] = await Promise.all([
      this.site.rows<{ ref: string; nextPriceId: string | null }>('billings', 'ref'),
      this.site.rows<{ nextPrice: string | null }>('sandbox_subscriptions'),
    ]);
    return ours.map(({ nextPriceId }, index) => {
      const next = theirs[index]?.nextPrice ?? null;
      return { theirs: next === null ? null : String(Object(JSON.parse(next))['priceId']), ours: nextPriceId };
    });
  }

  /** What each reader was mailed and charged in the end, once the renewal has passed; the ledger must be right. */
  async outcome(): Promise<{ readonly told: number[]; readonly back: number[]; readonly charged: number[][] }> {
    const { site } = this;
    for (let day = 0; day < 35; day += 1) await site.pass('1 day');
    this.#expect(await ledgerFaults(site.service.database, [])).toEqual([]);
    const sent = await site.rows<{ recipient: string; subject: string }>('mailbox_messages');
    const unsent = (await Promise.all(READERS.map((email) => site.newBrowser().mails(email)))).flat();
    const mails = [...sent, ...unsent.map(({ to, subject }) => ({ recipient: to, subject }))];
    const count = (words: string): number[] =>
      READERS.map((email) => mails.filter((mail) => mail.recipient === email && mail.subject.includes(words)).length);
    const payments = await site.rows<{ billingId: string; amount: number }>('payments', 'periodStart');
    const charged = [...Map.groupBy(payments, ({ billingId }) => billingId).values()];
    return {
      told: count('changes on'),
      back: count('stays as it is'),
      charged: charged.map((its) => its.map(({ amount }) => amount)),
    };
  }
}

async function setStage(dialect: Dialect, { expect, onTestFinished }: TestContext): Promise<Stage> {
  const { url, database } = await newOwnDatabase(dialect, onTestFinished);
  const config = readConfig({ ENVIRONMENT: 'test', DATABASE_URL: url });
  const service = await restart({ config, database, clock: new MovableClock() }, {});
  onTestFinished(() => service.close());
  const site = await givenOfferedSite(service);
  for (const email of READERS) await site.payer(email, site.yearly);
  const running = new Set<WorkerProcess>();
  onTestFinished(async () => void (await Promise.all([...running].map((worker) => worker.kill()))));
  const start = async (): Promise<WorkerProcess> => {
    const worker = await startWorkerProcess(url, fastClock(1));
    running.add(worker);
    const kill = (): Promise<void> => (running.delete(worker) ? worker.kill() : Promise.resolve());
    return { kill };
  };
  return new Stage(site, start, expect);
}

const ONE_EACH = READERS.map(() => 1);
const NONE = READERS.map(() => 0);
const isMoveAsked = (moves: readonly PriceChangeMove[]): boolean =>
  moves.every(
    ({ state, leasedUntil, dueAt, toldAt }) => state === 'told' && leasedUntil === null && (dueAt ?? 0) > (toldAt ?? 0),
  );
const isOver = (moves: readonly PriceChangeMove[]): boolean =>
  moves.every(({ state, dueAt }) => state === 'returned' && dueAt === null);

test.concurrent.for(drawnDialects(4))(
  'on %s readers whose worker is killed while they are moved are told once, and pay the new price once',
  { timeout: 90_000 },
  async (dialect, context) => {
    const { expect } = context;
    const stage = await setStage(dialect, context);
    const { to } = await stage.beginChange();
    await stage.killInTheMiddle(to, isMoveAsked);
    expect(await stage.outcome()).toEqual({ told: ONE_EACH, back: NONE, charged: READERS.map(() => [OLD, NEW]) });
  },
);

test.concurrent.for(drawnDialects(5))(
  'on %s readers whose worker is killed while a change is taken back are told so once, and pay the old price',
  { timeout: 90_000 },
  async (dialect, context) => {
    const { expect } = context;
    const stage = await setStage(dialect, context);
    const { id } = await stage.beginChange();
    await stage.site.settle();
    await stage.undo(id);
    await stage.killInTheMiddle(null, isOver);
    expect(await stage.outcome()).toEqual({ told: ONE_EACH, back: ONE_EACH, charged: READERS.map(() => [OLD, OLD]) });
  },
);
