// Who sells and by which rates: what is wrong stands beside its field and loses nothing, and receipts say what was set.
import { beforeEach, expect, test } from 'vitest';
import { refundPayment } from '../../../src/payments/refund.ts';
import { formsOf, mainTextOf } from '../../support/browser/html.ts';
import { toPayingSite } from '../../support/publications/paying.ts';
import { DASHBOARD } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';
import { givenOwner, type Given } from '../rows/row.ts';

const service = useService(DASHBOARD);
let at: Given;
let path: string;

beforeEach(async () => {
  at = await givenOwner(service());
  path = `${at.base}/tax`;
});

const send = async (fields: Readonly<Record<string, string>>, to = path) =>
  at.owner.submit(await at.owner.open(path), fields, to);

const SELLER = { seller_name: 'Echo Press', seller_address: '1 High Street\r\nBonn', country: 'DE', tax_number: 'DE1' };

test('a fault stands beside its field, and nothing that was typed is lost', async () => {
  const refused = await send({ ...SELLER, country: 'US', reverse_charge: 'yes' });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('id="reverse_charge-error"');
  const fields = formsOf(refused.body).find(({ action }) => action === path)?.fields;
  expect(fields).toMatchObject({ seller_name: 'Echo Press', country: 'US', reverse_charge: 'yes' });
  for (const rate of ['', 'nineteen', '101', '-1', '5.555']) {
    const page = await send({ rate, rate_country: 'FR', rate_kind: 'print' }, `${path}/rates`);
    expect(page.statusCode).toBe(422);
    expect(page.body).toContain('id="rate-error"');
    const typed = formsOf(page.body).find(({ action }) => action === `${path}/rates`)?.fields;
    expect(typed).toMatchObject({ rate, rate_country: 'FR', rate_kind: 'print' });
  }
  expect(await service().database.knex('tax_rates').select('*')).toEqual([]);
});

test('the rates of the EU are filled in with their day, and one of them can be set and removed', async () => {
  expect(mainTextOf((await at.owner.open(path)).body)).toContain('as of September 1, 2025');
  await send({}, `${path}/rates/eu`);
  await send({ rate: '5,5', rate_country: 'FR', rate_kind: 'print' }, `${path}/rates`);
  const page = await at.owner.open(path);
  expect(mainTextOf(page.body)).toMatch(/France\s+Printed newspapers and magazines\s+5.5%/);
  expect(mainTextOf(page.body)).toMatch(/Germany\s+Electronic newspapers and magazines\s+7%/);
  await send({ row: 'FR/print' }, `${path}/rates/remove`);
  expect(mainTextOf((await at.owner.open(path)).body)).not.toMatch(/France\s+Printed/);
});

test('the reader and the publisher see net, tax and gross, who sold, and the credit note', async () => {
  const site = toPayingSite(at.site);
  await send(SELLER);
  await send({ rate: '19' }, `${path}/rates`);
  const { id: customerId } = await site.payingCustomer('ada@example.org');
  const [payment] = await site.rows<{ id: string }>('payments');
  const paymentId = payment?.id ?? '';
  const browser = await site.signedIn('ada@example.org');
  const receipt = await browser.open(`/receipts/${paymentId}`);
  const text = mainTextOf(receipt.body);
  for (const said of [
    'R-000001',
    'Echo Press',
    'Bonn',
    'Tax number: DE1',
    'Visa, ending in 4242',
    'VAT 19%, Germany',
    '€4.20',
    '€0.80',
    '€5',
  ])
    expect(text).toContain(said);
  await refundPayment(service(), site.publication, { paymentId, amount: 250, key: undefined });
  const list = mainTextOf((await browser.open('/receipts')).body);
  expect(list).toMatch(/Credit note -€2.50 C-000001/);
  expect(list).toMatch(/€5 R-000001/);
  const seen = mainTextOf((await browser.open(`/receipts/${paymentId}`)).body);
  expect(seen).toContain('See credit note C-000001 of €2.50');
  const theirs = mainTextOf((await at.owner.open(`${at.base}/people/${customerId}/receipts/${paymentId}`)).body);
  for (const said of [
    'Receipt R-000001',
    'Credit note C-000001',
    'For receipt R-000001',
    'Receipt was paid on',
    'VAT 19%, Germany',
  ])
    expect(theirs).toContain(said);
  const stranger = await site.signedIn('eve@example.org');
  expect((await stranger.get(`/receipts/${paymentId}`)).statusCode).toBe(404);
  expect(mainTextOf((await stranger.open('/receipts')).body)).toContain('There are no receipts yet.');
});

test('what a reader says for receipts is checked beside its field, loses nothing, and stands on the next receipt', async () => {
  const site = toPayingSite(at.site);
  await site.payingCustomer('ada@example.org');
  const browser = await site.signedIn('ada@example.org');
  const submit = async (fields: Readonly<Record<string, string>>) =>
    browser.submit(await browser.open('/tax-details'), fields, '/tax-details');
  for (const vat of ['ATU1234567', 'US123456789']) {
    const refused = await submit({ company: 'Lovelace GmbH', vat_number: vat, country: 'FR' });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('id="vat_number-error"');
    const typed = formsOf(refused.body).find(({ action }) => action === '/tax-details')?.fields;
    expect(typed).toMatchObject({ company: 'Lovelace GmbH', vat_number: vat, country: 'FR' });
  }
  await submit({ company: 'Lovelace GmbH', vat_number: 'atu 123 456 78', country: 'FR' });
  await site.pass('1 month');
  const [newest] = [...(await site.rows<{ id: string }>('receipts', 'number'))].toReversed();
  const text = mainTextOf((await browser.open(`/receipts/${newest?.id}`)).body);
  expect(text).toContain('Lovelace GmbH');
  expect(text).toContain('ATU12345678');
});
