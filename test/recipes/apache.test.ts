// Apache with mod_auth_openidc as Debian packages it, by the recipe of docs/clients.md (service.md, Events; sign-in rules A29, E2, B1).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgramSite, type Place, type ProgramSite } from '../clients/program-site.ts';
import { headingOf } from '../support/browser/html.ts';
import type { HttpBrowser, Page } from '../support/browser/http-browser.ts';
import { findings, givePlan, openUntil, signOutAtService } from './readers.ts';

const EMAIL = 'ada@example.org';
const MODULES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'rewrite', 'auth_openidc'];
let site: ProgramSite;
let browser: HttpBrowser;

/** A server that answers every page with the reader whom it sees. */
const serverOf = ({ folder, port }: Place): string => `
ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
User nobody
Group nogroup
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
ErrorDocument 200 "sub=%{reqenv:OIDC_CLAIM_sub} plans=%{reqenv:OIDC_CLAIM_plan_slugs};"
<Location />
  RewriteEngine On
  RewriteRule ^ - [R=200,L]
</Location>
Include ${folder}/oidc.conf
# So that the test need not wait for five minutes.
OIDCUserInfoRefreshInterval 1
<Location /members/silent>
  OIDCPathAuthRequestParams prompt=none
</Location>
`;

beforeAll(async () => {
  site = await startProgramSite({
    recipe: 'Apache: mod_auth_openidc',
    command: ({ folder }) => ['/usr/sbin/apache2', '-X', '-f', `${folder}/httpd.conf`],
    files: (place) => ({ 'httpd.conf': serverOf(place) }),
    registration: (origin) => ({
      name: 'Apache',
      redirectUri: `${origin}/auth/callback`,
      postLogoutRedirectUri: `${origin}/`,
      backchannelLogoutUri: `${origin}/auth/callback?logout=backchannel`,
      issParameter: false,
      requirePkce: true,
    }),
  });
  browser = site.newBrowser();
});
afterAll(() => site.close());

test('signs a reader in, lets them in where their plan is required, and out within a refresh after it was canceled', async () => {
  const page = await browser.signIn(await browser.open(`${site.origin}/members`), EMAIL);
  const [, customerId = ''] = /^sub=(cus_\w+) plans=/.exec(page.body) ?? [];
  const statusIs = (status: number) => (answer: Page) => answer.status === status;
  const supporters = `${site.origin}/members/supporters`;
  expect((await browser.open(supporters)).status).toBe(401);
  const cancel = await givePlan(site, customerId);
  expect((await openUntil(browser, supporters, statusIs(200))).body).toContain('plans=supporter');
  await cancel();
  expect((await openUntil(browser, supporters, statusIs(401))).status).toBe(401);
});

test('A29 a silent check of a reader who has signed out comes back, and is understood without iss alone', async () => {
  const silently = () => site.newBrowser().open(`${site.origin}/members/silent`);
  const answer = await silently();
  expect([answer.url.origin, answer.body]).toEqual([site.origin, expect.stringContaining('error: login_required')]);
  await site.registered.update({ issParameter: true });
  expect((await silently()).body).not.toContain('error: login_required');
  await site.registered.update({ issParameter: false });
});

test('B1 a sign-out at the service ends the session here', async () => {
  await signOutAtService(site, browser);
  const members = await openUntil(browser, `${site.origin}/members`, ({ url }) => url.origin === site.live.siteUrl);
  expect(headingOf(members.body)).toContain('Sign in');
});

test('E2 signs the reader out of the service without a question, and the browser comes back', async () => {
  await browser.signIn(await browser.open(`${site.origin}/members`), EMAIL);
  const back = encodeURIComponent(`${site.origin}/`);
  const front = await browser.open(`${site.origin}/auth/callback?logout=${back}`);
  expect([front.url.href, front.body]).toEqual([`${site.origin}/`, 'sub= plans=;']);
  expect(headingOf((await browser.open(site.live.siteUrl)).body)).toBe('Sign in');
});

test('the check of the application warns where the specification is open, and fails nothing', async () => {
  const isWarned = (check: string) => ({ check: `logout check ${check}`, result: 'warning' });
  expect(await findings(site)).toEqual(['5 sub', '6 sid', '9 typ'].map(isWarned));
});
