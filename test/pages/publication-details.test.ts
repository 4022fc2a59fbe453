// What a publication says of itself (src/models/publication/details.ts), where readers see it: on its pages, to search
// engines, and in its mails.
import { expect, test } from 'vitest';
import { setLogos } from '../../src/models/publication/logo.ts';
import { updatePublication } from '../../src/models/publication/publication.ts';
import { startWorker } from '../../src/worker.ts';
import { attributeOf, linksOf, mainTextOf, tagsOf } from '../support/browser/html.ts';
import { startMailServer } from '../support/outside/mail-server.ts';
import { pngImage } from '../support/publications/images.ts';
import { givenOfferedSite } from '../support/publications/paying.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { openService, useService } from '../support/service/service.ts';

const service = useService();
const LEGAL = {
  imprintUrl: 'https://www.example.org/legal#imprint',
  termsUrl: 'https://www.example.org/terms',
  privacyUrl: 'https://www.example.org/privacy',
  withdrawalUrl: 'https://www.example.org/withdrawal',
};
const DETAILS = {
  ...LEGAL,
  homeUrl: 'https://www.example.org/',
  contactEmail: 'post@example.org',
  description: 'Stories from the harbour, every week.',
};

function describe(site: Pick<TestSite, 'publication' | 'service'>, details: Record<string, string>): Promise<unknown> {
  return site.service.database.transaction((transaction) =>
    updatePublication(transaction, site.publication.id, details, ['example.org']),
  );
}

const footOf = (html: string): string => /<footer[^]*<\/footer>/.exec(html)?.[0] ?? '';
const metaOf = (html: string, name: string): string | undefined => {
  const tag = tagsOf(html, 'meta').find((one) =>
    [attributeOf(one, 'name'), attributeOf(one, 'property')].includes(name),
  );
  return tag === undefined ? undefined : attributeOf(tag, 'content');
};

test('the name leads home, and the foot of each page and mail says how the publication is reached and what it owes by law', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const plain = await browser.get('/offers');
  expect(plain.body).toContain('class="masthead-name" href="/"');
  expect(linksOf(footOf(plain.body))).toEqual(['/offers', '/', '/language/de?to=%2Foffers']);
  await describe(site, DETAILS);
  for (const path of ['/offers', '/sign-in', '/nothing']) {
    const { body } = await browser.get(path);
    expect(body).toContain(`class="masthead-name" href="${DETAILS.homeUrl}"`);
    expect(
      linksOf(footOf(body))
        .slice(2)
        .filter((href) => !href.startsWith('/language/')),
    ).toEqual(['mailto:post@example.org', ...Object.values(LEGAL)]);
  }
  await browser.askForCode('ada@example.org');
  const [mail] = await browser.mails('ada@example.org');
  for (const shown of ['post@example.org', ...Object.values(LEGAL)]) {
    expect(mail?.text).toContain(shown);
    expect(mail?.html).toContain(shown);
  }
});

test('what is agreed to stands where it is paid, and the way back to the stories after that', async () => {
  const site = await givenOfferedSite(service());
  await describe(site, DETAILS);
  const browser = await site.signedIn();
  for (const path of [`/subscribe?choice=${encodeURIComponent(site.monthly)}`, '/gift']) {
    const text = mainTextOf((await browser.open(path)).body);
    expect([path, text]).toEqual([
      path,
      expect.stringMatching(/agree to: Terms Good to know: Right of withdrawal , Privacy/),
    ]);
  }
  expect(linksOf((await site.subscribe(browser)).body)).toContain(DETAILS.homeUrl);
});

test('only production has pages for search engines, and none that is about a person', async () => {
  const production = await openService({
    ENVIRONMENT: 'production',
    API_URL: 'https://api.example.test',
    TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1',
    MAIL_URL: 'smtp://localhost:1',
  });
  try {
    const site = await givenSite(production);
    const browser = site.newBrowser();
    for (const path of ['/offers', '/free_offering', '/sign-in', '/activate']) {
      const { body } = await browser.get(`${path}?continue_url=https%3A%2F%2Fwww.example.org%2F`);
      const canonical = tagsOf(body, 'link').find((tag) => attributeOf(tag, 'rel') === 'canonical') ?? '';
      expect([metaOf(body, 'robots'), attributeOf(canonical, 'href')]).toEqual([
        undefined,
        site.publication.siteUrl + path,
      ]);
    }
    for (const path of ['/', '/nothing', '/account-erased', '/unsubscribe/none'])
      expect([path, metaOf((await browser.get(path)).body, 'robots')]).toEqual([path, 'noindex']);
  } finally {
    await production.close();
  }
  const { body } = await (await givenSite(service())).newBrowser().get('/offers');
  expect(metaOf(body, 'robots')).toBe('noindex');
});

test('the offers and each offer describe themselves to search engines and posts, with the cover', async () => {
  const site = await givenSite(service());
  const { publication } = site;
  await describe(site, { description: 'Stories "from" the <harbour>.' });
  await service().database.transaction((transaction) =>
    setLogos(publication, transaction, { logo: undefined, darkLogo: undefined, cover: pngImage() }),
  );
  const browser = site.newBrowser();
  const offers = (await browser.get('/offers?code=x')).body;
  expect(metaOf(offers, 'og:description')).toBe('Stories "from" the <harbour>.');
  expect(metaOf(offers, 'og:url')).toBe(`${publication.siteUrl}/offers`);
  const image = metaOf(offers, 'og:image') ?? '';
  expect(image).toMatch(/\/assets\/logos\/[0-9a-f]{16}\.png$/);
  expect((await browser.get(image)).rawPayload.equals(pngImage())).toBe(true);
  expect(offers).toContain('<img class="cover"');
  expect(metaOf((await browser.get('/offers/supporter')).body, 'description')).toBe('Every story.');
  expect(metaOf((await browser.get('/offers/patron')).body, 'description')).toBe('Stories "from" the <harbour>.');
  expect(metaOf((await browser.get('/sign-in')).body, 'og:title')).toBeUndefined();
});

test('mails come from the publisher’s own name and address while the operator allows the domain, and answers go to theirs', async () => {
  const server = await startMailServer();
  const own = await openService({
    MAIL_URL: server.url,
    MAIL_FROM: 'post@example.net',
    MAIL_FROM_DOMAINS: 'example.org',
  });
  const site = await givenSite(own);
  await describe(site, { senderName: 'The editors', replyTo: 'answers@example.org', mailFrom: 'news@example.org' });
  await site.newBrowser().askForCode('ada@example.org');
  // Its domain was allowed once, and is no longer.
  await own.database.transaction(({ knex }) =>
    knex('publications').where({ id: site.publication.id }).update({ mailFrom: 'news@evil.example' }),
  );
  await site.newBrowser().askForCode('eve@example.org');
  const worker = startWorker(own);
  try {
    await worker.settle();
    const headsOf = (to: string): string => server.mails.find((mail) => mail.to.includes(to))?.raw ?? '';
    expect(headsOf('ada@example.org')).toContain('From: The editors <news@example.org>\r\n');
    expect(headsOf('ada@example.org')).toContain('Reply-To: answers@example.org\r\n');
    expect(headsOf('eve@example.org')).toContain('From: The editors <post@example.net>\r\n');
    expect(server.mails.map(({ from }) => from)).toEqual(['post@example.net', 'post@example.net']);
  } finally {
    await worker.stop();
    await own.close();
    await server.close();
  }
});
