// What a trusted proxy says of the visitor (docs/operating.md): without the address, all visitors share the limits of one network, and the log says so.
import { expect, test } from 'vitest';
import { formOf } from '../support/browser/browser.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const PROXY = '10.1.2.3';
const service = useService({ TRUST_PROXY: PROXY, LIMIT_NETWORK_MAILS_PER_HOUR: '2' });

const warnings = () => service().logLines.filter((line) => line.includes('X-Forwarded-For'));

/** The status of asking for a code through the proxy, on behalf of a visitor. */
async function ask(site: TestSite, index: number, forwarded: Record<string, string>): Promise<number> {
  const browser = site.newBrowser(PROXY);
  const { fields } = formOf(await browser.get('/sign-in', forwarded));
  return (await browser.post('/sign-in', { ...fields, email: `reader-${index}@example.org` }, forwarded)).statusCode;
}

test('limits count by the address in X-Forwarded-For, and nothing is warned of', async () => {
  const site = await givenSite(service());
  const statuses = [];
  for (let index = 0; index < 6; index += 1) {
    const visitor = `203.0.113.${index}`;
    statuses.push(
      await ask(site, index, { 'x-forwarded-proto': 'https', 'x-forwarded-for': `198.51.100.1, ${visitor}` }),
    );
  }
  expect(statuses).toEqual([303, 303, 303, 303, 303, 303]);
  expect(warnings()).toEqual([]);
});

test('an address that a stranger puts in front counts for nothing', async () => {
  const site = await givenSite(service());
  const statuses = [];
  for (let index = 0; index < 4; index += 1)
    statuses.push(
      await ask(site, index, { 'x-forwarded-proto': 'https', 'x-forwarded-for': `198.51.100.${index}, 203.0.113.99` }),
    );
  expect(statuses).toEqual([303, 303, 429, 429]);
});

test('warns once of a proxy that sends the scheme without the address, and of nobody who is not trusted', async () => {
  const site = await givenSite(service());
  await site.newBrowser('198.51.100.200').get('/sign-in', { 'x-forwarded-proto': 'https' });
  expect(warnings()).toEqual([]);
  const statuses = [];
  for (let index = 0; index < 4; index += 1) statuses.push(await ask(site, index, { 'x-forwarded-proto': 'https' }));
  expect(statuses).toEqual([303, 303, 429, 429]);
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('"level":40');
});

test('warns once of an address that comes from nobody in TRUST_PROXY, and does not believe it', async () => {
  const site = await givenSite(service());
  const unknown = '10.9.9.9';
  const before = warnings().length;
  for (const address of ['203.0.113.1', '203.0.113.2'])
    await site.newBrowser(unknown).get('/sign-in', { 'x-forwarded-for': address });
  expect(warnings()).toHaveLength(before + 1);
  expect(warnings().at(-1)).toContain('name it in TRUST_PROXY');
  expect(warnings().at(-1)).not.toMatch(/203\.0\.113|10\.9\.9/);
});
