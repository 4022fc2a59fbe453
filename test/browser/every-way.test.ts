// Every journey of a reader in a real browser, each in every way: with scripts, without them, and without a mouse. Applications sign readers in
// and hear of their signing out on the way (service.md, What the service does, 1 and 2; decisions 24, 28 to 30).
import { describe, expect } from 'vitest';
import { headingOf, isToldOfTheEnd, proveAddress, test, textOf } from '../support/browser/browser-test.ts';
import { addressIn, WAYS } from '../support/browser/ways.ts';
import { GOOD_CARD } from '../support/publications/cards.ts';
import { drawnOf } from '../support/runs/drawn.ts';

describe.each(drawnOf(WAYS))('%s', (way, javaScriptEnabled, hands) => {
  const addressOf = (name: string): string => addressIn(way, name);

  test('a free sign-up, signed in on the publisher’s site, which is told of the sign-out', async ({
    demo,
    openPage,
  }) => {
    const page = await openPage({ javaScriptEnabled });
    await page.goto(`${demo.site_url}/offers?continue_url=${encodeURIComponent(`${demo.publisher_site_url}/`)}`);
    await hands.press(page, 'Subscribe for free');
    await hands.press(page, 'Subscribe for free');
    await proveAddress(demo, page, addressOf('free'), { hands });
    expect(await headingOf(page)).toBe('You are subscribed');
    await hands.press(page, 'Continue');
    expect(page.url()).toBe(`${demo.publisher_site_url}/`);
    await hands.press(page, 'Sign in');
    expect(await textOf(page)).toContain(addressOf('free'));
    await page.goto(demo.site_url);
    await hands.press(page, 'Sign out');
    expect(await headingOf(page)).toBe('You are signed out');
    await isToldOfTheEnd(demo, page);
  });

  test('a paid sign-up, an upgrade, a cancel, and its undo', async ({ demo, openPage }) => {
    const page = await openPage({ javaScriptEnabled });
    await page.goto(`${demo.site_url}/offers`);
    await hands.press(page, 'Subscribe: Reader');
    await proveAddress(demo, page, addressOf('paid'), { hands });
    await hands.press(page, /^Pay €/);
    await hands.fill(page, 'Card number', GOOD_CARD);
    await hands.press(page, /^Pay /);
    expect(await headingOf(page)).toBe('You are subscribed');
    await hands.press(page, 'Go to your account');
    await hands.press(page, 'Change plan');
    await hands.press(page, /^See what changes: Subscriber, €12 a month/);
    await hands.press(page, /^Pay €\S+ and change$/);
    expect(await textOf(page)).toMatch(/Your plan has been changed\.[^]*Subscriber[^]*Next payment: €12 on/);
    await hands.press(page, 'Cancel');
    await hands.press(page, 'Cancel subscription');
    expect(await textOf(page)).toContain('You keep access until');
    await hands.press(page, 'Keep subscription');
    expect(await textOf(page)).toMatch(/Your subscription continues\.[^]*Next payment: €12 on/);
  });
});
