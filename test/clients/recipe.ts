// A recipe of docs/clients.md, filled in by what fills it in on the dashboard, so that what is tried is what is read.
import { readFileSync } from 'node:fs';
import { recipeIn } from '../../src/dashboard/connections/recipe.ts';

const PAGE = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');

export interface RecipeValues {
  readonly siteUrl: string;
  /** Of the publisher's own website. */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The code blocks of a section that name a file, by that name. Throws where the page has none. */
export function readRecipe(
  heading: string,
  { siteUrl, origin, clientId, clientSecret }: RecipeValues,
): Record<string, string> {
  const files = recipeIn(PAGE, heading, {
    issuer: siteUrl,
    clientId,
    clientSecret,
    redirectUri: `${origin}/auth/callback`,
    postLogoutRedirectUri: `${origin}/`,
    backchannelLogoutUri: `${origin}/auth/backchannel-logout`,
  });
  return Object.fromEntries(files.map(({ name, text }) => [name, text]));
}
