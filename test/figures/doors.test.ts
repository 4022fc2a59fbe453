// Every door says the same of a person: page, lists, filters, files, search, command line, data API, exports, figures with
// the lists behind them, and the monthly mail, for a person in each state, before and after each turn of the clock.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { createOffer, updateOffer } from '../../src/models/catalog/offer.ts';
import { lastDayOf } from '../../src/models/figures/local-day.ts';
import { LIVING_STATES } from '../../src/models/figures/period.ts';
import { mergePeople } from '../../src/models/lifecycle/merge-people.ts';
import { createSubscription } from '../../src/models/money/subscription.ts';
import { PERSON_STATES } from '../../src/models/people/person-state.ts';
import { writeExport } from '../../src/moving/write-export.ts';
import { addDays } from '../../src/payments/calendar.ts';
import { pauseSubscription } from '../../src/payments/pause.ts';
import { cancelAtPeriodEnd, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import type { Browser } from '../support/browser/browser.ts';
import { linksOf } from '../support/browser/html.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { GIFT_RECIPIENT, givenGift } from '../support/publications/gift.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import type { Fields } from '../support/publications/publication.ts';
import { DASHBOARD, signedInStaff } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';

const service = useService(DASHBOARD);
const HOST = 'doors.example';
const TEXTS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../templates/text/dashboard/en/person.json', import.meta.url), 'utf8'),
);
const stateOfText = (text: string): string =>
  PERSON_STATES.find((state) => TEXTS[`dashboard.person-state.${state}`] === text) ?? text;

/** The days after which all doors are asked. */
const STOPS = [0, 15, 33, 50, 75, 100] as const;
/** The state of each person at each stop; one that is not named again stays. */
const LIVES: Readonly<Record<string, Partial<Record<(typeof STOPS)[number], string>>>> = {
  free: { 0: 'free' },
  coded: { 0: 'free' },
  outside: { 0: 'paying' },
  pays: { 0: 'paying' },
  given: { 0: 'complimentary' },
  'given-for-days': { 0: 'complimentary', 33: 'ended' },
  canceled: { 0: 'ended' },
  tries: { 0: 'trial', 15: 'paying' },
  'tries-in-vain': { 0: 'trial', 15: 'past_due', 33: 'ended' },
  recipient: { 0: 'gift', 100: 'ended' },
  giver: { 0: 'free' },
  fails: { 0: 'paying', 33: 'past_due', 50: 'ended' },
  'fails-given': { 0: 'paying', 33: 'past_due', 50: 'complimentary' },
  pauses: { 0: 'paying', 33: 'paused', 75: 'paying' },
  leaves: { 0: 'paying', 33: 'ended' },
  merged: { 0: 'paying' },
  moved: { 0: 'gone' },
  erased: { 0: 'gone' },
};

type States = Record<string, string>;
const lifeAt = (stop: number): States =>
  Object.fromEntries(
    Object.entries(LIVES).map(([name, life]) => {
      const turns = STOPS.filter((one) => one <= stop && life[one] !== undefined);
      return [name, life[turns.at(-1) ?? 0] ?? ''];
    }),
  );
const present = (states: States): States =>
  Object.fromEntries(Object.entries(states).filter(([, state]) => state !== 'gone'));

let site: PayingSite;
let owner: Browser;
let masthead: CommandLine;
let base: string;
const ids = new Map<string, string>();
const nameOf = (id: string): string =>
  [...ids].find(([, one]) => one.slice(4) === id.slice(id.indexOf('_') + 1))?.[0] ?? id;

async function create(name: string, fields: Fields = { email: `${name}@${HOST}` }): Promise<string> {
  const { id } = (await site.api.post('/customers', fields)).json<{ id: string }>();
  ids.set(name, id);
  return id;
}

async function subscribe(customerId: string, fields: Fields): Promise<string> {
  const all = { customer_id: customerId, plan_id: site.plan.id, ...fields };
  return (await site.api.post('/subscriptions', all)).json<{ id: string }>().id;
}

