// Fills a publication with people as they are: names of many frequencies (names.ts), subscriptions, payments, newsletters, notes, events, and the
// figures of their days. Fewer tables than a real one has, but each that grows with people and is read by the dashboard.
import { newId } from '../../src/database/ids.ts';
import { addDaysTo, dayIn } from '../../src/models/figures/local-day.ts';
import { wordsOf } from '../../src/models/finding/words.ts';
import { openBulk, type Bulk, type BulkTable, type Row } from './bulk.ts';
import { newNames, newRandom, type Named, type Random } from './names.ts';
import { TABLES } from './people-tables.ts';

const BATCH = 10_000;
const DAY = 86_400_000;
const DAYS = 3 * 365;
const AUDIT_ENTRIES = 100_000;

/** How many of a hundred people are in each state, and how their subscription is billed. */
const STATES = [
  { state: 'free', share: 58, status: null, billing: 'none' },
  { state: 'ended', share: 13, status: 'canceled', billing: 'sandbox' },
  { state: 'paying', share: 20, status: 'active', billing: 'sandbox' },
  { state: 'complimentary', share: 4, status: 'active', billing: 'none' },
  { state: 'trial', share: 2, status: 'active', billing: 'sandbox' },
  { state: 'gift', share: 1.9, status: 'active', billing: 'gift' },
  { state: 'past_due', share: 1, status: 'active', billing: 'sandbox' },
  { state: 'paused', share: 0.1, status: 'canceled', billing: 'sandbox' },
] as const;
type State = (typeof STATES)[number];

interface Catalog {
  readonly publicationId: string;
  readonly newsletters: readonly string[];
  readonly prices: readonly { readonly id: string; readonly planId: string; readonly amount: number }[];
}

/** @param url of a database with one publication that has newsletters and prices */
export async function fillWithPeople(url: string, people: number): Promise<void> {
  const bulk = await openBulk(url);
  const catalog = await readCatalog(bulk);
  await bulk.run('create table bench_words (publication_id text, word text, customer_id text)');
  const random = newRandom(20);
  const names = newNames(random);
  const now = Date.now();
  const start = now - DAYS * DAY;
  for (let from = 1; from <= people; from += BATCH) {
    const rows = new Rows();
    for (let number = from; number < from + BATCH && number <= people; number += 1) {
      const createdAt = start + Math.floor((number / people) * (now - start - DAY));
      addPerson(rows, catalog, random, { number, createdAt, now, ...names(number) });
    }
    await rows.write(bulk, catalog);
  }
  const rows = new Rows();
  addDays(rows, now);
  for (let number = 0; number < AUDIT_ENTRIES; number += 1) {
    const at = start + Math.floor((number / AUDIT_ENTRIES) * (now - start));
    rows.add(
      TABLES.audit,
      newId('act', new Date(at)),
      'command_line',
      '',
      'customer.create',
      newId('cus', new Date(at)),
      at,
    );
  }
  await rows.write(bulk, catalog);
  await bulk.run(`insert into customer_words (publication_id, word, customer_id)
    select publication_id, word, customer_id from bench_words order by word, customer_id`);
  await bulk.run('drop table bench_words');
  await bulk.run(`delete from figure_books`);
  await bulk.run(
    `insert into figure_books (publication_id, time_zone, generation, revision) values ('${catalog.publicationId}', 'UTC', 1, 1)`,
  );
  await bulk.end();
}

/** Rows that wait to be written together. */
class Rows {
  readonly #byTable = new Map<BulkTable, Row[]>(Object.values(TABLES).map((table) => [table, []]));

  add(table: BulkTable, ...values: Row): void {
    this.#byTable.get(table)?.push(values);
  }

  async write(bulk: Bulk, { publicationId }: Catalog): Promise<void> {
    for (const [table, rows] of this.#byTable) {
      if (rows.length === 0) continue;
      await bulk.insert(
        table,
        rows.map((row) => [publicationId, ...row]),
      );
      rows.length = 0;
    }
  }
}

async function readCatalog(bulk: Bulk): Promise<Catalog> {
  const [publication] = await bulk.read("select id from publications where id <> 'pub_00000000000000000000000000'");
  const newsletters = await bulk.read('select id from newsletters');
  const prices = await bulk.read('select id, plan_id, amount from prices');
  return {
    publicationId: String(publication?.['id']),
    newsletters: newsletters.map(({ id }) => String(id)),
    prices: prices.map(({ id, plan_id, amount }) => ({
      id: String(id),
      planId: String(plan_id),
      amount: Number(amount),
    })),
  };
}

interface Person extends Named {
  readonly number: number;
  readonly createdAt: number;
  readonly now: number;
}

