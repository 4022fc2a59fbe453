// The forms of the paid pages, each with a browser that is ready to send it: for the tests that go through every form there is.
import type { LightMyRequestResponse } from 'fastify';
import type { Browser } from '../support/browser.ts';
import { formsOf, linksOf } from '../support/html.ts';
import type { PayingSite } from '../support/paying.ts';

export interface PaidForm {
  readonly browser: Browser;
  readonly page: LightMyRequestResponse;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

let customers = 0;

/** A customer has a plan only once. */
function newEmail(): string {
  customers += 1;
  return `payer${customers}@example.org`;
}

async function linkedFrom(browser: Browser, path: RegExp, from = '/'): Promise<LightMyRequestResponse> {
  const link = linksOf((await browser.open(from)).body).find((href) => path.test(href));
  return browser.open(link ?? 'no such link');
}

function ownForm(browser: Browser, page: LightMyRequestResponse, path: RegExp, fields: Readonly<Record<string, string>> = {}): PaidForm {
  return { browser, page, action: formsOf(page.body).find(({ action }) => path.test(action))?.action ?? '', fields };
}

export const PAID_FORMS: Readonly<Record<string, (site: PayingSite) => Promise<PaidForm>>> = {
  '/subscribe': async (site) => {
    const browser = await site.signedIn(newEmail());
    return ownForm(browser, await browser.open('/subscribe'), /^\/subscribe$/, { choice: site.monthly });
  },
  '/offers/:offer/subscribe': async (site) => {
    const browser = await site.signedIn(newEmail());
    return ownForm(browser, await browser.open('/offers/reader'), /^\/offers\/reader\/subscribe$/, { choice: site.yearly });
  },
  '/upgrade': async (site) => {
    const browser = await site.payer(newEmail());
    return ownForm(browser, await linkedFrom(browser, /^\/upgrade\?.*friend/, '/upgrade'), /^\/upgrade$/);
  },
  '/subscriptions/:id/cancel': async (site) => {
    const browser = await site.payer(newEmail());
    return ownForm(browser, await linkedFrom(browser, /\/cancel$/), /\/cancel$/);
  },
  '/subscriptions/:id/resume': async (site) => {
    const { browser, page } = (await PAID_FORMS['/subscriptions/:id/cancel']?.(site)) ?? { browser: site.newBrowser(), page: undefined };
    if (page !== undefined) await browser.submit(page);
    return ownForm(browser, await browser.open('/'), /\/resume$/);
  },
  '/subscriptions/:id/card': async (site) => {
    const browser = await site.payer(newEmail());
    return ownForm(browser, await linkedFrom(browser, /\/card$/), /\/card$/);
  },
};
