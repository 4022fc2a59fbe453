// Two check-outs of one person for two plans, whose payments are completed in the same moment by their return pages and by two workers: one plan
// begins, what was paid for the other is paid back, whichever of them wins.
import { expect, test } from 'vitest';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { testDialect } from '../support/databases/database.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
/** SQLite writes one transaction after another, so there is no race to lose. */
const ROUNDS = testDialect === 'postgres' ? 12 : 2;
/** Callers at once for each of the two tabs. */
const RELOADS = 3;

async function givenDearerOffer({ publication, otherPlan }: PayingSite): Promise<string> {
  const { database, clock } = service();
  return database.transaction(async (transaction) => {
    const cost = { planId: otherPlan.id, amount: 1200, currency: 'EUR', interval: 'month' };
    const { id } = await createPrice(publication, transaction, clock, cost);
    const offer = { slug: 'dearer', name: 'Dearer', planId: otherPlan.id, priceIds: [id] };
    await createOffer(publication, transaction, clock, offer);
    return id;
  });
}

interface Standing {
  readonly active: number;
  readonly begun: number;
  readonly billings: readonly string[];
  /** What was paid and not paid back, and what was paid back. */
  readonly kept: number;
  readonly refunded: readonly number[];
}

async function standingOf(paid: PayingSite, customerId: string): Promise<Standing> {
  const of = async <Row extends object>(table: string): Promise<(Row & { customerId: string })[]> =>
    (await paid.rows<Row & { customerId: string }>(table)).filter((row) => row.customerId === customerId);
  const subscriptions = await of<{ status: string }>('subscriptions');
  const billings = await of<{ state: string; endReason: string | null }>('billings');
  const payments = await of<{ amount: number; refundedAmount: number }>('payments');
  return {
    active: subscriptions.filter(({ status }) => status === 'active').length,
    begun: subscriptions.length,
    billings: billings.map(({ state, endReason }) => `${state} ${endReason ?? ''}`.trim()).toSorted(),
    kept: payments.filter(({ refundedAmount }) => refundedAmount === 0).length,
    refunded: payments.filter(({ amount, refundedAmount }) => refundedAmount === amount).map(({ amount }) => amount),
  };
}

test(
  'two check-outs that are paid in the same moment end in one plan, and the other payment is paid back',
  { timeout: 120_000 },
  async () => {
    const paid = await givenPayingSite(service());
    const dearer = await givenDearerOffer(paid);
    const workers = [paid.paymentRunner, paid.secondWorker()];
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = `reader-${round}@example.org`;
      const browser = await paid.signedIn(email);
      const customer = await paid.customer(email);
      // Both tabs came as far as the card page: as if neither had seen the other while they were opened.
      await paid.set({ plansPerReader: 'several' });
      const tabs = [await paid.start(customer), await paid.start(customer, { offerSlug: 'dearer', priceId: dearer })];
      await paid.set({ plansPerReader: 'one' });
      for (const { redirectUrl } of tabs) expect(await paid.pay(redirectUrl, '4242424242424242')).toBe('paid');
      // Either tab comes first in every other round.
      const returns = (round % 2 === 0 ? tabs : tabs.toReversed()).flatMap(({ checkoutId }) =>
        Array.from({ length: RELOADS }, () => browser.get(`/checkouts/${checkoutId}`)),
      );
      await Promise.all([...returns, ...workers.map((worker) => worker.settle())]);
      await paid.settle();
      const standing = await standingOf(paid, customer.id);
      expect(standing, `round ${round}`).toMatchObject({
        active: 1,
        begun: 1,
        billings: ['active', 'ended held_already'],
        kept: 1,
        refunded: [expect.any(Number)],
      });
      const pages = await Promise.all(tabs.map(({ checkoutId }) => browser.open(`/checkouts/${checkoutId}`)));
      expect(pages.filter(({ body }) => body.includes('refunding it in full'))).toHaveLength(1);
    }
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  },
);
