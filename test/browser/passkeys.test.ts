// Passkeys in a real Chromium, by the authenticator that it simulates: added, used beside and within the sign-in form, and as a
// fresh proof; and the same pages where there are no scripts.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violationsOf } from '../support/browser/axe.ts';
import { headingOf, proveAddress, test, textOf, WITHOUT_SCRIPTS } from '../support/browser/browser-test.ts';
import type { RunningDemo } from '../support/browser/demo.ts';
import { press } from '../support/browser/hands.ts';

const OWNER = 'owner@example.org';

/** Gives the page's browser an authenticator with the person's fingerprint on it. */
async function addAuthenticator(page: Page): Promise<{ setVerified(isVerified: boolean): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

const originOf = ({ dashboard_url: link }: RunningDemo): string => new URL(link).origin;

test('a passkey is added, signs in by the button and in the field, and lets codes be switched off', async ({
  demo,
  openPage,
}) => {
  const page = await openPage();
  const authenticator = await addAuthenticator(page);
  const origin = originOf(demo);
  await page.goto(`${origin}/dashboard/sign-in`);
  await proveAddress(demo, page, OWNER);
  await page.goto(`${origin}/dashboard/person`);
  await press(page, 'Add a passkey');
  expect(await violationsOf('a new passkey', page)).toEqual([]);
  await press(page, 'Create the passkey');
  await page.getByText('The passkey is added.').waitFor();
  expect(await textOf(page)).toContain('not used yet');
  await press(page, 'Switch codes off');
  expect(await headingOf(page)).toBe('Your recovery codes');
  expect(await page.locator('code.secret').count()).toBe(10);
  expect(await violationsOf('recovery codes', page)).toEqual([]);
  await press(page, 'I have stored them');
  expect(await textOf(page)).toContain('You have 10 recovery codes left.');
  expect(await violationsOf('your sign-in', page)).toEqual([]);
  await page.goto(`${origin}/dashboard/prove`);
  expect(await page.locator('main').getByRole('button').allInnerTexts()).toEqual(['Use a passkey']);
  expect(await violationsOf('a fresh proof', page)).toEqual([]);
  await press(page, 'Use a recovery code');
  expect(await violationsOf('a recovery code', page)).toEqual([]);
  await page.goto(`${origin}/dashboard/person`);

  await authenticator.setVerified(false);
  await press(page, 'Sign out');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('No passkey was used.').waitFor();
  expect(await violationsOf('sign-in', page)).toEqual([]);
  await authenticator.setVerified(true);
  await press(page, 'Sign in with a passkey');
  const overview = page.getByRole('heading', { level: 1, name: 'Overview' });
  await overview.waitFor();

  // Chromium's simulated authenticator takes the offer in the field by itself.
  await press(page, 'Sign out');
  await overview.waitFor();
});

test('without scripts the sign-in is whole with the code, and says what passkeys need', async ({ demo, openPage }) => {
  const page = await openPage(WITHOUT_SCRIPTS);
  const origin = originOf(demo);
  await page.goto(`${origin}/dashboard/sign-in`);
  expect(await page.getByRole('button').allInnerTexts()).toEqual(['Send me a code']);
  await press(page, 'Use a recovery code');
  expect(await headingOf(page)).toBe('Sign in with a recovery code');
  await page.goto(demo.dashboard_url);
  await press(page, 'Sign in');
  await page.goto(`${origin}/dashboard/person/passkeys/new`);
  expect(await textOf(page)).toContain('Passkeys need JavaScript');
  expect(await page.locator('main').getByRole('button').count()).toBe(0);
});
