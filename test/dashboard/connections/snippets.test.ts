// The programs and settings for a publisher's website: everything is filled in by an application's values, escaped for the
// language, and the text is that of the recipes that tests run (test/clients, test/recipes).
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recipeIn } from '../../../src/dashboard/connections/recipe.ts';
import { snippetsFor, type Snippet } from '../../../src/dashboard/connections/snippets.ts';
import { createOauthApplication, type ApplicationSettings } from '../../../src/models/sign-in/oauth-application.ts';
import { translator } from '../../../src/views/text.ts';
import { readRecipe } from '../../clients/recipe.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { DASHBOARD } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';
import { givenOwner } from '../rows/row.ts';

const service = useService(DASHBOARD);
const EXAMPLES = /example\.com|members\.example\.org|forum\.example\.org|YOUR_/;
const ISSUER = 'https://news.example.test';

async function snippets(given: Partial<ApplicationSettings> = {}, clientSecret = ''): Promise<Snippet[]> {
  const { site } = await givenOwner(service());
  const settings = {
    name: 'A',
    redirectUri: 'https://shop.example.test/oidc/back?tenant=1',
    postLogoutRedirectUri: 'https://shop.example.test/bye',
    backchannelLogoutUri: 'https://shop.example.test/oidc/out',
    ...given,
  };
  const { application } = await service().database.transaction((transaction) =>
    createOauthApplication(site.publication, transaction, service().clock, settings, { allowsLoopbackHttp: false }),
  );
  return snippetsFor(translator('en', 'en'), {
    issuer: ISSUER,
    application: { ...application, clientId: 'client_abc' },
    clientSecret,
  });
}

const textOfSnippet = ({ files, settings }: Snippet): string =>
  [...files.map(({ text }) => text), ...settings.map(({ name, value }) => `${name}: ${value}`)].join('\n');

test('there is one for each of the platforms, in this order', async () => {
  expect((await snippets()).map(({ id }) => id)).toEqual([
    'node',
    'php',
    'python',
    'go',
    'wordpress',
    'discourse',
    'apache',
  ]);
});

test('each has all values, and nothing of the examples but the placeholder of the secret', async () => {
  for (const snippet of await snippets()) {
    const text = textOfSnippet(snippet);
    expect([snippet.id, text]).toEqual([snippet.id, expect.stringContaining(ISSUER)]);
    expect([snippet.id, text]).toEqual([snippet.id, expect.stringContaining('client_abc')]);
    expect([snippet.id, text]).toEqual([snippet.id, expect.stringContaining('YOUR_CLIENT_SECRET')]);
    expect([snippet.id, EXAMPLES.exec(text.replaceAll('YOUR_CLIENT_SECRET', ''))?.[0]]).toEqual([
      snippet.id,
      undefined,
    ]);
    const isProgram = snippet.files.length > 0;
    expect([snippet.id, text.includes('https://shop.example.test/oidc/back?tenant=1')]).toEqual([
      snippet.id,
      isProgram,
    ]);
    expect([snippet.id, text.includes('https://shop.example.test/bye')]).toEqual([
      snippet.id,
      isProgram || snippet.id === 'discourse',
    ]);
  }
});

test('a secret that was made just now is filled in everywhere', async () => {
  for (const snippet of await snippets({}, 'secret_of_now')) {
    const text = textOfSnippet(snippet);
    expect([snippet.id, text.includes('secret_of_now'), text.includes('YOUR_')]).toEqual([snippet.id, true, false]);
  }
});

test('the path of the redirect URI is the one that the program answers', async () => {
  const byId = new Map((await snippets()).map((snippet) => [snippet.id, textOfSnippet(snippet)]));
  expect(byId.get('php')).toContain("'GET /oidc/back' => callback()");
  expect(byId.get('php')).toContain("'POST /oidc/out' => backchannelLogout()");
  expect(byId.get('apache')).toContain('<Location "/oidc/back">');
});

