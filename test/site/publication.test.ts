// Which publication a request is for (decisions 32; sign-in rules D7; reliability R-A12, R-T5, R-T8): its Host header alone decides.
import { expect, test } from 'vitest';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { formOf, locationOf } from '../support/browser/browser.ts';
import { headingOf } from '../support/browser/html.ts';
import { givenPublication } from '../support/publications/publication.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function getFrom(headers: Record<string, string>, url = '/offers'): Promise<{ status: number; html: string }> {
  const { statusCode, body } = await service().app.inject({ method: 'GET', url, headers });
  return { status: statusCode, html: body };
}

test('finds the publication by its host, in whatever case', async () => {
  const { publication } = await givenSite(service(), { name: 'Found' });
  expect(headingOf((await getFrom({ host: publication.siteHost.toUpperCase() })).html)).toBe('Subscribe to Found');
});

test('takes the port for a part of the host', async () => {
  const { publication } = await givenSite(service(), { siteUrl: 'https://members.ported.test:8443' });
  expect((await getFrom({ host: 'members.ported.test:8443' })).status).toBe(200);
  expect((await getFrom({ host: 'members.ported.test' })).status).toBe(404);
  expect(publication.siteHost).toBe('members.ported.test:8443');
});

test.each([
  'unknown.example.test',
  '',
  'localhost',
  'a b',
  "x' or 1=1 --",
  '../',
  '[::1]',
  'x'.repeat(3000),
  'münchen.example',
])('R-T8 answers the host %s with 404 and shows nothing of any publication', async (host) => {
  const { publication } = await givenSite(service(), { name: 'Canary' });
  const { status, html } = await getFrom({ host });
  expect(status).toBe(404);
  expect(html).not.toContain('Canary');
  expect(html).not.toContain(publication.siteHost);
  expect(html).not.toContain('<header');
});

test('R-T8 an address that one publication has is not there on the host of another', async () => {
  const [site, other] = [await givenSite(service(), { mark: ' Canary' }), await givenPublication(service())];
  const { database, clock } = service();
  await database.transaction((transaction) =>
    createOffer(site.publication, transaction, clock, {
      slug: 'only-here',
      name: 'Canary',
      planId: site.plan.id,
      priceIds: [site.price.id],
    }),
  );
  const browser = site.newBrowser();
  const codePage = await browser.askForCode('canary@example.org');
  for (const path of ['/offers/only-here', '/offers/supporter', '/free_offering', codePage]) {
    const [here, there] = [
      await browser.get(path),
      await getFrom(
        { host: other.publication.siteHost, cookie: [...browser.cookies].map((one) => one.join('=')).join('; ') },
        path,
      ),
    ];
    expect(here.statusCode, `${path}`).toBeLessThan(400);
    expect([404, 410], `${path}`).toContain(there.status);
    expect(there.html, `${path}`).not.toContain('Canary');
    expect(there.html, `${path}`).not.toContain(site.publication.siteHost);
  }
});

test.each(['x-forwarded-host', 'forwarded', 'x-host', 'x-original-host', 'x-forwarded-server', 'x-http-host-override'])(
  'R-A12 takes no notice of %s, in the page, its redirects and its mails',
  async (header) => {
    const [site, other] = [
      await givenSite(service(), { name: 'Ours' }),
      await givenSite(service(), { name: 'Theirs' }),
    ];
    const forged = {
      [header]: header === 'forwarded' ? `host=${other.publication.siteHost};proto=http` : other.publication.siteHost,
    };
    const browser = site.newBrowser();
    const page = await browser.get('/sign-in', forged);
    expect(page.body).toContain('Ours');
    const sent = await browser.post(
      '/sign-in',
      { ...formOf(page).fields, email: 'ada@example.org' },
      { 'sec-fetch-site': 'same-origin', ...forged },
    );
    expect(locationOf(sent)).toMatch(/^\/email-code\//);
    const [mail] = await browser.mails('ada@example.org');
    for (const text of [page.body, mail?.text, mail?.html]) expect(text).not.toContain(other.publication.siteHost);
  },
);

test('R-T5 of a session cookie of another publication nothing is seen', async () => {
  const [site, other] = [await givenSite(service()), await givenSite(service())];
  const browser = await site.signedIn('canary@example.org');
  const there = other.newBrowser();
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  for (const path of ['/', '/free_offering/subscribe']) {
    const page = await there.get(path);
    expect(page.body).not.toContain('canary');
    expect(page.body).not.toContain('Your account</h1>');
  }
});
