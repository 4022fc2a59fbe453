// The forms of the paid pages, each with a browser that is ready to send it: for the tests that go through every form there is.
import type { LightMyRequestResponse } from 'fastify';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { findGift, giftPath, listGifts } from '../../src/models/money/gift-record.ts';
import { deliverGift, readdressGift } from '../../src/models/money/gift.ts';
import { getPauseTerms, pauseSubscription } from '../../src/payments/pause.ts';
import { formOf, locationOf, type Browser } from '../support/browser/browser.ts';
import { formsOf, linksOf } from '../support/browser/html.ts';
import { GOOD_CARD } from '../support/publications/cards.ts';
import { openSummary, returnPageOf, type OfferedSite } from '../support/publications/paying.ts';

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

function ownForm(
  browser: Browser,
  page: LightMyRequestResponse,
  path: RegExp,
  fields: Readonly<Record<string, string>> = {},
): PaidForm {
  return { browser, page, action: formsOf(page.body).find(({ action }) => path.test(action))?.action ?? '', fields };
}

/** A gift that somebody bought: its browser, and a link that accepts it. */
async function givenGift(site: OfferedSite): Promise<{ browser: Browser; id: string; acceptPath: string }> {
  const browser = await site.signedIn(newEmail());
  const [slug = '', priceId = ''] = site.monthly.split('/');
  const ordered = await browser.post('/gift', {
    ...formOf(await browser.open('/gift'), '/gift').fields,
    choice: `${slug}/${priceId}/3`,
    recipient_email: newEmail(),
    sender_name: '',
    message: '',
    deliver_on: '',
  });
  const cardPage = locationOf(ordered);
  await site.pay(cardPage, GOOD_CARD);
  await browser.open(await returnPageOf(site.service, cardPage));
  const { database, clock, secretKeys } = site.service;
  const [gift] = await database.transaction(async (transaction) => {
    const [newest] = await listGifts(site.publication, transaction, 1);
    if (newest !== undefined) await deliverGift(transaction, newest, new Date(clock.now().getTime() + 1));
    return listGifts(site.publication, transaction, 1);
  });
  return { browser, id: gift?.id ?? '', acceptPath: gift === undefined ? '' : giftPath(secretKeys, gift) };
}

/** Sets a pause for the newest subscription. */
async function pauseNewest(site: OfferedSite): Promise<void> {
  const { service, publication } = site;
  const { id = '', customerId = '' } =
    (await site.rows<{ id: string; customerId: string }>('subscriptions')).at(-1) ?? {};
  const { latest } = await getPauseTerms(service, publication, customerId, id);
  await pauseSubscription(service, publication, { customerId, subscriptionId: id, until: new Date(latest) });
}

export const PAID_FORMS: Readonly<Record<string, (site: OfferedSite) => Promise<PaidForm>>> = {
  '/subscribe': async (site) => {
    const browser = await site.signedIn(newEmail());
    const summary = await browser.open(`/subscribe?choice=${encodeURIComponent(site.monthly)}`);
    return ownForm(browser, summary, /^\/subscribe$/, {});
  },
  '/offers/:offer/subscribe': async (site) => {
    const browser = await site.signedIn(newEmail());
    return ownForm(browser, await openSummary(browser, site.yearly), /^\/offers\/reader\/subscribe$/, {});
  },
  '/checkouts/:id': async (site) => {
    const browser = await site.payer(newEmail());
    const { id = '' } = (await site.rows<{ id: string }>('checkouts')).at(-1) ?? {};
    const [newsletter] = await site.rows<{ id: string }>('newsletters');
    const page = await browser.open(`/checkouts/${id}`);
    return ownForm(browser, page, /^\/checkouts\//, { newsletter: newsletter?.id ?? '' });
  },
  '/gift': async (site) => {
    const browser = await site.signedIn(newEmail());
    const [slug = '', priceId = ''] = site.monthly.split('/');
    return ownForm(browser, await browser.open('/gift'), /^\/gift$/, {
      choice: `${slug}/${priceId}/3`,
      recipient_email: newEmail(),
    });
  },
  '/gift/claim': async (site) => {
    const { id } = await givenGift(site);
    const code = await site.service.database.transaction(async (transaction) => {
      const gift = await findGift(site.publication, transaction, id);
      if (gift?.recipientEmail)
        await readdressGift(transaction, gift, { recipient: parseEmailAddress(gift.recipientEmail), deliverAt: 0 });
      return gift && deliverGift(transaction, gift, site.service.clock.now());
    });
    const browser = site.newBrowser();
    return ownForm(browser, await browser.open('/gift/claim'), /^\/gift\/claim$/, { code: code ?? '' });
  },
  '/gift/claim/:token': async (site) => {
    const { acceptPath } = await givenGift(site);
    const browser = site.newBrowser();
    return ownForm(browser, await browser.open(acceptPath), /^\/gift\/claim\/\w/, { email: newEmail() });
  },
  '/gift/claim/:token/accept': async (site) => {
    const { acceptPath } = await givenGift(site);
    const browser = await site.signedIn(newEmail());
    return ownForm(browser, await browser.open(acceptPath), /\/accept$/);
  },
  '/gifts/:id': async (site) => {
    const { browser, id } = await givenGift(site);
    return ownForm(browser, await browser.open(`/gifts/${id}`), /^\/gifts\//, {
      recipient_email: newEmail(),
      deliver_on: '',
    });
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
    const { browser, page } = (await PAID_FORMS['/subscriptions/:id/cancel']?.(site)) ?? {
      browser: site.newBrowser(),
      page: undefined,
    };
    if (page !== undefined) await browser.submit(page);
    return ownForm(browser, await browser.open('/'), /\/resume$/);
  },
  '/subscriptions/:id/pause': async (site) => {
    await site.set({ pausesSetBy: 'reader' });
    const browser = await site.payer(newEmail());
    return ownForm(browser, await linkedFrom(browser, /\/pause$/), /\/pause$/, { months: '3' });
  },
  '/subscriptions/:id/read-on': async (site) => {
    const browser = await site.payer(newEmail());
    await pauseNewest(site);
    return ownForm(browser, await linkedFrom(browser, /\/read-on$/), /\/read-on$/);
  },
  '/subscriptions/:id/card': async (site) => {
    const browser = await site.payer(newEmail());
    return ownForm(browser, await linkedFrom(browser, /\/card$/), /\/card$/);
  },
};
