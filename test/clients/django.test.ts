// Django sites by the recipes of docs/clients.md: mozilla-django-oidc, and django-allauth (sign-in rules T3, U8, A28, A29, E2, E8).
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { djangoPython } from '../../scripts/setup/django.mjs';
import { givePlan, signOutAtService } from '../recipes/readers.ts';
import { headingOf } from '../support/browser/html.ts';
import type { HttpBrowser } from '../support/browser/http-browser.ts';
import { startProgramSite, type Place, type ProgramSite } from './program-site.ts';
import { read } from './website.ts';

const PROGRAM = fileURLToPath(new URL('django/site.py', import.meta.url));
const command = ({ folder, port }: Place) => [djangoPython, '-B', PROGRAM, folder, String(port)] as const;
/** Of the recipe it is a quarter of an hour. */
const RENEWED_AFTER_SECONDS = 3;
const EMAIL = 'ada@example.org';
let site: ProgramSite;

/** The button of the site: a form that it posts to itself. */
async function press(browser: HttpBrowser, action: string) {
  const front = await browser.open(`${site.origin}/`);
  const form = `<form method="post" action="${action}"><input name="csrfmiddlewaretoken" value="${String(read(front)['csrf'])}"></form>`;
  return browser.submit({ ...front, body: form });
}

describe('mozilla-django-oidc', () => {
  let browser: HttpBrowser;

  beforeAll(async () => {
    site = await startProgramSite({
      recipe: 'Django: mozilla-django-oidc',
      command: (place) => [...command(place), `OIDC_RENEW_ID_TOKEN_EXPIRY_SECONDS = ${RENEWED_AFTER_SECONDS}`],
      registration: (origin) => ({
        name: 'A Django site',
        redirectUri: `${origin}/oidc/callback/`,
        postLogoutRedirectUri: `${origin}/`,
        requirePkce: true,
      }),
    });
    browser = site.newBrowser();
  });
  afterAll(() => site.close());

  test('U8 signs a reader in, who is known by sub, and sees their plans', async () => {
    const front = await browser.signIn(await browser.open(`${site.origin}/oidc/authenticate/`), EMAIL);
    expect(read(front)).toMatchObject({ username: expect.stringMatching(/^cus_/), email: EMAIL, plans: [] });
  });

  test('A28 A29 sees a change of plan, and a sign-out at the service, at its next silent check', async () => {
    const atNextCheck = async () => {
      await sleep(RENEWED_AFTER_SECONDS * 1000);
      return read(await browser.open(`${site.origin}/`));
    };
    await givePlan(site, String(read(await browser.open(`${site.origin}/`))['username']));
    expect(await atNextCheck()).toMatchObject({ email: EMAIL, plans: ['supporter'] });
    await signOutAtService(site, browser);
    expect(await atNextCheck()).toMatchObject({ username: '', email: '' });
    await browser.signIn(await browser.open(`${site.origin}/oidc/authenticate/`), EMAIL);
  });

  test('E2 signs the reader out of the service without a question, and the browser comes back', async () => {
    const front = await press(browser, '/oidc/logout/');
    expect([front.url.href, read(front)['username']]).toEqual([`${site.origin}/`, '']);
    expect(headingOf((await browser.open(site.live.siteUrl)).body)).toBe('Sign in');
  });
});

describe('django-allauth', () => {
  let browser: HttpBrowser;

  beforeAll(async () => {
    site = await startProgramSite({
      recipe: 'Django: django-allauth',
      command,
      registration: (origin) => ({
        name: 'A Django site',
        redirectUri: `${origin}/accounts/oidc/members/login/callback/`,
        postLogoutRedirectUri: `${origin}/`,
        requirePkce: true,
      }),
    });
    browser = site.newBrowser();
  });
  afterAll(() => site.close());

  test('T3 signs a reader in by HTTP Basic, although discovery names another way too', async () => {
    const front = await browser.signIn(await browser.open(`${site.origin}/accounts/oidc/members/login/`), EMAIL);
    expect(read(front)).toMatchObject({ email: EMAIL });
  });

  test('E8 signs the reader out of the service after a question, and the browser comes back', async () => {
    const question = await press(browser, '/accounts/logout/');
    expect(headingOf(question.body)).toBe('Sign out?');
    const front = await browser.submit(question, {}, '/oauth/end_session');
    expect([front.url.href, read(front)['email']]).toEqual([`${site.origin}/`, '']);
    expect(headingOf((await browser.open(site.live.siteUrl)).body)).toBe('Sign in');
  });
});
