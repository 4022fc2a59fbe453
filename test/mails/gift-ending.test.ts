// The mail before a gift ends: to its reader a week ahead, with a way to read on.
import { expect, test } from 'vitest';
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

test('a gift is said to end a week ahead, once, to a reader without another subscription', async () => {
  const [paid, other] = [await givenPayingSite(service()), await givenPayingSite(service())];
  for (const site of [paid, other]) {
    await givenGift(site);
    await claim(site);
  }
  await other.payingCustomer(GIFT_RECIPIENT, undefined, { offerSlug: 'patron', priceId: other.otherPrice.id });
  for (const site of [paid, other]) await site.pass('80 days');
  expect(await mailsTo(paid, GIFT_RECIPIENT, 'ends on')).toEqual([]);
  for (const site of [paid, other]) {
    await site.pass('5 days');
    await site.pass('2 days');
  }
  const [mail, ...others] = await mailsTo(paid, GIFT_RECIPIENT, 'Your gift at The Weekly Test ends on');
  expect([mail?.text.includes(`${paid.publication.siteUrl}/offers`), others]).toEqual([true, []]);
  expect(mail?.text).toContain('The time of Supporter that somebody gave you is over on');
  expect(await mailsTo(other, GIFT_RECIPIENT, 'ends on')).toEqual([]);
});
