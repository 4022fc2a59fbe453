// Journeys on the dashboard, and limits, with two instances on one PostgreSQL, each request answered by the other (reliability R-F15).
import { expect, test } from 'vitest';
import type { Browser } from '../support/browser/browser.ts';
import { mainTextOf } from '../support/browser/html.ts';
import { settleImports } from '../support/publications/imports.ts';
import { ApiClient, givenPublication } from '../support/publications/publication.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { DASHBOARD, newStaffBrowser, signedInStaff } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';

const LIMIT = 60;
const service = useService({ ...DASHBOARD, API_RATE_LIMIT: String(LIMIT) }, 2);
const FILE = Array.from({ length: 250 }, (_, row) => `reader${row}@example.org,Reader ${row}`);

async function given(): Promise<{ site: TestSite; owner: Browser; base: string }> {
  const site = await givenSite(service());
  const owner = await signedInStaff(service(), site.publication, 'owner', `o@${site.publication.siteHost}`);
  return { site, owner, base: `/dashboard/${site.publication.id}` };
}

/** Uploads the file; returns the path of its import. */
async function upload(owner: Browser, base: string): Promise<string> {
  const file = Buffer.from(['Email,Name', ...FILE].join('\r\n'));
  const { body } = await owner.upload(await owner.open(`${base}/imports`), { files: { file } }, `${base}/imports`);
  return /\/dashboard\/\w+\/imports\/imp_[0-9a-z]{26}/.exec(body)?.[0] ?? '';
}

test('R-F15 staff sign in by a code, make an offer, and readers see it', async () => {
  const { site, owner, base } = await given();
  const staff = newStaffBrowser(service());
  const email = `o@${site.publication.siteHost}`;
  const codePage = await staff.submit(await staff.open('/dashboard/sign-in'), { email });
  const home = await staff.submit(codePage, { code: await staff.newestCode(email) });
  expect(mainTextOf(home.body)).toContain(site.publication.siteUrl);
  const fields = { name: 'Friend', month: '7' };
  const made = await owner.submit(await owner.open(`${base}/new-offer`), fields, `${base}/new-offer`);
  expect(mainTextOf(made.body)).toContain('The offer is for sale.');
  for (let turn = 0; turn < 2; turn += 1)
    expect(mainTextOf((await site.newBrowser().open('/offers')).body)).toContain('Friend');
});

test('R-F15 an import: uploaded, checked, started and seen', async () => {
  const { site, owner, base } = await given();
  const path = await upload(owner, base);
  expect(mainTextOf((await owner.open(path)).body)).toContain('The file has 250 rows');
  await owner.submit(await owner.open(path), {}, `${path}/check`);
  await settleImports(service());
  await owner.submit(await owner.open(path), {}, `${path}/start`);
  await settleImports(service());
  for (let turn = 0; turn < 2; turn += 1) expect((await owner.open(path)).statusCode).toBe(200);
  const people = await service().database.knex('customers').where({ publicationId: site.publication.id });
  expect(people).toHaveLength(250);
});

test('R-F15 an import that was started and is cancelled by the other brings nobody in', async () => {
  const { site, owner, base } = await given();
  const path = await upload(owner, base);
  await owner.submit(await owner.open(path), {}, `${path}/check`);
  await settleImports(service());
  await owner.submit(await owner.open(path), {}, `${path}/start`);
  await owner.submit(await owner.open(path), {}, `${path}/cancel`);
  await settleImports(service());
  const people = await service().database.knex('customers').where({ publicationId: site.publication.id });
  expect(people).toEqual([]);
});

test('R-F15 the limit of a key holds over both, for one after the other and for all at once', async () => {
  const [one, other] = [await givenPublication(service()), await givenPublication(service())];
  const statuses: number[] = [];
  for (let made = 0; made < LIMIT + 20; made += 1) statuses.push((await one.api.get('/plans')).statusCode);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(LIMIT + 2);
  const atOnce = await Promise.all(Array.from({ length: 2 * LIMIT }, () => other.api.get('/plans')));
  expect(atOnce.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(LIMIT + 2);
  // What the limit leaves is not lost between the two.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(LIMIT - 2);
});

test('R-F15 wrong keys are counted by both together', async () => {
  const nobody = new ApiClient(service(), `key_test_${'A'.repeat(36)}0000000`);
  const statuses: number[] = [];
  for (let made = 0; made < 16; made += 1) statuses.push((await nobody.get('/plans')).statusCode);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(12);
});
