// What is pasted into a website so that it signs readers in by an application, with everything filled in; the secret is a
// placeholder unless it was made just now.
import { readFile } from 'node:fs/promises';
import { redirectUrisOf, type OauthApplication } from '../../models/sign-in/oauth-application.ts';
import type { TextKey, Translate } from '../../views/text.ts';
import { recipeIn, settingsIn, type RecipeFile, type RecipeValues } from './recipe.ts';

export interface Snippet {
  readonly id: string;
  readonly title: string;
  /** To be run first in a terminal; empty for nothing. */
  readonly install: string;
  readonly files: readonly RecipeFile[];
  readonly settings: readonly { readonly name: string; readonly value: string }[];
  /** What to register besides; empty for nothing. */
  readonly hint: string;
}

interface Kind extends Omit<Snippet, 'files' | 'settings' | 'hint'> {
  /** In docs/. */
  readonly page: string;
  /** Of its recipe; undefined for a table of settings. */
  readonly heading?: string;
  /** What the website has to be set to, filled in by its origin. */
  readonly hintKey?: TextKey;
}

const KINDS: readonly Kind[] = [
  {
    id: 'node',
    title: 'Node.js (Express)',
    install: 'npm install openid-client express express-session',
    page: 'clients.md',
    heading: 'Node: openid-client with Express',
  },
  { id: 'php', title: 'PHP', install: '', page: 'clients.md', heading: 'PHP' },
  {
    id: 'python',
    title: 'Python (Authlib)',
    install: 'pip install authlib httpx',
    page: 'clients.md',
    heading: 'Python: Authlib',
  },
  {
    id: 'go',
    title: 'Go (go-oidc)',
    install: 'go mod init website && go get github.com/coreos/go-oidc/v3/oidc golang.org/x/oauth2',
    page: 'clients.md',
    heading: 'Go: go-oidc',
  },
  {
    id: 'wordpress',
    title: 'WordPress (OpenID Connect Generic)',
    install: '',
    page: 'presets/wordpress.md',
    hintKey: 'dashboard.snippet.wordpress',
  },
  {
    id: 'discourse',
    title: 'Discourse',
    install: '',
    page: 'presets/discourse.md',
    hintKey: 'dashboard.snippet.discourse',
  },
  {
    id: 'apache',
    title: 'Apache (mod_auth_openidc)',
    install: '',
    page: 'clients.md',
    heading: 'Apache: mod_auth_openidc',
    hintKey: 'dashboard.snippet.apache',
  },
];

const DOCUMENTS = new URL('../../../docs/', import.meta.url);
const pages = new Map<string, Promise<string>>();

interface Given {
  readonly issuer: string;
  readonly application: OauthApplication;
  /** Empty where it is not known any more. */
  readonly clientSecret: string;
}

export function snippetsFor(t: Translate, { issuer, application, clientSecret }: Given): Promise<Snippet[]> {
  const [redirectUri = ''] = redirectUrisOf(application);
  const { origin } = new URL(redirectUri);
  const values: RecipeValues = {
    issuer,
    clientId: application.clientId,
    clientSecret: clientSecret === '' ? 'YOUR_CLIENT_SECRET' : clientSecret,
    redirectUri,
    postLogoutRedirectUri: application.postLogoutRedirectUri ?? `${origin}/`,
    backchannelLogoutUri: application.backchannelLogoutUri ?? `${origin}/auth/backchannel-logout`,
  };
  return Promise.all(KINDS.map((kind) => toSnippet(t, kind, { values, application })));
}

async function toSnippet(
  t: Translate,
  { page: name, heading, hintKey, ...kind }: Kind,
  { values, application }: { readonly values: RecipeValues; readonly application: OauthApplication },
): Promise<Snippet> {
  const page = await pageOf(name);
  const files = heading === undefined ? [] : recipeIn(page, heading, values);
  const { origin } = new URL(values.redirectUri);
  const missing = missingIn(files, values, application);
  const hints = [
    ...(hintKey === undefined ? [] : [t(hintKey, { origin })]),
    ...(missing.length === 0 ? [] : [t('dashboard.snippet.other-addresses', { uris: missing.join(', ') })]),
  ];
  return { ...kind, files, settings: heading === undefined ? settingsIn(page, values) : [], hint: hints.join(' ') };
}

/** The addresses that the program uses, and that are not registered. */
function missingIn(
  files: readonly RecipeFile[],
  { postLogoutRedirectUri, backchannelLogoutUri }: RecipeValues,
  application: OauthApplication,
): string[] {
  const text = files.map((file) => file.text).join('\n');
  const logoutPath = new URL(backchannelLogoutUri).pathname;
  return [
    ...(application.postLogoutRedirectUri === null && files.length > 0 ? [postLogoutRedirectUri] : []),
    ...(application.backchannelLogoutUri === null && text.includes(logoutPath) ? [backchannelLogoutUri] : []),
  ];
}

/** Read once. */
function pageOf(name: string): Promise<string> {
  const page = pages.get(name) ?? readFile(new URL(name, DOCUMENTS), 'utf8');
  pages.set(name, page);
  return page;
}
