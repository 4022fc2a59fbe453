// Stylesheets and icons: small, kept for ever, and no page asks another host for anything (reliability R-A22, R-L5).
import { expect, test } from 'vitest';
import { updatePublication } from '../../src/models/publication/publication.ts';
import { attributeOf, tagsOf } from '../support/browser/html.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

test('serves what the pages name, with long caching and the right type', async () => {
  const browser = (await givenSite(service())).newBrowser();
  const { body } = await browser.get('/offers');
  const paths = tagsOf(body, 'link').map((tag) => attributeOf(tag, 'href') ?? '');
  const types = { css: /^text\/css/, svg: /^image\/svg\+xml/, woff2: /^font\/woff2$/ };
  expect(paths.map((path) => path.split('.').at(-1))).toEqual(['woff2', 'woff2', 'css', 'css', 'svg']);
  const bytes = { fonts: 0, others: Buffer.byteLength(body) };
  for (const path of paths) {
    const answer = await browser.get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toMatch(types[path.split('.').at(-1) as keyof typeof types]);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['set-cookie']).toBeUndefined();
    const isFont = path.endsWith('.woff2');
    // In a preview's frame the page has an origin of its own.
    expect(answer.headers['access-control-allow-origin']).toBe(isFont ? '*' : undefined);
    bytes[isFont ? 'fonts' : 'others'] += answer.rawPayload.length;
    if (isFont) continue;
    const urls = [...answer.body.matchAll(/url\(([^)]*)\)/g)].map(([, url]) => url);
    expect(paths).toEqual(expect.arrayContaining(urls));
    expect(answer.body.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|<script/);
  }
  expect(bytes.fonts).toBeLessThanOrEqual(60_000);
  expect(bytes.others).toBeLessThanOrEqual(30_000);
});

test('a look of system fonts loads none', async () => {
  const site = await givenSite(service());
  await service().database.transaction((transaction) =>
    updatePublication(transaction, site.publication.id, { font: 'system' }),
  );
  const { body } = await site.newBrowser().get('/offers');
  const links = tagsOf(body, 'link').map((tag) => attributeOf(tag, 'href') ?? '');
  expect(links.filter((href) => href.endsWith('.woff2'))).toEqual([]);
});

test('R-A22 pages hold no script, no inline style and nothing from another host', async () => {
  const browser = (await givenSite(service())).newBrowser();
  for (const path of ['/', '/offers', '/free_offering', '/free_offering/subscribe', '/nothing-here']) {
    expect((await browser.get(path)).body).not.toMatch(
      /<script|<iframe|<style|\sstyle=|\son\w+=|(?:src|href)="(?:https?:)?\/\//,
    );
  }
});

test('other looks have addresses of their own, and only looks that can be chosen', async () => {
  const browser = (await givenSite(service())).newBrowser();
  const links = tagsOf((await browser.get('/offers')).body, 'link').map((tag) => attributeOf(tag, 'href') ?? '');
  const brand = links.find((href) => href.startsWith('/assets/brand.')) ?? '';
  expect(brand).toMatch(/^\/assets\/brand\.\w{10}\.1f4e79\.editorial\.10\.css$/);
  expect((await browser.get(brand.replace('editorial.10', 'slab.0'))).body).toMatch(
    /--font-display:Rockwell[^;]*;--radius:0rem/,
  );
  for (const other of [
    'comic.10',
    'editorial.17',
    'editorial.-1',
    'editorial.010',
    'editorial.1e1',
    'editorial.10.x',
    'constructor.10',
    'editorial',
  ]) {
    expect([other, (await browser.get(brand.replace('editorial.10', other))).statusCode]).toEqual([other, 404]);
  }
});

test.each([
  'brand.WRONG.1f4e79.editorial.10.css',
  'masthead.css',
  'brand.css',
  '.',
  'x',
  'logos/x.svg',
  'logos/..%2fmasthead.css',
])('answers /assets/%s with 404', async (file) => {
  expect((await (await givenSite(service())).newBrowser().get(`/assets/${file}`)).statusCode).toBe(404);
});
