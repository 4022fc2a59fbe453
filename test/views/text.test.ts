// The catalogues of words: complete in every language, all of it used, and nothing that visitors read outside of them.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DASHBOARD_LANGUAGES, PAGE_LANGUAGES, type PageLanguage } from '../../src/models/publication/languages.ts';
import { updatePublication } from '../../src/models/publication/publication.ts';
import { DASHBOARD_CATALOGUES } from '../../src/views/dashboard-text.ts';
import { PAGE_CATALOGUES, translator } from '../../src/views/text.ts';
import { attributeOf, headingOf, tagsOf, textOf } from '../support/browser/html.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const service = useService();

type Texts = Readonly<Record<string, string | Record<string, string>>>;
/** The texts that a language has of its own: those of the dashboard only where that speaks it. */
const CATALOGUES: Readonly<Record<PageLanguage, Texts>> = { ...PAGE_CATALOGUES };
const OF_DASHBOARD: Readonly<Partial<Record<PageLanguage, Texts>>> = DASHBOARD_CATALOGUES;
const names = PAGE_LANGUAGES;
const ownTexts = (name: PageLanguage): Texts => ({ ...CATALOGUES[name], ...OF_DASHBOARD[name] });
const keysOf = (name: PageLanguage): string[] =>
  Object.keys(name in OF_DASHBOARD ? ownTexts('en') : CATALOGUES.en).toSorted();
const textsOf = (name: PageLanguage): [string, string | Record<string, string>][] => Object.entries(ownTexts(name));
const read = (pattern: string): [string, string][] =>
  globSync(pattern, { cwd: PROJECT }).map((file) => [file, readFileSync(`${PROJECT}${file}`, 'utf8')]);
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\w+\}/g)].map(([name]) => name))].toSorted();

/** What no text of the language has: typewriter's quotes, two spaces, and what each language writes otherwise. */
const COMMON = String.raw`["]|  |\.\.\.|^ | $`;
const TYPOGRAPHY: Readonly<Record<string, RegExp>> = {
  de: new RegExp(`${COMMON}|'`),
  en: new RegExp(`${COMMON}|'`),
  // A narrow space that does not break stands before these signs and within the quotes.
  fr: new RegExp(`${COMMON}|'|[^\\u202f][;!?»%]|[^\\u202f](?<!https?):|«[^\\u202f]`, 'u'),
  pt: new RegExp(`${COMMON}|'| [;:!?]`),
  nl: new RegExp(`${COMMON}|'| [;:!?]`),
  it: new RegExp(`${COMMON}|'| [;:!?]`),
  es: new RegExp(`${COMMON}|'|^[^¡]*!|^[^¿]*[?]`),
};

test.each(names)('%s has every text, none that English has not, and none empty', (name) => {
  expect(Object.keys(ownTexts(name)).toSorted()).toEqual(keysOf(name));
  for (const [key, text] of textsOf(name))
    for (const form of typeof text === 'string' ? [text] : Object.values(text))
      expect({ key, isEmpty: form.trim() === '' }).toEqual({ key, isEmpty: false });
});

test.each(names)('%s has no text twice, of which the later one would win', (name) => {
  const written = read(`templates/text/{${name},dashboard/${name}/*}.json`).flatMap(([, text]) =>
    [...text.matchAll(/^ {2}"([^"]+)":/gm)].map(([, key]) => key),
  );
  expect(written.filter((key, at) => written.indexOf(key) !== at)).toEqual([]);
  expect(written.length).toBe(Object.keys(ownTexts(name)).length);
});

test('the dashboard speaks those languages that it says, and all others read it in English', () => {
  expect(Object.keys(DASHBOARD_CATALOGUES).toSorted()).toEqual(DASHBOARD_LANGUAGES.toSorted());
  expect(translator('fr', 'fr')('dashboard.settings.title')).toBe('Settings');
});

test.each(names)('%s fills in the same names as English', (name) => {
  const english = new Map(textsOf('en'));
  const wholeOf = (text: string | Record<string, string> | undefined): string =>
    typeof text === 'string' ? text : (text?.['other'] ?? '');
  for (const [key, text] of textsOf(name))
    expect([key, placeholders(wholeOf(text))]).toEqual([key, placeholders(wholeOf(english.get(key)))]);
});

test.each(names)('%s has a form for each number its grammar tells apart', (name) => {
  const { pluralCategories } = new Intl.PluralRules(name).resolvedOptions();
  const counted = textsOf(name).flatMap(([key, text]) =>
    typeof text === 'string' ? [] : [{ key, forms: Object.keys(text).toSorted() }],
  );
  expect(counted.length).toBeGreaterThan(3);
  expect(counted).toEqual(counted.map(({ key }) => ({ key, forms: pluralCategories.toSorted() })));
});