async function pay(name: string, card?: string, offerSlug = 'supporter'): Promise<{ id: string; held: string }> {
  const { id } = await site.payingCustomer(`${name}@${HOST}`, card, { offerSlug });
  ids.set(name, id);
  return { id, held: (await subscriptionDetailsOf(service(), site.publication, id))[0]?.subscriptionId ?? '' };
}

async function claimGift(): Promise<void> {
  await givenGift(site);
  const reader = await site.signedIn(GIFT_RECIPIENT);
  const mails = await reader.mails(GIFT_RECIPIENT);
  const code = /claim\?code=([\w-]+)/.exec(mails.find(({ text }) => text.includes('/gift/claim'))?.text ?? '')?.[1];
  await reader.submit(await reader.submit(await reader.open(`/gift/claim?code=${code}`)));
  for (const row of await site.rows<{ id: string; email: string | null }>('customers'))
    if (row.email?.endsWith('@example.org') === true) ids.set(row.email.split('@')[0] ?? '', row.id);
}

/** On the third of a month, so that no stop falls on the day on which the figures of a month are mailed. */
async function givenLives(): Promise<void> {
  const { clock, database } = service();
  const now = clock.now();
  clock.advance((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 3, 9) - now.getTime()) / 1000);
  site = await givenPayingSite(service());
  const { publication, plan, otherPlan, price } = site;
  base = `/dashboard/${publication.id}`;
  const complimentary = { complimentary: 'true' };
  const billedOutside = { price_id: price.id };
  await database.transaction(async (transaction) => {
    await createOffer(publication, transaction, clock, {
      slug: 'tried',
      name: 'Tried',
      planId: plan.id,
      priceIds: [price.id],
    });
    await updateOffer(publication, transaction, 'tried', { trialDays: 14 });
  });
  await create('free');
  await create('coded', { activation_code: 'CODED-AT-DOORS' });
  await subscribe(await create('outside'), billedOutside);
  await pay('pays');
  await subscribe(await create('given'), complimentary);
  const until = new Date(addDays(clock.now().getTime(), 20));
  const customerId = await create('given-for-days');
  await database.transaction((transaction) =>
    createSubscription(publication, transaction, clock, {
      customerId,
      planId: plan.id,
      complimentary: true,
      endsAt: until,
    }),
  );
  await site.api.post(`/subscriptions/${await subscribe(await create('canceled'), complimentary)}/cancel`);
  await pay('tries', undefined, 'tried');
  await pay('tries-in-vain', LATER_FAILING_CARD, 'tried');
  await claimGift();
  await pay('fails', LATER_FAILING_CARD);
  const both = await pay('fails-given', LATER_FAILING_CARD);
  await subscribe(both.id, { ...complimentary, plan_id: otherPlan.id });
  const pausing = await pay('pauses');
  const [details] = await subscriptionDetailsOf(service(), publication, pausing.id);
  await pauseSubscription(service(), publication, {
    customerId: pausing.id,
    subscriptionId: pausing.held,
    until: new Date(addDays(details?.billing?.periodEnd ?? 0, 30)),
  });
  const leaving = await pay('leaves');
  await cancelAtPeriodEnd(service(), publication, leaving.id, leaving.held);
  await subscribe(await create('merged'), { ...complimentary, plan_id: otherPlan.id });
  await subscribe(await create('moved'), billedOutside);
  const erased = await create('erased');
  await subscribe(erased, complimentary);
  await site.api.post(`/customers/${erased}/erase`);
  owner = await signedInStaff(service(), publication, 'owner', 'owner@example.org');
  await owner.submit(await owner.open(`${base}/figures`), { figure_mail: 'on' }, `${base}/figures/mail`);
  const people = { fromId: ids.get('moved') ?? '', intoId: ids.get('merged') ?? '' };
  await database.transaction((transaction) => mergePeople(publication, transaction, clock, people));
  for (const name of Object.keys(present(lifeAt(0))))
    await site.api.post(`/customers/${ids.get(name)}`, { name: `Doors ${name}` });
  await site.settle();
  masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl, DASHBOARD_URL: DASHBOARD.DASHBOARD_URL });
}

interface Shown {
  readonly id: string;
  readonly state: string;
}

