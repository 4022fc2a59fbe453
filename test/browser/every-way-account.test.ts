// A reader's changes of their own account in a real browser, each in every way, as every-way.test.ts. A file of its own, since e-mail codes are limited
// by network address and each file has a fresh demo.
import { describe, expect } from 'vitest';
import {
  changeAddress,
  headingOf,
  isToldOfTheEnd,
  proveAddress,
  test,
  textOf,
} from '../support/browser/browser-test.ts';
import { newActivationUrl } from '../support/browser/demo.ts';
import { addressIn, WAYS } from '../support/browser/ways.ts';
import { drawnOf } from '../support/runs/drawn.ts';

describe.each(drawnOf(WAYS))('%s', (way, javaScriptEnabled, hands) => {
  const addressOf = (name: string): string => addressIn(way, name);

  test('another address, an activation with a merge, and leaving for good, of which the publisher’s site is told', async ({
    demo,
    openPage,
  }) => {
    const page = await openPage({ javaScriptEnabled });
    await page.goto(demo.publisher_site_url);
    await hands.press(page, 'Sign in');
    await proveAddress(demo, page, addressOf('former'), { hands });
    expect(await textOf(page)).toContain(addressOf('former'));
    await page.goto(demo.site_url);
    await hands.press(page, 'Change e-mail address');
    await changeAddress(demo, page, { from: addressOf('former'), to: addressOf('present'), hands });
    expect(await textOf(page)).toContain('Your e-mail address has been changed.');
    await page.goto(await newActivationUrl(demo));
    expect(await headingOf(page)).toBe('Add this to your account?');
    await hands.press(page, 'Add to my account');
    expect(await textOf(page)).toContain('Everything is in this account now.');
    await hands.unfold(page, 'Your data');
    await hands.press(page, 'Delete my account');
    await hands.press(page, 'Send me a code');
    await hands.fill(page, 'Six-digit code', await demo.nextCode(addressOf('present')));
    await hands.press(page, 'Delete my account');
    expect(await headingOf(page)).toBe('Your account has been deleted');
    await isToldOfTheEnd(demo, page);
  });
});
