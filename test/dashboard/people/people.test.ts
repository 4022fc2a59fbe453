// The list of people: searched, filtered, saved and downloaded, each by whom it is meant for.
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../support/browser/browser.ts';
import { linksOf, mainTextOf } from '../../support/browser/html.ts';
import { toPayingSite, type PayingSite } from '../../support/publications/paying.ts';
import { givenSite } from '../../support/publications/site.ts';
import { signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
let site: PayingSite;
let owner: Browser;
let base: string;
const ids: Record<string, string> = {};

/** Each joins on a day of their own. */
const PEOPLE = [
  { email: 'ada.lovelace@example.org', name: 'Ada Lovelace' },
  { email: 'jm@example.net', name: 'Jörg Müller' },
  { email: 'sean@example.net', name: "Seán O'Hara" },
  { email: 'formula@example.net', name: '=HYPERLINK("https://evil.example")' },
  { email: 'coded@example.net', name: 'Coded', activation_code: 'SPRING-7F3K-Q9TD' },
] as const;

beforeAll(async () => {
  site = toPayingSite(await givenSite(service()));
  base = `/dashboard/${site.publication.id}`;
  for (const person of PEOPLE) {
    ids[person.email] = (await site.api.post('/customers', person)).json().id;
    service().clock.advance(24 * 3600);
  }
  await site.api.post('/subscriptions', {
    customer_id: ids['jm@example.net'] ?? '',
    plan_id: site.plan.id,
    complimentary: 'true',
  });
  await site.api.post(`/customers/${ids['ada.lovelace@example.org']}/newsletters`, { newsletter_slugs: 'weekly' });
  await site.payingCustomer('payer@example.com');
  await site.signedIn('sean@example.net');
  owner = await signedInStaff(service(), site.publication, 'owner');
});

/** The addresses in the list, in its order. */
async function listed(query: string): Promise<string[]> {
  const { body } = await owner.open(`${base}/people?${query}`);
  return [...body.matchAll(/<td class="address"><a href="[^"]+">([^<]+)</g)].map(([, email = '']) => email);
}

test.each([
  ['ada', ['ada.lovelace@example.org']],
  ['LOVE', ['ada.lovelace@example.org']],
  ['muller', ['jm@example.net']],
  ['mül', ['jm@example.net']],
  ["o'hara", ['sean@example.net']],
  ['sea', ['sean@example.net']],
  ['@example.com', ['payer@example.com']],
  ['nobody', []],
])('a search for %s finds by the beginnings of words', async (q, found) => {
  expect(await listed(`q=${encodeURIComponent(q)}`)).toEqual(found);
});

test('what names one person exactly leads to their page', async () => {
  const [payer] = await site.rows<{ id: string; customerId: string }>('subscriptions').then((rows) => rows.slice(-1));
  const [payment] = await site.rows<{ id: string; ref: string; customerId: string }>('payments');
  const coded = ids['coded@example.net'] ?? '';
  for (const [q, id] of [
    [coded, coded],
    [coded.replace('cus_', 'memb_'), coded],
    ['spring-7f3k-q9td', coded],
    [payer?.id ?? '', payer?.customerId],
    [payment?.id ?? '', payment?.customerId],
    [payment?.ref ?? '', payment?.customerId],
  ] as const)
    expect((await owner.get(`${base}/people?q=${encodeURIComponent(q)}`)).headers['location']).toBe(
      `${base}/people/${id}`,
    );
});

test.each([
  ['state=paying', ['payer@example.com']],
  ['state=complimentary', ['jm@example.net']],
  ['state=past_due', []],
  ['plan=supporter', ['payer@example.com', 'jm@example.net']],
  ['plan=supporter&state=complimentary', ['jm@example.net']],
  ['newsletter=weekly', ['ada.lovelace@example.org']],
  ['newsletter=weekly&state=paying', []],
  ['q=example.net&plan=supporter', []],
  ['q=%40example.net&plan=supporter', ['jm@example.net']],
])('%s shows those who meet each filter', async (query, found) => {
  expect(await listed(query)).toEqual(found);
});

test('days are those of the publication, and last', async () => {
  const [first] = await site.rows<{ createdAt: number }>('customers');
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const joined = day(first?.createdAt ?? 0);
  expect(await listed(`joined_from=${joined}&joined_to=${joined}`)).toEqual(['ada.lovelace@example.org']);
  const now = day(service().clock.now().getTime());
  expect(await listed(`seen_from=${now}`)).toEqual(['sean@example.net']);
  expect(await listed(`seen_to=${joined}`)).toEqual([]);
});

test('a filter that cannot be is told beside its field, and keeps what was typed', async () => {
  const { statusCode, body } = await owner.open(`${base}/people?state=gone&joined_from=2027-02-30&plan=x&q=Ada`);
  expect(statusCode).toBe(422);
  for (const message of ['Choose a state of the list', 'Choose a plan of the list', 'Enter a day, such as 2027-03-31'])
    expect(mainTextOf(body)).toContain(message);
  expect(body).toContain('value="Ada"');
});

test('who is erased, and who has another name, is found by what they were no more', async () => {
  const { id } = (await site.api.post('/customers', { email: 'gone@example.net', name: 'Xanthippe Former' })).json();
  expect(await listed('q=xanth')).toEqual(['gone@example.net']);
  await site.api.post(`/customers/${id}`, { name: 'Zenobia' });
  expect([await listed('q=xanth'), await listed('q=zenob')]).toEqual([[], ['gone@example.net']]);
  await site.api.post(`/customers/${id}/erase`);
  expect(await listed('q=zenob')).toEqual([]);
  expect(await service().database.knex('customer_words').where({ customerId: id })).toEqual([]);
});

test('a filter is saved for all staff, without what was searched for, and removed by editors', async () => {
  const viewer = await signedInStaff(service(), site.publication, 'viewer');
  const list = await viewer.open(`${base}/people?state=paying&q=payer`);
  const form = await viewer.open(linksOf(list.body).find((href) => href.includes('/save-filter')) ?? '');
  const saved = await viewer.submit(form, { name: 'Who pays' }, `${base}/people/save-filter`);
  expect(mainTextOf(saved.body)).toContain('The filter is saved.');
  expect(linksOf((await owner.open(`${base}/people`)).body)).toContain(`${base}/people?state=paying`);
  const twice = await owner.submit(
    await owner.open(`${base}/people/save-filter?state=free`),
    { name: 'Who pays' },
    `${base}/people/save-filter`,
  );
  expect([twice.statusCode, mainTextOf(twice.body)]).toEqual([
    422,
    expect.stringContaining('Another saved filter has this name'),
  ]);
  const current = `${base}/people?state=paying`;
  expect((await viewer.open(current)).body).not.toContain('Remove this saved filter');
  const removed = await owner.submit(await owner.open(current), {}, `${base}/people/remove-filter`);
  expect(mainTextOf(removed.body)).toContain('The saved filter is removed.');
});

test('the list is a file of what the filter shows, harmless in spreadsheets, and an act of each download', async () => {
  const file = await owner.get(`${base}/people.csv?q=%40example.net`);
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="people-\d{4}-\d\d-\d\d\.csv"$/),
  });
  expect(file.body.startsWith('\u{feff}id,email,name,state,')).toBe(true);
  const rows = parse(file.body, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map(({ email }) => email)).toEqual(await listed('q=%40example.net'));
  expect(rows.find(({ email }) => email === 'formula@example.net')?.['name']).toBe(
    `'=HYPERLINK("https://evil.example")`,
  );
  expect(rows.find(({ email }) => email === 'jm@example.net')).toMatchObject({
    state: 'complimentary',
    plan_slug: 'supporter',
    joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  const stale = await signedInStaff(service(), site.publication, 'editor', 'editor@example.org');
  service().clock.advance(16 * 60);
  const asked = await stale.get(`${base}/people.csv?state=paying`);
  expect(asked.headers['location']).toMatch(/^\/dashboard\/prove\?return_to=.*people\.csv/);
  const acts = await site.rows<{ act: string }>('audit_entries');
  expect(acts.filter(({ act }) => act === 'people.export')).toHaveLength(1);
});

test('many people come page by page, each once, and in the file whole', async () => {
  const many = toPayingSite(await givenSite(service()));
  const { publication } = many;
  const now = service().clock.now().getTime();
  const rows = Array.from({ length: 1203 }, (_, at) => ({
    id: `cus_0000000000000000000000${String(1000 + at)}`,
    publicationId: publication.id,
    email: `n${at}@example.org`,
    emailNormalized: `n${at}@example.org`,
    createdAt: now,
    state: at % 2 === 0 ? 'free' : 'ended',
  }));
  await service().database.transaction(async (transaction) => {
    for (let at = 0; at < rows.length; at += 100) await transaction.knex('customers').insert(rows.slice(at, at + 100));
  });
  const staff = await signedInStaff(service(), publication, 'owner', 'many@example.org');
  const list = `/dashboard/${publication.id}/people`;
  const seen: string[] = [];
  for (let href: string | undefined = `${list}?state=free`; href !== undefined;) {
    const { body } = await staff.open(href);
    seen.push(...[...body.matchAll(/<td class="address"><a href="[^"]+">([^<]+)</g)].map(([, email = '']) => email));
    href = linksOf(body)
      .find((link) => link.includes('page='))
      ?.replaceAll('&amp;', '&');
  }
  expect([seen.length, new Set(seen).size]).toEqual([602, 602]);
  expect(mainTextOf((await staff.open(`${list}?state=free`)).body)).toContain('602 people');
  const { body } = await staff.get(`${list}.csv`);
  expect(body.split('\r\n')).toHaveLength(1 + 1203 + 1);
});
