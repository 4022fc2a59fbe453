// What is pasted into a website so that it signs readers in by an application, with everything filled in; the secret is a
// placeholder unless it was made just now.
import { readFile } from 'node:fs/promises';
import { redirectUrisOf, type OauthApplication } from '../../models/sign-in/oauth-application.ts';
import { recipeIn, settingsIn, type RecipeFile, type RecipeValues } from './recipe.ts';

export interface Snippet {
  readonly id: string;
  readonly title: string;
  /** To be run first in a terminal; empty for nothing. */
  readonly install: string;
  readonly files: readonly RecipeFile[];
  readonly settings: readonly { readonly name: string; readonly value: string }[];
}

interface Kind extends Omit<Snippet, 'files' | 'settings'> {
  /** In docs/. */
  readonly page: string;
  /** Of its recipe; undefined for a table of settings. */
  readonly heading?: string;
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
  { id: 'wordpress', title: 'WordPress (OpenID Connect Generic)', install: '', page: 'presets/wordpress.md' },
  { id: 'discourse', title: 'Discourse', install: '', page: 'presets/discourse.md' },
  {
    id: 'apache',
    title: 'Apache (mod_auth_openidc)',
    install: '',
    page: 'clients.md',
    heading: 'Apache: mod_auth_openidc',
  },
];

const DOCUMENTS = new URL('../../../docs/', import.meta.url);
const pages = new Map<string, Promise<string>>();

/** @param clientSecret empty where it is not known any more */
export function snippetsFor({
  issuer,
  application,
  clientSecret,
}: {
  readonly issuer: string;
  readonly application: OauthApplication;
  readonly clientSecret: string;
}): Promise<Snippet[]> {
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
  return Promise.all(KINDS.map((kind) => toSnippet(kind, values)));
}

async function toSnippet({ page: name, heading, ...kind }: Kind, values: RecipeValues): Promise<Snippet> {
  const page = await pageOf(name);
  return {
    ...kind,
    files: heading === undefined ? [] : recipeIn(page, heading, values),
    settings: heading === undefined ? settingsIn(page, values) : [],
  };
}

/** Read once. */
function pageOf(name: string): Promise<string> {
  const page = pages.get(name) ?? readFile(new URL(name, DOCUMENTS), 'utf8');
  pages.set(name, page);
  return page;
}
