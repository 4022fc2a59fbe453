// Sinatra with omniauth_openid_connect as Debian packages it, by the recipe of docs/clients.md (sign-in rules U8, E2, E9).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgramSite, type ProgramSite } from '../clients/program-site.ts';
import { headingOf, textOf } from '../support/browser/html.ts';
import type { HttpBrowser } from '../support/browser/http-browser.ts';
import { findings } from './readers.ts';

const EMAIL = 'ada@example.org';
let site: ProgramSite;
let browser: HttpBrowser;

beforeAll(async () => {
  site = await startProgramSite({
    recipe: 'Ruby: omniauth_openid_connect',
    command: ({ folder, port }) => [
      'rackup',
      '-q',
      '-E',
      'production',
      '-s',
      'webrick',
      '-o',
      '127.0.0.1',
      '-p',
      String(port),
      `${folder}/config.ru`,
    ],
    registration: (origin) => ({
      name: 'A Ruby site',
      redirectUri: `${origin}/auth/members/callback`,
      postLogoutRedirectUri: `${origin}/`,
    }),
  });
  browser = site.newBrowser();
});
afterAll(() => site.close());

test('U8 signs a reader in, with their address and plans', async () => {
  const signInPage = await browser.submit(await browser.open(`${site.origin}/`), {}, '/auth/members');
  const front = await browser.signIn(signInPage, EMAIL);
  expect([front.url.href, textOf(front.body)]).toEqual([
    `${site.origin}/`,
    expect.stringContaining(`You are ${EMAIL}`),
  ]);
});

test('E2 signs the reader out of the service without a question, and the browser comes back', async () => {
  const front = await browser.submit(await browser.open(`${site.origin}/`), {}, '/sign-out');
  expect([front.url.href, textOf(front.body)]).toEqual([`${site.origin}/`, 'Sign in']);
  expect(headingOf((await browser.open(site.live.siteUrl)).body)).toBe('Sign in');
});

test('the check of the application fails nothing, and warns that the site is not told of sign-outs', async () => {
  expect(await findings(site)).toEqual([{ check: 'logout receiver', result: 'warning' }]);
});
