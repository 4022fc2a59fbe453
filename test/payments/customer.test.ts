// One gateway customer for each person, however many checkouts begin at once and whatever becomes of the person's record.
import { expect, test } from 'vitest';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { eraseCustomer } from '../../src/models/lifecycle/erasure.ts';
import { exportCustomer } from '../../src/models/lifecycle/export.ts';
import { mergeCustomer } from '../../src/models/lifecycle/merge.ts';
import { keepGatewayCustomer } from '../../src/models/money/gateway-customer.ts';
import type { CustomerSummary } from '../../src/models/people/customer-summary.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

/** It sells plans side by side, so that one person starts several checkouts. */
async function givenSite(): Promise<PayingSite> {
  const paid = await givenPayingSite(service());
  await paid.sellSideBySide();
  return paid;
}

interface Kept {
  customerId: string;
  ref: string;
}

const kept = (paid: PayingSite) => paid.rows<Kept>('gateway_customers', 'ref');
const patron = ({ otherPrice }: PayingSite) => ({ offerSlug: 'patron', priceId: otherPrice.id });
/** By checkout, whom the gateway was told of. */
const payersOf = async (paid: PayingSite) =>
  (await paid.rows<{ sandboxCustomerId: string }>('sandbox_checkouts')).map(
    ({ sandboxCustomerId }) => sandboxCustomerId,
  );

test('fifty first checkouts at once, of two plans, end with one', async () => {
  const paid = await givenSite();
  const customer = await paid.customer();
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => paid.start(customer, index % 2 === 0 ? {} : patron(paid))),
  );
  const [{ ref } = { ref: '' }, ...others] = await kept(paid);
  expect(others).toEqual([]);
  expect(await payersOf(paid)).toEqual([ref, ref]);
  expect(await paid.rows('sandbox_customers')).toHaveLength(1);
});

test('a later checkout has the same one, and another person another', async () => {
  const paid = await givenSite();
  const customer = await paid.payingCustomer();
  await paid.start(customer, patron(paid));
  await paid.start(await paid.customer('eve@example.org'));
  expect(new Set(await payersOf(paid)).size).toBe(2);
  expect((await kept(paid)).filter(({ customerId }) => customerId === customer.id)).toHaveLength(1);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('one that was deleted at the gateway is made anew, once', async () => {
  const paid = await givenSite();
  const customer = await paid.payingCustomer();
  const [before] = await kept(paid);
  await service().database.transaction(({ knex }) => knex('sandbox_customers').where({ id: before?.ref }).delete());
  await Promise.all(Array.from({ length: 10 }, () => paid.start(customer, patron(paid))));
  const [after, ...others] = await kept(paid);
  expect([others.length, after?.ref === before?.ref]).toEqual([0, false]);
  expect(await paid.rows('sandbox_customers')).toMatchObject([{ id: after?.ref }]);
  expect(new Set(await payersOf(paid))).toEqual(new Set([before?.ref, after?.ref]));
});

async function givenUnproved(paid: PayingSite): Promise<CustomerSummary> {
  const { database, clock, secretKeys } = service();
  return database.transaction((transaction) =>
    createCustomer(paid.publication, transaction, clock, secretKeys, {
      email: parseEmailAddress('former@example.org'),
    }),
  );
}

const keep = (paid: PayingSite, customerId: string, ref: string) =>
  service().database.transaction((transaction) =>
    keepGatewayCustomer(
      paid.publication,
      transaction,
      service().clock,
      { customerId, gateway: 'sandbox' },
      { ref, gone: undefined },
    ),
  );
const merge = (paid: PayingSite, fromId: string, intoId: string) =>
  service().database.transaction((transaction) =>
    mergeCustomer(paid.publication, transaction, service().clock, { fromId, intoId }),
  );

test('a merge leaves the person their own, and gives them the former record’s where they had none', async () => {
  const paid = await givenSite();
  const [former, person] = [await givenUnproved(paid), await paid.customer()];
  await keep(paid, former.id, 'sandbox_cus_former');
  await merge(paid, former.id, person.id);
  expect(await kept(paid)).toMatchObject([{ customerId: person.id, ref: 'sandbox_cus_former' }]);

  const other = await givenSite();
  const [second, payer] = [await givenUnproved(other), await other.payingCustomer()];
  const [own] = await kept(other);
  await keep(other, second.id, 'sandbox_cus_second');
  await merge(other, second.id, payer.id);
  expect(await kept(other)).toEqual([own]);
  await other.start(payer, patron(other));
  expect(new Set(await payersOf(other))).toEqual(new Set([own?.ref]));
});

test('the person is given it with their data, and it goes with them', async () => {
  const paid = await givenSite();
  const customer = await paid.payingCustomer();
  const { database, clock, secretKeys } = service();
  const [own] = await kept(paid);
  expect(
    (await exportCustomer(paid.publication, database, secretKeys, customer.id))?.['gateway_customers'],
  ).toMatchObject([{ gateway: 'sandbox', ref: own?.ref }]);
  await database.transaction((transaction) =>
    eraseCustomer(paid.publication, transaction, clock, secretKeys, customer.id),
  );
  expect(await kept(paid)).toEqual([]);
});

test('a gateway that is down keeps none, and the next try makes one', async () => {
  const paid = await givenSite();
  const customer = await paid.customer();
  await paid.setSandbox({ trouble: 'down' });
  await expect(paid.start(customer)).rejects.toThrow('down');
  expect(await kept(paid)).toEqual([]);
  await paid.setSandbox({ trouble: 'none' });
  await paid.start(customer);
  expect(await kept(paid)).toHaveLength(1);
});