test('every text is used', () => {
  const sources = [...read('templates/**/*.eta'), ...read('src/**/*.ts')].map(([, text]) => text).join('\n');
  // A family of keys is made by a template literal, such as `dashboard.role.${role}`.
  const families = [...sources.matchAll(/`(dashboard\.[\w.-]*\$\{[^`]*)`/g)].map(([, made = '']) => {
    const parts = made.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
    return new RegExp(`^${parts.join('[\\w.-]+')}$`);
  });
  const isUsed = (key: string): boolean => sources.includes(`'${key}'`) || families.some((family) => family.test(key));
  expect(keysOf('en').filter((key) => !isUsed(key))).toEqual([]);
});

test('no template has words of its own', () => {
  const words = read('templates/**/*.eta').flatMap(([file, template]) => {
    const html = template.replaceAll(/<%[\s\S]*?%>/g, '').replaceAll(/<[^>]*>|&\w+;/g, ' ');
    return (html.match(/\p{L}{2,}/gu) ?? []).map((word) => `${file}: ${word}`);
  });
  expect(words).toEqual([]);
});

test.each(names)('%s has the signs of its typography', (name) => {
  const faults = textsOf(name).flatMap(([key, text]) => {
    const forms = typeof text === 'string' ? [text] : Object.values(text);
    return forms.filter((form) => TYPOGRAPHY[name]?.test(form) !== false).map((form) => `${key}: ${form}`);
  });
  expect(faults).toEqual([]);
});

test('counts as the language does', () => {
  const [en, de] = [translator('en', 'en'), translator('de', 'de-AT')];
  expect(en('limited.wait-minutes', { count: 1, time: '' })).toContain('a minute from now');
  expect(en('limited.wait-minutes', { count: 60, time: '' })).toContain('60 minutes from now');
  expect(de('limited.wait-minutes', { count: 1, time: '' })).toContain('eine Minute');
  expect(de('limited.wait-minutes', { count: 1200, time: '' })).toContain(
    '1200 Minuten'.replace('1200', new Intl.NumberFormat('de-AT').format(1200)),
  );
});

test('a value is never read as a text with names of its own', () => {
  expect(translator('en', 'en')('end-session.asked-by', { application: '{value} $& {application}' })).toBe(
    '{value} $& {application} would like to sign you out.',
  );
});

test.each([
  ['en', '', 'en', 'Sign in'],
  ['de', '', 'de', 'Anmelden'],
  ['de-CH', '', 'de-CH', 'Anmelden'],
  ['de', 'en-GB,en;q=0.9', 'en-GB', 'Sign in'],
  ['en', 'de-AT,de;q=0.9,en;q=0.8', 'en', 'Sign in'],
  ['de', 'en;q=0.2,de-AT;q=0.9', 'de-AT', 'Anmelden'],
  ['sv', 'ja', 'en', 'Sign in'],
  ['fr', '', 'fr', 'Se connecter'],
  ['pt', '', 'pt-PT', 'Iniciar sessão'],
  ['pt-PT', 'pt-BR', 'pt-BR', 'Iniciar sessão'],
  ['fr-CH', 'de,fr;q=0.5', 'fr', 'Se connecter'],
  ['de', 'fr-FR,en;q=0.5', 'en', 'Sign in'],
] as const)(
  'a publication in %s, visited with Accept-Language "%s", speaks %s',
  async (locale, wanted, language, heading) => {
    const site = await givenSite(service());
    await service().database.transaction((transaction) =>
      updatePublication(transaction, site.publication.id, { locale, languages: '' }),
    );
    const { body } = await site.newBrowser().get('/sign-in', { 'accept-language': wanted });
    expect([
      attributeOf(tagsOf(body, 'html')[0] ?? '', 'lang'),
      attributeOf(tagsOf(body, 'html')[0] ?? '', 'dir'),
      headingOf(body),
    ]).toEqual([language, 'ltr', heading]);
  },
);

test('errors and mails are in the language of the page', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const german = { 'sec-fetch-site': 'same-origin', 'accept-language': 'de' };
  expect(headingOf((await browser.get('/nichts', german)).body)).toBe('Seite nicht gefunden');
  expect(headingOf((await browser.get('/oauth/authorize', german)).body)).toBe('Die Anmeldung ist nicht möglich');
  const page = await browser.get('/sign-in', german);
  const token = attributeOf(tagsOf(page.body, 'input')[0] ?? '', 'value') ?? '';
  expect(textOf((await browser.post('/sign-in', { csrf_token: token, email: 'x' }, german)).body)).toContain(
    'Fehler: Geben Sie Ihre E-Mail-Adresse ein',
  );
  await browser.post('/sign-in', { csrf_token: token, email: 'ada@example.org' }, german);
  const [mail] = await browser.mails('ada@example.org');
  expect(mail?.subject).toMatch(/^\d{6} ist Ihr Code für The Weekly Test$/);
  expect(mail?.text).toContain('Gilt 10 Minuten.');
  expect(mail?.html).toContain('<html lang="de" dir="ltr">');
});

test('the text part of a mail ends with the name and the address on lines of their own', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  await browser.askForCode('ada@example.org');
  expect((await browser.mails('ada@example.org'))[0]?.text).toMatch(
    new RegExp(`\n\nThe Weekly Test\n${site.publication.siteUrl}\n?$`),
  );
});

test('the stylesheet has no left and no right', () => {
  const stylesheet = readFileSync(`${PROJECT}templates/assets/masthead.css`, 'utf8');
  expect(
    stylesheet.match(
      /(?:margin|padding|border)-(?:left|right|top-left-radius|top-right-radius|bottom-left-radius|bottom-right-radius)|(?:^|[{;\s])(?:left|right|float)\s*:|text-align:\s*(?:left|right)/gm,
    ),
  ).toBe(null);
});
