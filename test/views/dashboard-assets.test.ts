// The dashboard's stylesheet, script and font come from its own host, and its policy lets no other script run.
import { expect, test } from 'vitest';
import { attributeOf, tagsOf } from '../support/browser/html.ts';
import { givenSite } from '../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';

const service = useService(DASHBOARD);

test('serves what the dashboard names, with long caching and the right type', async () => {
  const { publication } = await givenSite(service());
  const browser = await signedInStaff(service(), publication, 'owner');
  const page = await browser.open(`/dashboard/${publication.id}`);
  const links = tagsOf(page.body, 'link').map((tag) => attributeOf(tag, 'href') ?? '');
  const scripts = tagsOf(page.body, 'script').map((tag) => attributeOf(tag, 'src') ?? '');
  const stylesheet = links.find((path) => path.startsWith('/assets/dashboard.')) ?? '';
  const fonts = [...(await browser.get(stylesheet)).body.matchAll(/url\('?([^')]+)'?\)/g)].map(([, url = '']) => url);
  expect([scripts.length > 0, fonts]).toEqual([true, Array(2).fill(expect.stringMatching(/^\/assets\/.*\.woff2$/))]);
  const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', woff2: 'font/woff2' };
  for (const path of [stylesheet, ...scripts, ...fonts]) {
    const { statusCode, headers } = await browser.get(path);
    const type = types[path.split('.').at(-1) as keyof typeof types];
    expect([path, statusCode, headers['content-type']]).toEqual([path, 200, type]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});

test('scripts of its own host alone may run there, and none on hosted pages', async () => {
  const site = await givenSite(service());
  const browser = await signedInStaff(service(), site.publication, 'owner');
  const policyOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['content-security-policy']);
  const dashboard = policyOf(await browser.open(`/dashboard/${site.publication.id}`));
  expect(/script-src ([^;]*)/.exec(dashboard)?.[1]).toBe("'self'");
  expect(policyOf(await site.newBrowser().get('/offers'))).not.toContain('script-src');
});
