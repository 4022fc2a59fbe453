// Ways to use a page: by mouse, or by keyboard alone, where each control has to be reached by Tab and show its focus.
import type { Locator, Page } from 'playwright-core';

export interface Hands {
  /** Presses the button or link of that name; returns when the next page is loaded. */
  press(page: Page, name: string | RegExp): Promise<void>;
  /** Presses a button that changes the page itself, such as one that opens a menu. */
  toggle(page: Page, name: string): Promise<void>;
  /** Unfolds the part of the page under that heading. */
  unfold(page: Page, heading: string): Promise<void>;
  /** Replaces the content of the field. */
  fill(page: Page, label: string, text: string): Promise<void>;
  /** Chooses the option of the list. */
  choose(page: Page, label: string, option: string): Promise<void>;
}

/** More than any page has. */
const TABS_MAX = 150;

/** By mouse. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await Promise.all([page.waitForEvent('load'), pressable(page, name).click()]);
}

export const mouse: Hands = {
  press,
  async toggle(page, name) {
    await pressable(page, name).click();
  },
  async unfold(page, heading) {
    await page.locator('summary', { hasText: heading }).click();
  },
  async fill(page, label, text) {
    await page.getByLabel(label, { exact: true }).fill(text);
  },
  async choose(page, label, option) {
    await page.getByLabel(label, { exact: true }).selectOption({ label: option });
  },
};

export const keyboard: Hands = {
  async press(page, name) {
    await tabTo(page, pressable(page, name), String(name));
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  },
  async toggle(page, name) {
    await tabTo(page, pressable(page, name), name);
    await page.keyboard.press('Enter');
  },
  async unfold(page, heading) {
    await tabTo(page, page.locator('summary', { hasText: heading }), heading);
    await page.keyboard.press('Enter');
  },
  async fill(page, label, text) {
    await tabTo(page, page.getByLabel(label, { exact: true }), label);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  },
  async choose(page, label, option) {
    await tabTo(page, page.getByLabel(label, { exact: true }), label);
    await page.keyboard.type(option);
  },
};

/** Presses the first that the selector finds, in whichever language it is written. */
export async function followed(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.locator(selector).first().click()]);
}

/** Fills the field and sends its form. */
export async function sendField(page: Page, name: string, value: string): Promise<void> {
  await page.locator(`main input[name=${name}]:visible`).fill(value);
  await followed(page, `main form:has(input[name=${name}]) button.button`);
}

function pressable(page: Page, name: string | RegExp): Locator {
  const exact = typeof name === 'string';
  return page.getByRole('button', { name, exact }).or(page.getByRole('link', { name, exact })).first();
}

/** Throws when the keyboard does not reach it, or its focus is not visible. */
export async function tabTo(page: Page, target: Locator, name = String(target)): Promise<void> {
  // Located once: a search by name after each press takes longer than the press.
  const element = await target.elementHandle();
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    await page.keyboard.press('Tab');
    if (await element?.evaluate((found) => (found as Element).matches(':focus-visible'))) return;
  }
  throw new Error(`the keyboard does not reach "${name}" on ${page.url()}`);
}
