// The mail about what was paid back: once for each amount, in the words of why.
import { describe, expect, test } from 'vitest';
import { updatePublication } from '../../src/models/publication/publication.ts';
import { refundGiftPart } from '../../src/payments/gift-refund.ts';
import { SandboxGateway } from '../../src/payments/sandbox/gateway.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { givenGift } from '../support/publications/gift.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function mailsTo(paid: PayingSite, words: string, email = 'ada@example.org') {
  return (await paid.newBrowser().mails(email)).filter(({ subject }) => subject.includes(words));
}

describe('what was paid back', () => {
  test('is told once for each amount, with the receipt, in the publication’s language', async () => {
    const paid = await givenPayingSite(service());
    await service().database.transaction((transaction) =>
      updatePublication(transaction, paid.publication.id, { locale: 'de' }),
    );
    await paid.payingCustomer();
    const gateway = new SandboxGateway(service());
    const [payment] = await paid.rows<{ id: string; ref: string }>('payments');
    for (const amount of [150, 200]) {
      await gateway.refund(paid.publication, `refund ${amount}`, payment?.ref ?? '', amount);
      await paid.settle();
    }
    const mails = await mailsTo(paid, 'erstattet');
    expect(mails.map(({ text }) => /[\d,]+\s€/.exec(text)?.[0].replace(/\s/, ' ')).toSorted()).toEqual([
      '1,50 €',
      '2 €',
    ]);
    expect(mails[0]?.text).toContain(`${paid.publication.siteUrl}/receipts/${payment?.id}`);
    expect(mails.map(({ text }) => /C-\d+/.exec(text)?.[0]).toSorted()).toEqual(['C-000001', 'C-000002']);
    await paid.settle();
    expect(await mailsTo(paid, 'erstattet')).toHaveLength(2);
  });

  test('of a gift is told to its buyer once for each amount, and that its code is void once all of it is', async () => {
    const paid = await givenPayingSite(service());
    const giftId = await givenGift(paid);
    const [gift] = await paid.rows<{ customerId: string; amount: number }>('gifts');
    const buyer = (await paid.rows<{ id: string; email: string }>('customers')).find(
      ({ id }) => id === gift?.customerId,
    );
    const refund = async (amount: number): Promise<void> => {
      await refundGiftPart(service(), paid.publication, { giftId, amount, key: `${amount}` });
      for (let count = 0; count < 2; count += 1) await paid.settle();
    };
    await refund(100);
    const told = async () => (await mailsTo(paid, 'paid money back', buyer?.email)).map(({ text }) => text);
    expect(await told()).toEqual([expect.stringContaining('€1 of what you paid for Supporter as a gift')]);
    expect((await told())[0]).not.toContain('worth nothing');
    expect((await told())[0]).toContain(`${paid.publication.siteUrl}/gifts/${giftId}`);
    await refund((gift?.amount ?? 0) - 100);
    expect((await told()).filter((text) => text.includes('worth nothing any more'))).toHaveLength(1);
    expect(await told()).toHaveLength(2);
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  });

  test('since the plan was held already is told with that reason', async () => {
    const paid = await givenPayingSite(service());
    await paid.payForHeldPlan();
    const mails = await mailsTo(paid, 'paid money back');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/€5 for Supporter while you had a subscription already/);
  });
});
