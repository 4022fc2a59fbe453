// The audit log in the dashboard: newest first, page by page; searched by person, act, record and day; what is done by
// staff, API keys and commands alike, with links to the records.
import { describe, expect, test } from 'vitest';
import { dataApiOperations } from '../../../generated/router.ts';
import type { Clock } from '../../../src/database/clock.ts';
import type { Actor } from '../../../src/models/act.ts';
import { updatePublication } from '../../../src/models/publication/publication.ts';
import { actOf, recordAct } from '../../../src/models/staff/audit-entry.ts';
import { isTextKey } from '../../../src/views/text.ts';
import { formsOf, mainTextOf } from '../../support/browser/html.ts';
import { CommandLine } from '../../support/processes/command-line.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';
import { givenOwner, type Given } from '../rows/row.ts';

const service = useService(DASHBOARD);
const OFFER = `offer_${'0'.repeat(26)}`;
const CUSTOMER = `cus_${'0'.repeat(26)}`;

/** An entry of the log, made at a time. */
async function add(
  { site }: Given,
  at: string,
  actor: Pick<Actor, 'kind' | 'id' | 'name'>,
  act: { readonly name: string; readonly recordId?: string; readonly recordName?: string },
): Promise<void> {
  const clock: Clock = { now: () => new Date(at) };
  const from = { network: '198.51.100.0/24', requestId: 'req_1' };
  const { recordId = null, ...rest } = act;
  await service().database.transaction((transaction) =>
    recordAct(site.publication, transaction, clock, { actor: { ...actor, ...from }, act: { recordId, ...rest } }),
  );
}

const KEY = { kind: 'api_key', id: `key_${'0'.repeat(26)}`, name: '…wxyz' } as const;
const GONE = { kind: 'staff', id: `staff_${'0'.repeat(26)}`, name: 'Bo, who left' } as const;
const ROOT = { kind: 'command_line', id: null, name: 'root' } as const;

async function givenLog(): Promise<Given> {
  const at = await givenOwner(service());
  await add(at, '2020-03-01T10:00:00Z', GONE, { name: 'offer.create', recordId: OFFER, recordName: 'reader' });
  await add(at, '2020-03-02T10:00:00Z', KEY, { name: 'customer.create', recordId: CUSTOMER });
  await add(at, '2020-03-03T23:30:00Z', ROOT, { name: 'offer.archive', recordName: 'reader' });
  await add(at, '2020-03-05T10:00:00Z', KEY, { name: 'customer.sign-out', recordId: CUSTOMER });
  return at;
}

/** The days of the entries shown, newest first. */
async function daysOf({ owner, base }: Given, filter: Readonly<Record<string, string>>): Promise<string[]> {
  const { body, statusCode } = await owner.get(`${base}/audit?${new URLSearchParams(filter).toString()}`);
  expect(statusCode).toBe(200);
  return [...body.matchAll(/<tr><td class="time">(\w+ \d+), 2020/g)].map(([, day = '']) => day);
}

describe('the log is searched by', () => {
  test.each([
    ['a person who left', { who: GONE.id }, ['Mar 1']],
    ['an API key', { who: KEY.id }, ['Mar 5', 'Mar 2']],
    ['the command line', { who: 'command-line' }, ['Mar 3']],
    ['an act', { act: 'customer.create' }, ['Mar 2']],
    ['the id of a record', { record: CUSTOMER }, ['Mar 5', 'Mar 2']],
    ['the name of a record', { record: ' reader ' }, ['Mar 3', 'Mar 1']],
    ['a day and all after it', { since: '2020-03-02' }, ['Mar 5', 'Mar 3', 'Mar 2']],
    ['days up to one, that one included', { until: '2020-03-03', since: '2020-03-02' }, ['Mar 3', 'Mar 2']],
    ['several at once', { who: KEY.id, act: 'customer.sign-out', since: '2020-03-05', until: '2020-03-05' }, ['Mar 5']],
    ['what is in no entry together', { who: GONE.id, act: 'customer.create' }, []],
  ])('%s', async (_, filter, days) => {
    expect(await daysOf(await givenLog(), filter)).toEqual(days);
  });

  test('days in the time zone of the publication', async () => {
    const at = await givenLog();
    await service().database.transaction((transaction) =>
      updatePublication(transaction, at.site.publication.id, { timeZone: 'Europe/Berlin' }),
    );
    expect(await daysOf(at, { since: '2020-03-04', until: '2020-03-04' })).toEqual(['Mar 4']);
  });
});

