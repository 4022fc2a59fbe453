// The loop of the due mails: each is sent once however many workers look, by the clock of its gateway, and one that fails keeps no other from its turn.
import { describe, expect, test } from 'vitest';
import { sendDueMails } from '../../src/mails/due-mails.ts';
import { updateOffer } from '../../src/models/catalog/offer.ts';
import { SandboxGateway } from '../../src/payments/sandbox/gateway.ts';
import { createPaymentRunner, startWorker } from '../../src/worker.ts';
import { startMailServer } from '../support/outside/mail-server.ts';
import { LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { openService, useService } from '../support/service/service.ts';
import { workOf } from '../support/service/work.ts';

const service = useService();
const DAY = 86_400_000;
const inDays = (days: number): number => service().clock.now().getTime() + days * DAY;
const production = () => ({ ...service(), config: { ...service().config, environment: 'production' as const } });
const productionWorker = () =>
  createPaymentRunner(production(), {
    post: () => Promise.reject(new Error('production has no sandbox')),
    onError: (error) => {
      throw error;
    },
  });

async function subjects(paid: PayingSite, words: string, email = 'ada@example.org'): Promise<string[]> {
  const mails = await paid.newBrowser().mails(email);
  return mails.map(({ subject }) => subject).filter((subject) => subject.includes(words));
}

/** Changes what is kept of the publication, as a gateway or an operator might have. */
function change(paid: PayingSite, table: 'billings' | 'payments' | 'prices', values: object): Promise<unknown> {
  const { database } = service();
  const own = { publicationId: paid.publication.id };
  return database.transaction(async ({ knex }) => knex(table).where(own).update(values));
}

async function givenSubscription(): Promise<PayingSite> {
  const paid = await givenPayingSite(service());
  await paid.payingCustomer();
  return paid;
}

/** Its renewal is at a year's price, in so many days by our clock. */
async function letRenewalCome(paid: PayingSite, gateway: string, days: number): Promise<void> {
  await change(paid, 'prices', { interval: 'year' });
  await change(paid, 'billings', { gateway, interval: 'year', periodEnd: inDays(days), nextAmount: null });
}

describe('two workers at once', () => {
  test.each([
    [
      'of a payment that failed',
      'did not go through',
      async (paid: PayingSite) => {
        await paid.payingCustomer('ada@example.org', LATER_FAILING_CARD);
        await paid.advance('32 days');
      },
    ],
    [
      'of a trial that ends',
      'free trial',
      async (paid: PayingSite) => {
        await service().database.transaction((transaction) =>
          updateOffer(paid.publication, transaction, 'supporter', { trialDays: 14 }),
        );
        await paid.payingCustomer();
        await paid.advance('8 days');
      },
    ],
    [
      'of what was paid back',
      'paid money back',
      async (paid: PayingSite) => {
        await paid.payingCustomer();
        const [payment] = await paid.rows<{ ref: string }>('payments');
        await new SandboxGateway(service()).refund(paid.publication, 'refund', payment?.ref ?? '', 150);
      },
    ],
  ])('tell %s once', async (_what, words, arrange) => {
    const paid = await givenPayingSite(service());
    await arrange(paid);
    expect(await subjects(paid, words)).toEqual([]);
    const other = paid.secondWorker();
    await Promise.all([paid.settle(), other.settle()]);
    expect(await subjects(paid, words)).toHaveLength(1);
  });
});

test('a mail that cannot be written keeps no other from its turn, and is sent once it can', async () => {
  const [faulty, paid] = [await givenSubscription(), await givenSubscription()];
  for (const one of [faulty, paid]) await change(one, 'payments', { refundedAmount: 100 });
  await change(faulty, 'payments', { currency: 'none' });
  const errors: unknown[] = [];
  await sendDueMails(service(), (error) => errors.push(error));
  expect(errors).toMatchObject([{ name: 'RangeError' }]);
  expect(await subjects(paid, 'paid money back')).toHaveLength(1);
  await change(faulty, 'payments', { currency: 'EUR' });
  await faulty.settle();
  expect(await subjects(faulty, 'paid money back')).toHaveLength(1);
});

test('a due mail leaves by SMTP, from the publication and in both parts', async () => {
  const server = await startMailServer();
  const own = await openService({ MAIL_URL: server.url, MAIL_FROM: 'post@example.net' });
  const paid = await givenPayingSite(own);
  await paid.payingCustomer();
  const worker = startWorker(own);
  try {
    await worker.settle();
    const [mail, ...others] = server.mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ from: 'post@example.net', to: ['ada@example.org'] });
    // Quoted-printable breaks long lines.
    const raw = mail?.raw.replaceAll('=\r\n', '');
    for (const words of [
      'From: The Weekly Test <post@example.net>',
      'Subject: Your subscription to The Weekly Test has begun',
      'multipart/alternative',
      'Receipt number: R-000001',
    ])
      expect(raw).toContain(words);
  } finally {
    await worker.stop();
    await own.close();
    await server.close();
  }
});

describe('by whose clock', () => {
  test('what another gateway collects is due by our clock, however far ahead that of the sandbox is', async () => {
    const paid = await givenSubscription();
    await letRenewalCome(paid, 'stripe', 30);
    await paid.pass('26 days');
    expect(await subjects(paid, 'renews')).toEqual([]);
    await change(paid, 'billings', { periodEnd: inDays(6) });
    await paid.settle();
    expect(await subjects(paid, 'renews')).toHaveLength(1);
  });

  test('in production it is ours, and what a sandbox recorded is never due', async () => {
    const [ofSandbox, ahead, paid] = [await givenSubscription(), await givenSubscription(), await givenSubscription()];
    await letRenewalCome(ofSandbox, 'sandbox', 3);
    await letRenewalCome(ahead, 'stripe', 30);
    await letRenewalCome(paid, 'stripe', 3);
    await ahead.setSandbox({ clockOffset: 26 * DAY });
    await productionWorker().settle();
    expect(await subjects(ofSandbox, 'renews')).toEqual([]);
    expect(await subjects(ahead, 'renews')).toEqual([]);
    expect(await subjects(paid, 'renews')).toHaveLength(1);
  });

  test('a round asks for a sandbox in a test environment alone', async () => {
    const paid = await givenPayingSite(service());
    const asked = async (settle: () => Promise<void>): Promise<readonly string[]> =>
      (await workOf(settle)).work.filter((text) => text.includes('sandbox_'));
    expect((await asked(() => paid.settle())).length).toBeGreaterThan(0);
    expect(await asked(() => productionWorker().settle())).toEqual([]);
  });
});