const toStates = (people: readonly Shown[]): States =>
  Object.fromEntries(people.map(({ id, state }) => [nameOf(id), state]));
const csvRows = (body: string): string[][] =>
  body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

async function listOfApi(path: string): Promise<Shown[]> {
  return (await site.api.get(`${path}limit=100`)).json<{ objects: Shown[] }>().objects;
}

/** The rows of the page of people. */
async function listOfPage(query: string): Promise<Shown[]> {
  const { body } = await owner.open(`${base}/people?${query}`);
  const rows = body.matchAll(/\/people\/(cus_\w+)"(?:(?!<\/tr>)[^])*?data-label="State"><span[^>]*>([^<]+)</g);
  return [...rows].map(([, id = '', text = '']) => ({ id, state: stateOfText(text) }));
}

async function filtered(list: (query: string) => Promise<Shown[]>): Promise<Shown[]> {
  const found = await Promise.all(
    LIVING_STATES.map(async (state) => ({ state, people: await list(`state=${state}`) })),
  );
  // By the filter, whatever their rows say.
  return found.flatMap(({ state, people }) => people.map(({ id }) => ({ id, state })));
}

const listOfFile = async (query: string): Promise<Shown[]> =>
  csvRows((await owner.open(`${base}/people.csv?${query}`)).body).map(([id = '', , , state = '']) => ({ id, state }));

async function listOfCommand(...filter: string[]): Promise<Shown[]> {
  const args = ['customer', 'list', '--publication', site.publication.id, '--limit', '100', '--json', ...filter];
  const { stdout } = await masthead.run(...args);
  return (JSON.parse(stdout) as { objects: Shown[] }).objects;
}

async function exported(): Promise<Shown[]> {
  const { database, config, clock } = service();
  let people = '';
  const sink = {
    async write(name: string, content: AsyncIterable<string>) {
      for await (const text of content) if (name === 'customers.jsonl') people += text;
    },
  };
  await database.snapshot((snapshot) =>
    writeExport({ config, publication: site.publication, snapshot, asOf: clock.now() }, sink),
  );
  return people
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Shown);
}

async function eachPerson(read: (id: string, name: string) => Promise<string>): Promise<Shown[]> {
  const living = Object.keys(present(lifeAt(0)));
  return Promise.all(
    living.map(async (name) => ({ id: ids.get(name) ?? '', state: await read(ids.get(name) ?? '', name) })),
  );
}

async function stateOnPage(path: string): Promise<string> {
  const { body } = await owner.open(path);
  return stateOfText(/<p class="lead">[^]*?<span class="tag[^"]*">([^<]+)</.exec(body)?.[1] ?? 'none');
}

async function personsExport(id: string): Promise<string> {
  const path = `${base}/people/${id}/export`;
  const answer = await owner.submit(await owner.open(path), {}, path);
  return answer.json<{ customer: Shown[] }>().customer[0]?.state ?? 'none';
}

const ofMembers = (states: States): States =>
  Object.fromEntries(Object.entries(states).filter(([name]) => name !== 'coded'));
/** Each door that shows people, with those whom it shows. */
const DOORS: Readonly<Record<string, readonly [read: () => Promise<Shown[]>, whom?: (states: States) => States]>> = {
  'a customer of the data API': [
    () => eachPerson(async (id) => (await site.api.get(`/customers/${id}`)).json<Shown>().state),
  ],
  'the customers of the data API': [() => listOfApi('/customers?')],
  'the customers by state': [() => filtered((query) => listOfApi(`/customers?${query}&`))],
  'the members of the data API': [() => listOfApi('/members?'), ofMembers],
  'the members by state': [() => filtered((query) => listOfApi(`/members?${query}&`)), ofMembers],
  'the command line': [() => listOfCommand()],
  'the command line by state': [() => filtered((query) => listOfCommand('--state', query.slice('state='.length)))],
  'the page of a person': [() => eachPerson((id) => stateOnPage(`${base}/people/${id}`))],
  'the list of people': [() => listOfPage('')],
  'the list by state': [() => filtered(listOfPage)],
  'the search': [() => listOfPage('q=doors')],
  'the file of people': [() => listOfFile('')],
  'the file by state': [() => filtered(listOfFile)],
  'the export of a person': [() => eachPerson(personsExport)],
};