test('the choices are what the log of the publication has, and what was chosen stays chosen', async () => {
  const at = await givenLog();
  const elsewhere = { ...GONE, name: 'Bo, as another publication knows them' };
  await add(await givenOwner(service()), '2020-05-01T10:00:00Z', elsewhere, { name: 'code.create' });
  const { body } = await at.owner.open(`${at.base}/audit?who=${KEY.id}&act=customer.create&record=x&since=2020-03-01`);
  const form = formsOf(body).find(({ action }) => action.endsWith('/audit'));
  expect(form?.method.toLowerCase()).toBe('get');
  expect(form?.fields).toEqual({ who: KEY.id, act: 'customer.create', record: 'x', since: '2020-03-01', until: '' });
  const options = [...body.matchAll(/<option value="?(.*?)"?(?: selected)?>([^<]*)/g)].map(([, value, text]) => [
    value,
    text?.trim(),
  ]);
  expect(options).toEqual([
    ['', 'Anybody'],
    [GONE.id, 'Bo, who left – in the dashboard'],
    [KEY.id, '…wxyz – with an API key'],
    ['command-line', 'On the command line'],
    ['', 'Anything'],
    ['offer.archive', 'Offer archived'],
    ['offer.create', 'Offer created'],
    ['customer.create', 'Person added'],
    ['customer.sign-out', 'Person signed out'],
  ]);
});

test.each([
  [{ who: 'staff_nobody' }, 'The log has nothing of this person or key'],
  [{ act: 'offer.burn' }, 'The log has no such act'],
  [{ since: '2020-02-30' }, 'Enter a day, such as 2027-03-31'],
  [{ until: 'tomorrow' }, 'Enter a day, such as 2027-03-31'],
  [{ since: '2020-03-02', until: '2020-03-01' }, 'Choose a day after the first one'],
])('%o is refused beside its field, and what was typed stays', async (filter, message) => {
  const at = await givenLog();
  const answer = await at.owner.get(
    `${at.base}/audit?${new URLSearchParams({ record: 'kept', ...filter }).toString()}`,
  );
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain(`class="field-error" id="${Object.keys(filter).at(-1)}-error"`);
  expect(mainTextOf(answer.body)).toContain(message);
  expect(answer.body).toContain('value="kept"');
});

test('it is shown newest first, page by page, also under a filter', async () => {
  const at = await givenLog();
  for (let count = 0; count < 51; count += 1)
    await add(at, `2020-04-01T10:00:${String(count).padStart(2, '0')}Z`, ROOT, { name: 'plan.create' });
  const rows = (body: string) => body.match(/<tr><td/g)?.length ?? 0;
  const first = await at.owner.open(`${at.base}/audit?act=plan.create&since=2020-01-01`);
  const next = /<a href="([^"]*page=[^"]*)" rel="next"/.exec(first.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect([rows(first.body), next]).toEqual([50, expect.stringContaining('act=plan.create&since=2020-01-01&page=')]);
  const second = await at.owner.open(next);
  expect([rows(second.body), second.body.includes('rel="next"')]).toEqual([1, false]);
  const all = await at.owner.open(`${at.base}/audit`);
  expect(mainTextOf(all.body).indexOf('plan.create')).toBeLessThan(mainTextOf(all.body).indexOf('Older entries'));
});

test('staff, API keys and commands leave entries of one kind, each with a link to its record where that has a page', async () => {
  const at = await givenOwner(service());
  const { owner, base, site } = at;
  const editor = await signedInStaff(service(), site.publication, 'editor', `ed@${site.publication.siteHost}`);
  await editor.submit(await editor.open(`${base}/offers/supporter`), { name: 'New' }, `${base}/offers/supporter`);
  const created = await site.api.post('/customers', { email: 'ada@example.org' });
  const person = `${base}/people/${(created.json() as { id: string }).id}`;
  const masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl });
  await masthead.run('offer', 'archive', 'supporter', '--publication', site.publication.id);
  const { body } = await owner.open(`${base}/audit`);
  const text = mainTextOf(body);
  for (const part of ['Offer changed', 'Person added', 'Offer archived', 'in the dashboard', 'with an API key'])
    expect(text).toContain(part);
  expect(text).toMatch(/198\.18\.\d+\.0\/24/);
  const recordsOf = (page: string): string[] =>
    [...page.matchAll(/<td class="address"[^>]*><a href="([^"]+)"/g)].map(([, href = '']) => href);
  // What is archived has no page of its own.
  expect(recordsOf(body)).toEqual([`${base}/offers`, person, `${base}/offers`]);
  await masthead.run('offer', 'unarchive', 'supporter', '--publication', site.publication.id);
  const links = recordsOf((await owner.open(`${base}/audit`)).body);
  const offer = `${base}/offers/supporter`;
  expect(links).toEqual([offer, offer, person, offer]);
  for (const link of links) expect((await owner.get(link)).statusCode).toBe(200);
});

test('what an API key does has words, in a language that people read', () => {
  const writing = Object.values(dataApiOperations).filter(({ method }) => method !== 'GET');
  const acts = writing.map(({ operationId }) => actOf(operationId));
  expect(acts.filter((act) => !isTextKey(`dashboard.act.${act}`))).toEqual([]);
});
