// Spring Boot with Spring Security, by the recipe of docs/clients.md (service.md, Events; sign-in rules U8, E2, B1).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgramSite, type Place, type ProgramSite } from '../clients/program-site.ts';
import { headingOf, textOf } from '../support/browser/html.ts';
import type { HttpBrowser } from '../support/browser/http-browser.ts';
import { findings, openUntil, signOutAtService } from './readers.ts';

const EMAIL = 'ada@example.org';
/** Long, since the first build fetches Spring. */
const BUILD_MILLISECONDS = 600_000;
const REPOSITORY = fileURLToPath(new URL('../../.cache/maven', import.meta.url));
let site: ProgramSite;
let browser: HttpBrowser;

const fileOf = (name: string): string => readFileSync(new URL(`spring/${name}`, import.meta.url), 'utf8');

/** Puts the files where Maven wants them, builds and starts. */
const build = ({ folder, port }: Place): readonly [string, ...string[]] => [
  'sh',
  '-ec',
  `mkdir -p java/site resources && mv application.yml resources/ && mv Site.java java/site/
   (echo 'package site;'; cat Security.java) > java/site/Security.java
   mvn -q -B -Dmaven.repo.local="$1" package && exec java -jar target/site-1.jar --server.address=127.0.0.1 --server.port="$2"`,
  folder,
  REPOSITORY,
  String(port),
];

beforeAll(async () => {
  site = await startProgramSite({
    recipe: 'Java: Spring Security',
    command: build,
    files: () => ({ 'pom.xml': fileOf('pom.xml'), 'Site.java': fileOf('Site.java') }),
    registration: (origin) => ({
      name: 'A Spring site',
      redirectUri: `${origin}/login/oauth2/code/members`,
      postLogoutRedirectUri: `${origin}/`,
      backchannelLogoutUri: `${origin}/logout/connect/back-channel/members`,
      requirePkce: true,
    }),
    readyWithin: BUILD_MILLISECONDS,
  });
  browser = site.newBrowser();
}, BUILD_MILLISECONDS);
afterAll(() => site.close());

const signIn = async () => browser.signIn(await browser.open(`${site.origin}/oauth2/authorization/members`), EMAIL);

test('U8 signs a reader in, with their address and plans', async () => {
  const front = await signIn();
  expect(textOf(front.body)).toContain(`You are ${EMAIL}, with the plans []`);
});

test('E2 signs the reader out of the service without a question, and the browser comes back', async () => {
  const front = await browser.submit(await browser.open(`${site.origin}/`), {}, '/logout');
  expect([front.url.href, textOf(front.body)]).toEqual([`${site.origin}/`, 'Nobody']);
  expect(headingOf((await browser.open(site.live.siteUrl)).body)).toBe('Sign in');
});

test('B1 a sign-out at the service ends the session here', async () => {
  await signIn();
  await signOutAtService(site, browser);
  const front = await openUntil(browser, `${site.origin}/`, ({ body }) => textOf(body) === 'Nobody');
  expect(textOf(front.body)).toBe('Nobody');
});

test('the check of the application warns where the specification is open, and fails nothing', async () => {
  const isWarned = (check: string) => ({ check: `logout check ${check}`, result: 'warning' });
  expect(await findings(site)).toEqual(['4 iat', '4 age', '5 sub', '6 sid', '9 typ'].map(isWarned));
});
