// How a reader uses a page: by mouse, or by keyboard alone, where whatever is pressed or filled in has to be reached by Tab, visibly.
import type { Locator, Page } from 'playwright-core';

export interface Hands {
  /** The button or link of that name; returns when the next page is there. */
  press(page: Page, name: string | RegExp): Promise<void>;
  /** Writes into the field in place of what is there. */
  fill(page: Page, label: string, text: string): Promise<void>;
}

/** More than any page has. */
const TABS_MAX = 60;

/** By mouse. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await Promise.all([page.waitForEvent('load'), pressable(page, name).click()]);
}

export const mouse: Hands = {
  press,
  async fill(page, label, text) {
    await page.getByLabel(label, { exact: true }).fill(text);
  },
};

export const keyboard: Hands = {
  async press(page, name) {
    await tabTo(page, pressable(page, name), String(name));
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  },
  async fill(page, label, text) {
    await tabTo(page, page.getByLabel(label, { exact: true }), label);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  },
};

function pressable(page: Page, name: string | RegExp): Locator {
  const exact = typeof name === 'string';
  return page.getByRole('button', { name, exact }).or(page.getByRole('link', { name, exact })).first();
}

/** Throws when the keyboard does not reach it, or does so invisibly. */
export async function tabTo(page: Page, target: Locator, name = String(target)): Promise<void> {
  // Found once: to look for it by its name after each press takes longer than the press.
  const element = await target.elementHandle();
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    await page.keyboard.press('Tab');
    if (await element?.evaluate((found) => (found as Element).matches(':focus-visible'))) return;
  }
  throw new Error(`the keyboard does not reach "${name}" on ${page.url()}`);
}
