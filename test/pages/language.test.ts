// The switch of the language at the foot of each page: it keeps the page and its query, and leads nowhere else.
import { expect, test } from 'vitest';
import { updatePublication } from '../../src/models/publication/publication.ts';
import { attributeOf, formsOf, headingOf, tagsOf } from '../support/browser/html.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

function switchesOf(html: string): string[] {
  return tagsOf(html, 'a')
    .map((tag) => attributeOf(tag, 'href') ?? '')
    .filter((href) => href.startsWith('/language/'));
}

test('it leads back to the page with its query, in the other language, and so does every later page', async () => {
  const browser = (await givenSite(service())).newBrowser();
  const page = await browser.open('/sign-in?return_to=%2F&x=1');
  expect(headingOf(page.body)).toBe('Sign in');
  const [german = '', ...others] = switchesOf(page.body);
  expect(others).toEqual([]);
  const answer = await browser.get(german);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/sign-in?return_to=%2F&x=1']);
  expect(String(answer.headers['set-cookie'])).toMatch(
    /masthead_language=de; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax/,
  );
  expect(headingOf((await browser.open('/sign-in')).body)).toBe('Anmelden');
  const missing = await browser.open('/nothing-here?y=2');
  expect(headingOf(missing.body)).toBe('Seite nicht gefunden');
  expect(switchesOf(missing.body)).toEqual(['/language/en?to=%2Fnothing-here%3Fy%3D2']);
});

test('it keeps where an answered form leads, and stands on the page of a refused one, too', async () => {
  const browser = (await givenSite(service())).newBrowser();
  const form = await browser.open('/sign-in?return_to=%2Freceipts');
  const faulty = await browser.submit(form, { email: 'nobody' });
  expect([faulty.statusCode, switchesOf(faulty.body)]).toEqual([
    422,
    ['/language/de?to=%2Fsign-in%3Freturn_to%3D%252Freceipts'],
  ]);
  const code = await browser.submit(form, { email: 'ada@example.org' });
  const { action } = formsOf(code.body).find((one) => one.action.endsWith('/address')) ?? { action: '' };
  const again = await browser.submit(code, { email: 'nobody' }, action);
  const codePage = action.slice(0, -'/address'.length);
  expect([again.statusCode, switchesOf(again.body)]).toEqual([
    422,
    [`/language/de?to=${encodeURIComponent(codePage)}`],
  ]);
  const stale = await browser.post('/sign-in', { csrf_token: 'x', email: 'ada@example.org' });
  expect([stale.statusCode, switchesOf(stale.body)]).toEqual([403, ['/language/de?to=%2Fsign-in']]);
  const refused = await browser.open('/oauth/authorize?client_id=none&redirect_uri=https://elsewhere.example/');
  expect([refused.statusCode, switchesOf(refused.body)]).toEqual([400, ['/language/de?to=%2Foauth%2Fauthorize']]);
});

test('what was chosen keeps the region of the browser, and wins over its language', async () => {
  const browser = (await givenSite(service())).newBrowser();
  await browser.get('/language/de?to=/');
  for (const [wanted, tag] of [
    ['en', 'de'],
    ['en, de-AT;q=0.5', 'de-AT'],
  ] as const) {
    const { body } = await browser.get('/sign-in', { 'accept-language': wanted });
    expect([wanted, attributeOf(tagsOf(body, 'html')[0] ?? '', 'lang')]).toEqual([wanted, tag]);
  }
});

test.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)', ''])(
  'it leads to the account in place of %s',
  async (to) => {
    const browser = (await givenSite(service())).newBrowser();
    const answer = await browser.get(`/language/de?${new URLSearchParams({ to }).toString()}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
  },
);

test.each(['xx', 'fr'])('%s, which the publication does not speak, is not found', async (language) => {
  const answer = await (await givenSite(service())).newBrowser().get(`/language/${language}?to=/`);
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([404, undefined]);
});

test('it offers those that the publication chose beside its own, by default English, and speaks no others', async () => {
  const site = await givenSite(service());
  const shownIn = async (locale: string, languages: string): Promise<readonly string[]> => {
    await service().database.transaction((transaction) =>
      updatePublication(transaction, site.publication.id, { locale, languages }),
    );
    const { body } = await site.newBrowser().get('/sign-in', { 'accept-language': 'fr-CA,en;q=0.5' });
    return [attributeOf(tagsOf(body, 'html')[0] ?? '', 'lang') ?? '', ...switchesOf(body)];
  };
  const to = (language: string) => `/language/${language}?to=%2Fsign-in`;
  expect(await shownIn('de-AT', '')).toEqual(['en', to('de')]);
  expect(await shownIn('de-AT', 'fr')).toEqual(['fr-CA', to('de')]);
  expect(await shownIn('de-AT', 'de')).toEqual(['de-AT']);
  expect(await shownIn('en', 'fr, EN,de')).toEqual(['fr-CA', to('de'), to('en')]);
  await expect(shownIn('en', 'fr,xx')).rejects.toThrow('languages must be among de, en');
});

test('a language that the publication gave up is no longer that of readers who chose it', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  await browser.get('/language/de?to=/');
  expect(headingOf((await browser.open('/sign-in')).body)).toBe('Anmelden');
  await service().database.transaction((transaction) =>
    updatePublication(transaction, site.publication.id, { languages: 'en' }),
  );
  expect(headingOf((await browser.open('/sign-in')).body)).toBe('Sign in');
});
