// Websites in Node, Python and Go by the recipes of docs/clients.md, which the dashboard shows with an application's values
// (sign-in rules U8, E2, B1).
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authlibPython } from '../../scripts/setup/authlib.mjs';
import { getGo, goEnvironment } from '../../scripts/setup/go.mjs';
import { givePlan, signOutAtService } from '../recipes/readers.ts';
import { headingOf, textOf } from '../support/browser/html.ts';
import type { HttpBrowser } from '../support/browser/http-browser.ts';
import { startProgramSite, type Place, type ProgramSite } from './program-site.ts';

const EMAIL = 'ada@example.org';
const pathTo = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
type Command = readonly [string, ...string[]];

/** The command in a shell, since a program finds its port, and its packages, in its surroundings. */
const inShell = ({ port }: Place, script: string, settings: Readonly<Record<string, string>> = {}): Command => [
  'env',
  `PORT=${port}`,
  ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
  'sh',
  '-c',
  script,
];

const PROGRAMS: readonly (readonly [recipe: string, command: (place: Place) => Command])[] = [
  [
    'Node: openid-client with Express',
    (place) =>
      inShell(place, `ln -s ${pathTo('../../node_modules')} node_modules && exec ${process.execPath} website.mjs`),
  ],
  ['Python: Authlib', (place) => inShell(place, `exec ${authlibPython} -B website.py`)],
  [
    'Go: go-oidc',
    (place) =>
      inShell(
        place,
        `cp ${pathTo('go/go.mod')} ${pathTo('go/go.sum')} . && ${getGo()} build -o website . && exec ./website`,
        goEnvironment,
      ),
  ],
];

describe.each(PROGRAMS)('%s', (recipe, command) => {
  let site: ProgramSite;
  let browser: HttpBrowser;

  beforeAll(async () => {
    site = await startProgramSite({
      recipe,
      command,
      registration: (origin) => ({
        name: 'A website',
        redirectUri: `${origin}/auth/callback`,
        postLogoutRedirectUri: `${origin}/`,
        requirePkce: true,
      }),
    });
    browser = site.newBrowser();
  });
  afterAll(() => site?.close());

  const signIn = async () => browser.signIn(await browser.open(`${site.origin}/auth/sign-in`), EMAIL);
  const front = async () => textOf((await browser.open(`${site.origin}/`)).body);

  test('U8 signs a reader in, with their address and plans', async () => {
    const page = await signIn();
    expect([page.url.href, textOf(page.body)]).toEqual([
      `${site.origin}/`,
      `You are ${EMAIL}, with the plans: Sign out`,
    ]);
    const { database } = site.live.service;
    await givePlan(site, (await database.knex('customers').where({ email: EMAIL }).first()).id);
    expect(await front()).toBe(`You are ${EMAIL}, with the plans: supporter Sign out`);
  });

  test('B1 a sign-out at the service is seen at the next page', async () => {
    await signOutAtService(site, browser);
    expect(await front()).toBe('Sign in');
  });

  test('E2 signs the reader out of the service without a question, and the browser comes back', async () => {
    const page = await browser.submit(await signIn(), {}, '/auth/sign-out');
    expect([page.url.href, textOf(page.body)]).toEqual([`${site.origin}/`, 'Sign in']);
    expect(headingOf((await browser.open(site.live.siteUrl)).body)).toBe('Sign in');
  });

  test('an answer that this browser did not ask for is refused', async () => {
    const page = await browser.open(`${site.origin}/auth/callback?code=x&state=y`);
    expect(page.status).toBe(400);
    expect(await front()).toBe('Sign in');
  });
});