const countsOf = (states: States): Record<string, number> =>
  Object.fromEntries(
    LIVING_STATES.map((state) => [state, Object.values(states).filter((one) => one === state).length]),
  );

/** What a page of figures says of each state, and who stands in the list behind it. */
async function figuresOfPage(): Promise<{ counts: Record<string, number>; behind: States }> {
  const { body } = await owner.open(`${base}/figures`);
  const counts: Record<string, number> = {};
  const behind: Shown[] = [];
  for (const state of LIVING_STATES) {
    const text = TEXTS[`dashboard.person-state.${state}`] ?? '';
    const cell = new RegExp(`<th scope="row">${text}</th>\\s*<td[^>]*>(?:<a href="([^"]+)">)?(\\d+)`).exec(body);
    counts[state] = Number(cell?.[2]);
    if (cell?.[1] !== undefined)
      behind.push(...(await listOfPage(cell[1].split('?')[1] ?? '')).map(({ id }) => ({ id, state })));
  }
  return { counts, behind: toStates(behind) };
}

beforeAll(givenLives);

test('every door says the same of each person, now and after each turn', { timeout: 60_000 }, async () => {
  const days: string[] = [];
  const faults: unknown[] = [];
  const compare = (door: string, stop: number, told: unknown, expected: unknown): void => {
    try {
      expect(told).toEqual(expected);
    } catch {
      faults.push({ door, stop, told, expected });
    }
  };
  for (const [index, stop] of STOPS.entries()) {
    if (index > 0) await site.pass(`${stop - (STOPS[index - 1] ?? 0)} days`);
    const everybody = lifeAt(stop);
    const living = present(everybody);
    for (const [door, [read, whom = (all: States) => all]] of Object.entries(DOORS))
      compare(door, stop, toStates(await read()), whom(living));
    compare('the export', stop, toStates(await exported()), everybody);
    const { counts, behind } = await figuresOfPage();
    compare('the figures', stop, counts, countsOf(living));
    compare('the lists behind the figures', stop, behind, living);
    const answer = await site.api.get('/figures?interval=day');
    const today = answer.json<{ to: string; periods: Record<string, number>[] }>();
    days.push(today.to);
    compare('the figures of the data API', stop, countsOf(living), pick(today.periods.at(-1)));
    const overview = linksOf((await owner.open(base)).body);
    compare('the overview', stop, overview.includes(`${base}/people?state=paying`), true);
  }
  expect(faults).toEqual([]);

  // What was then is still told, of each of those days.
  for (const [index, stop] of STOPS.entries()) {
    const living = present(lifeAt(stop));
    const found: Shown[] = [];
    for (const state of LIVING_STATES)
      for (const [id = ''] of csvRows(
        (await owner.open(`${base}/figures/people-at?state=${state}&day=${days[index]}&csv=people`)).body,
      ))
        found.push({ id, state });
    compare('the lists of a past day', stop, toStates(found), living);
    const told = await site.api.get(`/figures?interval=day&from=${days[index]}&to=${days[index]}`);
    compare('the figures of a past day', stop, pick(told.json().periods[0]), countsOf(living));
  }
  const mails = (await site.newBrowser().mails('owner@example.org')).filter(({ subject }) =>
    subject.includes('figures'),
  );
  expect(mails.length).toBeGreaterThan(1);
  for (const { text } of mails) {
    const month = /figures\?month=([\d-]+)/.exec(text)?.[1] ?? '';
    const told = await site.api.get(`/figures?from=${month}-01&to=${lastDayOf(month)}`);
    expect([month, Number(/People who pay\D+(\d+)/.exec(text)?.[1])]).toEqual([month, told.json().periods[0].paying]);
  }
  expect(faults).toEqual([]);
});

function pick(period: Readonly<Record<string, number>> | undefined): Record<string, number | undefined> {
  return Object.fromEntries(LIVING_STATES.map((state) => [state, period?.[state]]));
}
