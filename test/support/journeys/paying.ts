// Subscribing, leaving and giving, paid on the sandbox.
import { locationOf } from '../browser/browser.ts';
import { linksOf } from '../browser/html.ts';
import { GOOD_CARD } from '../publications/cards.ts';
import type { PayingSite } from '../publications/paying.ts';
import { addressOf, type Journey } from './journey.ts';

const CODE = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/;

/** What the person's subscriptions are. */
async function subscriptionsOf(site: PayingSite, name: string): Promise<unknown[]> {
  const { id } = await site.customer(addressOf(name));
  const all = await site.rows<{ customerId: string; status: string; billing: string; endReason: string | null }>(
    'subscriptions',
  );
  return all
    .filter(({ customerId }) => customerId === id)
    .map(({ status, billing, endReason }) => [status, billing, endReason]);
}

const subscribe: Journey = {
  name: 'a reader subscribes and pays',
  prepare: async ({ site }, name) => {
    const browser = await site.signedIn(addressOf(name));
    const query = new URLSearchParams({ choice: `supporter/${site.price.id}` });
    return async (attempts) => {
      const summary = await attempts.open(browser, `/offers/supporter/subscribe?${query}`);
      const cardPage = locationOf(await attempts.post(browser, summary));
      const card = await attempts.send(() => browser.get(cardPage));
      const paid = await attempts.post(browser, card, { fields: { card_number: GOOD_CARD } });
      await attempts.work(() => site.settle());
      const last = await attempts.send(() => browser.get(locationOf(paid)));
      return [last.statusCode < 400, await subscriptionsOf(site, name)];
    };
  },
  comesTo: [true, [['active', 'gateway', null]]],
};

const cancel: Journey = {
  name: 'a reader cancels, and changes their mind',
  prepare: async ({ site }, name) => {
    const browser = await site.signedIn(addressOf(name));
    await site.payingCustomer(addressOf(name));
    return async (attempts) => {
      const account = await attempts.open(browser, '/');
      const href = linksOf(account.body).find((link) => link.endsWith('/cancel')) ?? '';
      const canceled = await attempts.submit(browser, await attempts.open(browser, href), {
        fields: { reason: 'no_time' },
      });
      const action = /action="([^"]+\/resume)"/.exec(canceled.body)?.[1] ?? 'no button to stay';
      const resumed = await attempts.submit(browser, canceled, { action });
      await attempts.work(() => site.settle());
      return [resumed.statusCode, await subscriptionsOf(site, name)];
    };
  },
  comesTo: [200, [['active', 'gateway', null]]],
};

const gift: Journey = {
  name: 'a gift is bought by one and claimed by another',
  prepare: async ({ site }, name) => {
    const [buyer, friend] = [await site.signedIn(addressOf(name)), await site.signedIn(addressOf(`friend-${name}`))];
    const typed = {
      choice: `supporter/${site.price.id}/3`,
      recipient_email: addressOf(`friend-${name}`),
      sender_name: 'Ada',
      message: '',
      deliver_on: '',
    };
    return async (attempts) => {
      const form = await attempts.open(buyer, '/gift');
      const cardPage = locationOf(await attempts.post(buyer, form, { fields: typed, action: '/gift' }));
      const card = await attempts.send(() => buyer.get(cardPage));
      await attempts.post(buyer, card, { fields: { card_number: GOOD_CARD } });
      await attempts.work(() => site.settle());
      const mails = await friend.mails(addressOf(`friend-${name}`));
      const codes = mails.flatMap(({ text }) => CODE.exec(text)?.[0] ?? []);
      const opened = await attempts.submit(friend, await attempts.open(friend, '/gift/claim'), {
        fields: { code: codes[0] ?? '' },
      });
      const claimed = await attempts.submit(friend, opened);
      return [claimed.statusCode, codes.length, await subscriptionsOf(site, `friend-${name}`)];
    };
  },
  comesTo: [200, 1, [['active', 'gift', null]]],
  // The reader has the gift, and its page says that it was claimed.
  afterLostAnswer: [[410, 1, [['active', 'gift', null]]]],
};

const program: Journey = {
  name: 'a program creates a customer and a subscription by Idempotency-Key',
  prepare: async ({ site }, name) => {
    return async (attempts) => {
      const created = await attempts.send(() =>
        site.api.post('/customers', { email: addressOf(name) }, { 'idempotency-key': `${name}-customer` }),
      );
      const customer = { customer_id: created.json<{ id: string }>().id, plan_id: site.plan.id, complimentary: 'true' };
      const subscribed = await attempts.send(() =>
        site.api.post('/subscriptions', customer, { 'idempotency-key': `${name}-subscription` }),
      );
      return [created.statusCode, subscribed.statusCode, await subscriptionsOf(site, name)];
    };
  },
  comesTo: [200, 200, [['active', 'none', null]]],
};

export const PAYING_JOURNEYS = [subscribe, cancel, gift, program];