function addPerson(rows: Rows, catalog: Catalog, random: Random, person: Person): void {
  const { number, createdAt, now, name, email } = person;
  const id = newId('cus', new Date(createdAt));
  const state = pickState(random);
  const seenAt = random() < 0.6 ? Math.floor(createdAt + random() ** 0.3 * (now - createdAt)) : null;
  const searchedAs = `${name ?? ''} / ${email}`;
  rows.add(TABLES.customers, id, email, email, name, createdAt, createdAt, state.state, seenAt, searchedAs);
  for (const word of wordsOf({ name, email })) rows.add(TABLES.words, word, id);
  for (const [at, newsletterId] of catalog.newsletters.entries())
    if (random() < 0.7 / (at + 1)) rows.add(TABLES.newsletters, id, newsletterId, createdAt);
  rows.add(TABLES.events, newId('evt', new Date(createdAt)), 'customer.created', id, id, createdAt, '{}');
  rows.add(TABLES.changes, id, createdAt, 'people', '>free', '', 1, 1);
  if (random() < 0.01)
    rows.add(TABLES.notes, newId('note', new Date(createdAt)), id, 'Ada', `Called about ${number}`, createdAt);
  if (state.status !== null) addSubscription(rows, catalog, random, { ...person, id, state });
}

function pickState(random: Random): State {
  let rest = random() * 100;
  for (const one of STATES) if ((rest -= one.share) < 0) return one;
  return STATES[0];
}

function addSubscription(
  rows: Rows,
  { prices }: Catalog,
  random: Random,
  { id, state: { state, status, billing }, createdAt, now }: Person & { readonly id: string; readonly state: State },
): void {
  const price = prices[Math.floor(random() * prices.length)];
  if (price === undefined) return;
  const since = new Date(createdAt);
  const subscriptionId = newId('sub', since);
  const [priceId, isGiven] = [billing === 'sandbox' ? price.id : null, state === 'complimentary'];
  const endedAt = status === 'canceled' ? Math.floor(createdAt + random() * (now - createdAt)) : null;
  rows.add(
    TABLES.subscriptions,
    subscriptionId,
    id,
    price.planId,
    priceId,
    isGiven,
    status,
    billing,
    createdAt,
    endedAt,
  );
  rows.add(TABLES.changes, id, createdAt, 'people', `free>${state}`, '', 1, 1);
  if (billing !== 'sandbox') return;
  const billingId = newId('bil', since);
  const kept = state === 'trial' || state === 'paying' ? 'active' : state;
  const common = [price.id, price.amount, 'EUR'] as const;
  const end = now + 30 * DAY;
  const ref = `sub_${subscriptionId}`;
  const owner = [billingId, id, subscriptionId, 'sandbox', ref, kept] as const;
  rows.add(TABLES.billings, ...owner, ...common, 'month', end, 0, 1, createdAt);
  for (let number = Math.floor(random() * 8); number > 0; number -= 1) {
    const at = Math.max(createdAt, now - number * 30 * DAY);
    const own = [newId('pay', new Date(at)), id, billingId, 'sandbox', `${ref}-${number}`, 'renewal'] as const;
    rows.add(TABLES.payments, ...own, ...common, at, at + 30 * DAY, at, at, 0);
  }
}

const MOVES = [
  '>free',
  'free>trial',
  'trial>paying',
  'free>paying',
  'paying>past_due',
  'past_due>ended',
  'trial>ended',
];
const PLANS = 6;

/** Sums of each day, as a fold of three busy years leaves them. */
function addDays(rows: Rows, now: number): void {
  const today = dayIn('UTC')(now);
  for (let ago = DAYS; ago > 0; ago -= 1) {
    const day = addDaysTo(today, -ago);
    const add = (figure: string, part: string, currency: string, amount: number): void =>
      rows.add(TABLES.days, 1, day, figure, part, currency, amount);
    for (const part of MOVES) add('people', part, '', 20);
    for (const currency of ['EUR', 'USD']) {
      for (const figure of ['in', 'out']) add(figure, 'payment', currency, 12_345);
      for (const figure of ['mrr', 'mrr_new'])
        for (let plan = 0; plan < PLANS; plan += 1) add(figure, `plan_${plan}`, currency, 6000);
    }
    const months = Math.min(36, Math.ceil((DAYS - ago) / 30));
    const cohorts = Array.from({ length: months }, (_, month) => addDaysTo(day, -30 * month).slice(0, 7));
    for (const month of new Set(cohorts)) add('cohort', month, '', 1);
    add('first_paid', '', '', 40);
  }
}