test('it is said what has to be registered besides', async () => {
  const given = {
    redirectUri: 'https://shop.example.test/cb',
    postLogoutRedirectUri: null,
    backchannelLogoutUri: null,
  };
  const hints = new Map((await snippets(given)).map(({ id, hint }) => [id, hint]));
  const [bye, out] = ['https://shop.example.test/', 'https://shop.example.test/auth/backchannel-logout'];
  expect(hints.get('node')).toContain(`not registered yet: ${bye}. `);
  expect(hints.get('php')).toContain(`not registered yet: ${bye}, ${out}. `);
  expect(hints.get('wordpress')).toContain(
    'https://shop.example.test/wp-admin/admin-ajax.php?action=openid-connect-authorize',
  );
  expect(hints.get('discourse')).toContain('https://shop.example.test/auth/oidc/callback');
  expect((await snippets()).filter(({ hint }) => hint.includes('not registered')).map(({ id }) => id)).toEqual([]);
});

test('quotes in an address end no text of a program', async () => {
  const uri = "https://shop.example.test/it's/back";
  const byId = new Map((await snippets({ redirectUri: uri })).map((snippet) => [snippet.id, textOfSnippet(snippet)]));
  for (const id of ['node', 'php']) expect(byId.get(id)).toContain(String.raw`'https://shop.example.test/it\'s/back'`);
  for (const id of ['python', 'go', 'apache']) expect(byId.get(id)).toContain(`"${uri}"`);
});

test('no value is taken for an example', () => {
  const page = '\n## A\n\n```js a.mjs\nYOUR_CLIENT_ID https://www.example.com/auth/callback YOUR_CLIENT_SECRET\n```\n';
  const [file] = recipeIn(page, 'A', {
    issuer: ISSUER,
    clientId: 'YOUR_CLIENT_SECRET',
    clientSecret: 'https://www.example.com',
    redirectUri: 'https://news.example.com/auth/callback',
    postLogoutRedirectUri: ISSUER,
    backchannelLogoutUri: ISSUER,
  });
  expect(file?.text).toBe('YOUR_CLIENT_SECRET https://news.example.com/auth/callback https://www.example.com\n');
});

test.each([
  ['node', 'Node: openid-client with Express'],
  ['php', 'PHP'],
  ['python', 'Python: Authlib'],
  ['go', 'Go: go-oidc'],
  ['apache', 'Apache: mod_auth_openidc'],
])('the program for %s is, letter by letter, the recipe that is run', async (id, heading) => {
  const origin = 'https://shop.example.test';
  const settings = {
    redirectUri: `${origin}/auth/callback`,
    postLogoutRedirectUri: `${origin}/`,
    backchannelLogoutUri: `${origin}/auth/backchannel-logout`,
  };
  const shown = (await snippets(settings, 'secret_x')).find((snippet) => snippet.id === id);
  const run = readRecipe(heading, { siteUrl: ISSUER, origin, clientId: 'client_abc', clientSecret: 'secret_x' });
  expect(Object.fromEntries(shown?.files.map(({ name, text }) => [name, text]) ?? [])).toEqual(run);
});

test('the table of settings is that of the guide, without a row left out', async () => {
  for (const id of ['wordpress', 'discourse']) {
    const page = readFileSync(new URL(`../../../docs/presets/${id}.md`, import.meta.url), 'utf8');
    const rows = page.match(/^\| /gm)?.length ?? 0;
    const shown = (await snippets()).find((snippet) => snippet.id === id);
    expect([id, shown?.settings.length]).toEqual([id, rows - 2]);
  }
});

test('the page shows what it shows as text', async () => {
  const at = await givenOwner(service());
  const fields = { name: '<b>Ours</b>', redirect_uris: "https://shop.example.test/it's/back" };
  const page = await at.owner.submit(
    await at.owner.open(`${at.base}/new-application`),
    fields,
    `${at.base}/new-application`,
  );
  expect(page.body).not.toContain('<b>Ours</b>');
  expect(mainTextOf(page.body)).toContain(String.raw`const REDIRECT_URI = 'https://shop.example.test/it\'s/back';`);
});
