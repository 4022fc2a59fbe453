// The mail before a gift ends: to its reader a week ahead, with a way to read on.
import { expect, test } from 'vitest';
import { unsubscribePath } from '../../src/models/people/customer-mail-choice.ts';
import { headingOf } from '../support/browser/html.ts';
import { GIFT_RECIPIENT, givenGift } from '../support/publications/gift.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function mailsTo(paid: PayingSite, email: string, words: string) {
  return (await paid.newBrowser().mails(email)).filter(({ subject }) => subject.includes(words));
}

async function claim(paid: PayingSite): Promise<void> {
  const [mail] = await mailsTo(paid, GIFT_RECIPIENT, 'A gift for you');
  const code = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/.exec(mail?.text ?? '')?.[0] ?? '';
  const reader = await paid.signedIn(GIFT_RECIPIENT);
  await reader.submit(await reader.submit(await reader.open('/gift/claim'), { code }));
  expect(await paid.rows('gifts')).toMatchObject([{ state: 'claimed' }]);
}

test('a gift is said to end a week ahead, once, to a reader without another subscription who did not refuse it', async () => {
  const [paid, other, tired] = [
    await givenPayingSite(service()),
    await givenPayingSite(service()),
    await givenPayingSite(service()),
  ];
  for (const site of [paid, other, tired]) {
    await givenGift(site);
    await claim(site);
  }
  await other.payingCustomer(GIFT_RECIPIENT, undefined, { offerSlug: 'patron', priceId: other.otherPrice.id });
  const refusal = { customerId: (await tired.customer(GIFT_RECIPIENT)).id, mail: 'gift_ending' } as const;
  const link = unsubscribePath(service().secretKeys, tired.publication, refusal);
  const page = await tired.newBrowser().open(link);
  expect(headingOf(page.body)).toBe('Stop mails about gifts that end?');
  await tired.newBrowser().send('POST', link, 'List-Unsubscribe=One-Click', {});
  for (const site of [paid, other, tired]) await site.pass('80 days');
  expect(await mailsTo(paid, GIFT_RECIPIENT, 'ends on')).toEqual([]);
  for (const site of [paid, other, tired]) {
    await site.pass('5 days');
    await site.pass('2 days');
  }
  const [mail, ...others] = await mailsTo(paid, GIFT_RECIPIENT, 'Your gift at The Weekly Test ends on');
  expect([mail?.text.includes(`${paid.publication.siteUrl}/offers`), others]).toEqual([true, []]);
  expect(mail?.text).toContain('Your gift of Supporter ends on');
  expect(mail?.text).toMatch(/No more mails about gifts that end:\nhttps:\S+\/unsubscribe\//);
  for (const site of [other, tired]) expect(await mailsTo(site, GIFT_RECIPIENT, 'ends on')).toEqual([]);
});
