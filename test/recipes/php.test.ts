// A PHP site without a library, by the recipe of docs/clients.md (service.md, Events; sign-in rules U8, U9, E2, B1).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgramSite, type ProgramSite } from '../clients/program-site.ts';
import { headingOf, textOf } from '../support/browser/html.ts';
import type { HttpBrowser } from '../support/browser/http-browser.ts';
import { findings, openUntil, signOutAtService } from './readers.ts';

const EMAIL = 'ada@example.org';
let site: ProgramSite;
let browser: HttpBrowser;

beforeAll(async () => {
  site = await startProgramSite({
    recipe: 'PHP',
    command: ({ folder, port }) => [
      'php',
      '-d',
      `session.save_path=${folder}`,
      '-S',
      `127.0.0.1:${port}`,
      `${folder}/index.php`,
    ],
    registration: (origin) => ({
      name: 'A PHP site',
      redirectUri: `${origin}/auth/callback`,
      postLogoutRedirectUri: `${origin}/`,
      backchannelLogoutUri: `${origin}/auth/backchannel-logout`,
      requirePkce: true,
    }),
  });
  browser = site.newBrowser();
});
afterAll(() => site.close());

const signIn = async () => browser.signIn(await browser.open(`${site.origin}/auth/sign-in`), EMAIL);

test('U8 signs a reader in, with their address and plans', async () => {
  const front = await signIn();
  expect([front.url.href, textOf(front.body)]).toEqual([
    `${site.origin}/`,
    expect.stringContaining(`You are ${EMAIL}`),
  ]);
});

test('E2 signs the reader out of the service without a question, and the browser comes back', async () => {
  const front = await browser.submit(await browser.open(`${site.origin}/`), {}, '/auth/sign-out');
  expect([front.url.href, textOf(front.body)]).toEqual([`${site.origin}/`, 'Sign in']);
  expect(headingOf((await browser.open(site.live.siteUrl)).body)).toBe('Sign in');
});

test('B1 a sign-out at the service ends the session here, whose file is removed', async () => {
  await signIn();
  const countSignedIn = (): number =>
    readdirSync(site.folder).filter((name) => readFileSync(join(site.folder, name), 'utf8').includes('access_token|'))
      .length;
  expect(countSignedIn()).toBe(1);
  await signOutAtService(site, browser);
  const elsewhere = site.newBrowser();
  await openUntil(elsewhere, `${site.origin}/`, () => countSignedIn() === 0);
  expect(countSignedIn()).toBe(0);
});

test('the check of the application passes every line', async () => {
  expect(await findings(site)).toEqual([]);
});
