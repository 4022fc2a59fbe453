// A plan with names in several languages: mails and receipts call it by the one in the reader's language, and a receipt
// keeps what it says.
import { expect, test } from 'vitest';
import { DUE_MAILS } from '../../src/mails/due-mails.ts';
import { changePlanTexts } from '../../src/models/catalog/plan.ts';
import { keepLanguage } from '../../src/models/people/customer-language.ts';
import { updatePublication } from '../../src/models/publication/publication.ts';
import { refundPayment } from '../../src/payments/refund.ts';
import { cancelAtPeriodEnd, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function call(paid: PayingSite, name: string | null): Promise<void> {
  await service().database.transaction((transaction) =>
    changePlanTexts(paid.publication, transaction, 'supporter', { de: { name } }),
  );
}

test('mails and receipts name the plan in the language of the reader, and a receipt keeps what it says', async () => {
  const paid = await givenPayingSite(service());
  const { publication } = paid;
  const { database } = service();
  await call(paid, 'Leserplan');
  const customer = await paid.customer();
  await database.transaction((transaction) => keepLanguage(publication, transaction, customer.id, 'de'));
  await paid.payingCustomer();
  await paid.payingCustomer('grace@example.org');
  const [details] = await subscriptionDetailsOf(service(), publication, customer.id);
  await cancelAtPeriodEnd(service(), publication, customer.id, details?.subscriptionId ?? '');
  await paid.settle();
  const mails = await paid.newBrowser().mails('ada@example.org');
  for (const subject of ['hat begonnen', 'gekündigt'])
    expect(mails.find((mail) => mail.subject.includes(subject))?.text).toMatch(/Leserplan(?![^]*Supporter)/);
  const english = (await paid.newBrowser().mails('grace@example.org')).find(({ text }) => text.includes('Paid:'));
  expect(english?.text).toContain('Subscription: Supporter\n');
  const payment = (await paid.rows<{ id: string; customerId: string }>('payments')).find(
    ({ customerId }) => customerId === customer.id,
  );
  const paymentId = payment?.id ?? '';
  await call(paid, 'Umbenannt');
  await refundPayment(service(), publication, { paymentId, amount: 100, key: undefined });
  await database.transaction((transaction) => updatePublication(transaction, publication.id, { locale: 'de' }));
  const browser = paid.newBrowser();
  await browser.signIn('ada@example.org');
  const shown = async (language: string): Promise<string[]> => {
    const receipts = await paid.rows<{ id: string; recordId: string }>('receipts');
    const own = receipts.filter(({ recordId }) => recordId === paymentId);
    const pages = own.map(({ id }) => browser.get(`/receipts/${id}`, { 'accept-language': language }));
    return (await Promise.all(pages)).map(({ body }) => /Leserplan|Supporter|Umbenannt/.exec(body)?.[0] ?? '');
  };
  expect(await shown('de')).toEqual(['Leserplan', 'Leserplan']);
  expect(await shown('en')).toEqual(['Supporter', 'Supporter']);
});

test('each mail that falls due about a plan reads its names in all languages', () => {
  const ofPlans = DUE_MAILS.map(({ due }) => due.production.sqlite).filter((text) => text.includes('as plan_name'));
  expect(ofPlans.length).toBeGreaterThan(10);
  for (const text of ofPlans) expect(text).toContain('l.name as plan_name, l.texts as plan_texts');
});
