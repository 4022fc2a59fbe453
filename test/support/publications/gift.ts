// A gift that was bought on the pages and delivered.
import { formOf, locationOf } from '../browser/browser.ts';
import { toPayingSite } from './paying.ts';
import type { TestSite } from './site.ts';

export const GIFT_RECIPIENT = 'recipient@example.org';

/** Returns the id of the gift. */
export async function givenGift(site: TestSite): Promise<string> {
  const paying = toPayingSite(site);
  const buyer = await site.signedIn('giver@example.org');
  const form = formOf(await buyer.open('/gift'), '/gift');
  const fields = { ...form.fields, choice: `supporter/${site.price.id}/3`, recipient_email: GIFT_RECIPIENT };
  await paying.payAt(locationOf(await buyer.post('/gift', fields)));
  await paying.settle();
  const [gift] = await paying.rows<{ id: string; deliveredAt: number | null }>('gifts');
  if (gift === undefined || gift.deliveredAt === null) throw new Error('the gift was not delivered');
  return gift.id;
}
