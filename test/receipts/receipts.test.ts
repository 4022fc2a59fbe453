// Receipts and credit notes: numbers without gaps, sums that are always what was paid, and what they say frozen.
import { expect, test } from 'vitest';
import { setProductKind } from '../../src/models/catalog/plan.ts';
import { eraseCustomer } from '../../src/models/lifecycle/erasure.ts';
import { mergePeople } from '../../src/models/lifecycle/merge-people.ts';
import { listReceipts, listReceiptsOf, numberText, type Receipt } from '../../src/models/receipts/receipt-record.ts';
import { issueReceipts, type PaidRecord } from '../../src/models/receipts/receipt.ts';
import { setBuyer } from '../../src/models/tax/buyer.ts';
import { changeSeller } from '../../src/models/tax/seller.ts';
import { setRate } from '../../src/models/tax/tax-rate.ts';
import { refundGiftPart } from '../../src/payments/gift-refund.ts';
import { refundPayment } from '../../src/payments/refund.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { givenGift } from '../support/publications/gift.ts';
import { givenPayingSite, toPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const SELLER = { name: 'Echo Press Ltd', address: '1 High Street\nBonn', country: 'DE', taxNumber: 'DE123456789' };

async function givenSeller(site: PayingSite): Promise<void> {
  await service().database.transaction(async (transaction) => {
    await changeSeller(site.publication, transaction, SELLER);
    await setRate(site.publication, transaction, { percent: '19' });
    await setRate(site.publication, transaction, { productKind: 'e_publication', percent: '7' });
    await setRate(site.publication, transaction, { country: 'AT', percent: '20' });
    await setProductKind(site.publication, transaction, site.plan.id, 'e_publication');
  });
}

const shown = (receipts: readonly Receipt[]) =>
  receipts.map((receipt) => [numberText(receipt), receipt.gross, receipt.net, receipt.tax]);

test('a payment has a receipt, its parts that are paid back have credit notes, and none says anything else later', async () => {
  const site = await givenPayingSite(service());
  const { publication } = site;
  const { database } = service();
  await givenSeller(site);
  const customer = await site.payingCustomer();
  const [payment] = await site.rows<{ id: string }>('payments');
  const paymentId = payment?.id ?? '';
  const [receipt] = await listReceiptsOf(publication, database, paymentId);
  expect(receipt).toMatchObject({
    kind: 'receipt',
    number: 1,
    gross: 500,
    net: 467,
    tax: 33,
    rate: 700,
    treatment: 'rate',
    country: 'DE',
    currency: 'EUR',
    sellerName: SELLER.name,
    sellerAddress: SELLER.address,
    sellerTaxNumber: SELLER.taxNumber,
    buyerEmail: 'ada@example.org',
    paidBy: 'visa',
    paidByLast4: '4242',
    isGatewayTax: false,
  });
  await database.transaction(async (transaction) => {
    await changeSeller(publication, transaction, { name: 'Another Ltd', country: 'AT' });
    await setRate(publication, transaction, { percent: '25' });
  });
  for (const amount of [1, 333, undefined])
    await refundPayment(service(), publication, { paymentId, amount, key: undefined });
  const all = await listReceiptsOf(publication, database, paymentId);
  expect(all[0]).toEqual(receipt);
  expect(shown(all)).toEqual([
    ['R-000001', 500, 467, 33],
    ['C-000001', 1, 1, 0],
    ['C-000002', 333, 311, 22],
    ['C-000003', 166, 155, 11],
  ]);
  expect(all.slice(1).every((note) => note.correctsId === receipt?.id && note.sellerName === SELLER.name)).toBe(true);
  expect(receipt?.buyerAddress).toBeNull();
  const address = { country: 'DE', name: 'Ada', line1: 'Hauptstraße 1', postal_code: '10827', city: 'Berlin' };
  await site.api.post(`/customers/${customer.id}/postal_address`, address);
  // The next receipt has what is set now.
  await site.pass('1 month');
  expect((await listReceipts(publication, database, customer.id))[0]).toMatchObject({
    number: 2,
    buyerAddress: 'Hauptstraße 1\n10827 Berlin\nGermany',
    sellerName: 'Another Ltd',
    rate: 2000,
    country: 'AT',
  });
  expect(await ledgerFaults(database, [])).toEqual([]);
});

test('many payments at once, some of which fail, have numbers without gaps and without doubles', async () => {
  const site = await givenPayingSite(service());
  const { publication, plan } = site;
  const { database, clock } = service();
  const { id: customerId } = await site.customer();
  const paid = (name: string, refundedAmount: number): PaidRecord => ({
    id: `pay_${name}`,
    customerId,
    planId: plan.id,
    amount: 500,
    refundedAmount,
    discount: 0,
    currency: 'EUR',
    paidAt: clock.now().getTime(),
    period: null,
    tax: null,
    paidBy: null,
  });
  const issue = (index: number) =>
    database.transaction(async (transaction) => {
      await issueReceipts(publication, transaction, clock, paid(`many${index}`, index % 2 === 0 ? 100 : 0));
      if (index % 5 === 4) throw new Error('the transaction fails after its number was taken');
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => issue(index)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(24);
  const all = await listReceipts(publication, database, customerId);
  const numbersOf = (wanted: string) =>
    all
      .filter(({ kind }) => kind === wanted)
      .map(({ number }) => number)
      .toSorted((a, b) => a - b);
  expect(numbersOf('receipt')).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
  expect(numbersOf('credit_note')).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  // Again, and twice at once: nothing is missing any more.
  await Promise.all([issue(0), issue(0)]);
  expect(await listReceipts(publication, database, customerId)).toHaveLength(36);
});

test('a gift has a receipt for its buyer, and a credit note for what is paid back', async () => {
  const site = toPayingSite(await givenPayingSite(service()));
  await givenSeller(site);
  const giftId = await givenGift(site);
  await refundGiftPart(service(), site.publication, { giftId, amount: 500, key: 'a part' });
  expect(shown(await listReceiptsOf(site.publication, service().database, giftId))).toEqual([
    ['R-000001', 1500, 1402, 98],
    ['C-000001', 500, 467, 33],
  ]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('a business of another EU country owes the tax itself, and its receipt keeps what identifies it', async () => {
  const site = await givenPayingSite(service());
  const { publication } = site;
  const { database, clock, secretKeys } = service();
  await givenSeller(site);
  const customer = await site.customer();
  await database.transaction(async (transaction) => {
    await changeSeller(publication, transaction, { hasReverseCharge: true });
    await setBuyer(publication, transaction, customer.id, {
      company: 'Lovelace GmbH',
      vatNumber: 'atu 12345678',
      country: '',
    });
  });
  await site.payingCustomer();
  const [receipt] = await listReceipts(publication, database, customer.id);
  const business = { buyerCompany: 'Lovelace GmbH', buyerVatNumber: 'ATU12345678', country: 'AT' };
  const sums = { gross: 500, net: 500, tax: 0, rate: 0, treatment: 'reverse_charge' };
  expect(receipt).toMatchObject({ ...sums, ...business, buyerEmail: 'ada@example.org' });
  await database.transaction((transaction) => eraseCustomer(publication, transaction, clock, secretKeys, customer.id));
  const [kept] = await listReceipts(publication, database, customer.id);
  expect(kept).toMatchObject({ ...sums, ...business, buyerEmail: null, paidByLast4: null });
  expect(await site.rows('buyers', 'customer_id')).toEqual([]);
});

test('of a private reader nothing personal stays on a receipt after the erasure', async () => {
  const site = await givenPayingSite(service());
  const { database, clock, secretKeys } = service();
  const customer = await site.payingCustomer();
  await database.transaction((transaction) =>
    setBuyer(site.publication, transaction, customer.id, { company: 'Ada', vatNumber: '', country: 'AT' }),
  );
  await site.pass('1 month');
  await database.transaction((transaction) =>
    eraseCustomer(site.publication, transaction, clock, secretKeys, customer.id),
  );
  const kept = await listReceipts(site.publication, database, customer.id);
  expect(kept).toHaveLength(2);
  for (const receipt of kept)
    expect(receipt).toMatchObject({
      buyerName: null,
      buyerEmail: null,
      buyerCompany: null,
      paidByLast4: null,
      gross: 500,
    });
});

test('receipts and what is said for tax go along when two people are merged', async () => {
  const site = await givenPayingSite(service());
  const { publication } = site;
  const { database, clock } = service();
  const from = await site.payingCustomer('one@example.org');
  const into = await site.customer('two@example.org');
  await database.transaction(async (transaction) => {
    await setBuyer(publication, transaction, from.id, { company: '', vatNumber: '', country: 'FR' });
    await mergePeople(publication, transaction, clock, { fromId: from.id, intoId: into.id });
  });
  expect(await listReceipts(publication, database, from.id)).toEqual([]);
  expect(await listReceipts(publication, database, into.id)).toHaveLength(1);
  expect(await site.rows('buyers', 'customer_id')).toMatchObject([{ customerId: into.id, country: 'FR' }]);
});

test('a seller who has said nothing of themselves is named by the publication and its address', async () => {
  const site = await givenPayingSite(service());
  const { publication } = site;
  const { id: customerId } = await site.payingCustomer();
  const [receipt] = await listReceipts(publication, service().database, customerId);
  expect(receipt).toMatchObject({ sellerName: publication.name, sellerAddress: publication.siteHost });
});

test('the reverse charge is for sellers in the EU', async () => {
  const site = await givenPayingSite(service());
  const change = { country: 'US', hasReverseCharge: true };
  await expect(
    service().database.transaction((transaction) => changeSeller(site.publication, transaction, change)),
  ).rejects.toMatchObject({ field: 'reverse_charge' });
});
