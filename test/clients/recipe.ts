// A recipe of docs/clients.md: what stands in the code blocks of its section, with the placeholders filled in, so that what is tried is what is read.
import { readFileSync } from 'node:fs';

const PAGE = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');

export interface RecipeValues {
  readonly siteUrl: string;
  /** Of the publisher's own website. */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The code blocks of a section that name a file, by that name. Throws where the page has none. */
export function readRecipe(heading: string, values: RecipeValues): Record<string, string> {
  const [, section = ''] = PAGE.split(`\n## ${heading}\n`);
  const own = section.split('\n## ')[0] ?? '';
  const blocks = [...own.matchAll(/^```\w+ ([\w.-]+)\n(.*?)^```$/gms)].map(([, name = '', text = '']) => [
    name,
    fill(text, values),
  ]);
  if (blocks.length === 0) throw new Error(`docs/clients.md has no recipe under: ${heading}`);
  return Object.fromEntries(blocks);
}

function fill(text: string, { siteUrl, origin, clientId, clientSecret }: RecipeValues): string {
  return text
    .replaceAll('https://news.example.com', siteUrl)
    .replaceAll('https://www.example.com', origin)
    .replaceAll('YOUR_CLIENT_ID', clientId)
    .replaceAll('YOUR_CLIENT_SECRET', clientSecret);
}
