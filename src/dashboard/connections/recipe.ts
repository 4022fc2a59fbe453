// Programs and settings for a publisher's own website: the recipes of docs/clients.md, which tests run as they stand, and
// the settings of docs/presets, with the example values replaced by those of an application.

export interface RecipeValues {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
  readonly backchannelLogoutUri: string;
}

export interface RecipeFile {
  readonly name: string;
  readonly text: string;
}

/** The example values of the documents; the longer ones first, as they begin with the shorter ones. */
const EXAMPLES: readonly (readonly [example: string, valueOf: (values: RecipeValues) => string])[] = [
  ['https://news.example.com', ({ issuer }) => issuer],
  ['https://members.example.org', ({ issuer }) => issuer],
  ['https://www.example.com/auth/callback', ({ redirectUri }) => redirectUri],
  ['https://www.example.com/auth/backchannel-logout', ({ backchannelLogoutUri }) => backchannelLogoutUri],
  ['https://www.example.com/', ({ postLogoutRedirectUri }) => postLogoutRedirectUri],
  ['https://forum.example.org/', ({ postLogoutRedirectUri }) => postLogoutRedirectUri],
  ['https://www.example.com', ({ redirectUri }) => new URL(redirectUri).origin],
  ['/auth/callback', ({ redirectUri }) => new URL(redirectUri).pathname],
  ['/auth/backchannel-logout', ({ backchannelLogoutUri }) => new URL(backchannelLogoutUri).pathname],
  ['YOUR_CLIENT_ID', ({ clientId }) => clientId],
  ['YOUR_CLIENT_SECRET', ({ clientSecret }) => clientSecret],
];
const EXAMPLE = new RegExp(EXAMPLES.map(([example]) => example.replaceAll('.', '\\.')).join('|'), 'g');

/** The quotes around texts in a language, which a text within them escapes by a backslash. */
const QUOTES: Readonly<Record<string, RegExp>> = {
  js: /[\\']/g,
  php: /[\\']/g,
  python: /[\\"]/g,
  go: /[\\"]/g,
  apache: /[\\"]/g,
};

/** The code blocks that name a file, under a heading of a Markdown page. Throws where there are none. */
export function recipeIn(page: string, heading: string, values: RecipeValues): RecipeFile[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const own = section.split('\n## ')[0] ?? '';
  const blocks = [...own.matchAll(/^```(\w+) ([\w.-]+)\n(.*?)^```$/gms)];
  if (blocks.length === 0) throw new Error(`there is no recipe under the heading ${heading}`);
  return blocks.map(([, language = '', name = '', text = '']) => ({ name, text: fill(text, language, values) }));
}

/** The rows of the page's table of settings: a setting, and its value. */
export function settingsIn(page: string, values: RecipeValues): { name: string; value: string }[] {
  const rows = [...page.matchAll(/^\| ([^|]+?) +\| ([^|]+?) *\|$/gm)].slice(2);
  return rows.map(([, name = '', value = '']) => ({ name, value: fillSetting(value, values) }));
}

function fillSetting(text: string, values: RecipeValues): string {
  if (text === 'the client ID') return values.clientId;
  if (text === 'the client secret') return values.clientSecret;
  return fill(text.replaceAll('`', ''), '', values);
}

/** Replaces all examples in one pass, so that no value is taken for an example. */
function fill(text: string, language: string, values: RecipeValues): string {
  const quotes = QUOTES[language];
  return text.replaceAll(EXAMPLE, (found) => {
    const value = EXAMPLES.find(([example]) => example === found)?.[1](values) ?? found;
    return quotes === undefined ? value : value.replaceAll(quotes, String.raw`\$&`);
  });
}
