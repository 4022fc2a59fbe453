// masthead payment: lists what was paid, pays it back once, and says by its exit code whether our records and the gateway's agree.
import { expect, test } from 'vitest';
import { CommandLine } from '../support/processes/command-line.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

interface Row {
  id: string;
  refunded_amount: number;
}

test('list and refund', { timeout: 60_000 }, async () => {
  const paid = await givenPayingSite(service());
  const customer = await paid.payingCustomer();
  await paid.payingCustomer('eve@example.org');
  const masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl });
  const publication = ['--publication', paid.publication.id];
  expect((await masthead.json<{ objects: Row[] }>('payment', 'list', ...publication)).objects).toHaveLength(2);
  const { objects } = await masthead.json<{ objects: Row[] }>(
    'payment',
    'list',
    '--customer',
    customer.id,
    ...publication,
  );
  const id = objects[0]?.id ?? '';
  expect(objects).toMatchObject([{ customer_id: customer.id, amount: 500, currency: 'EUR', refunded_amount: 0 }]);
  const refund = (...args: string[]) => masthead.run('payment', 'refund', id, ...args, ...publication);
  expect(await refund('--amount', '2.00')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('2.00 EUR was paid back. 3.00 EUR of 5.00 EUR is left.'),
  });
  expect(await refund('--amount', '2.00')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('paid back before, and nothing was done now'),
  });
  expect(await refund('--amount', '3.01')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Only 3.00 EUR of 5.00 EUR is left'),
  });
  expect(await refund('--amount', '250')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('250 could mean 2.50 EUR or 250.00 EUR: write all 2 decimals'),
  });
  await paid.setSandbox({ trouble: 'down' });
  expect(await refund()).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Run the same command again later'),
  });
  await paid.setSandbox({ trouble: 'none' });
  expect(await refund()).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('3.00 EUR was paid back. 0.00 EUR of 5.00 EUR is left.'),
  });
  expect((await masthead.run('payment', 'refund', 'pay_unknown', ...publication)).exitCode).toBe(1);
});

test('reconcile shows drift, repairs it, and ends by 1 while any is left', { timeout: 60_000 }, async () => {
  const paid = await givenPayingSite(service());
  await paid.payingCustomer();
  await paid.payingCustomer('eve@example.org');
  const refs = (await paid.rows<{ ref: string }>('billings')).map(({ ref }) => ref);
  const masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl });
  const reconcile = (...args: string[]) =>
    masthead.run('payments', 'reconcile', '--publication', paid.publication.id, ...args);
  expect(await reconcile()).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('2 records compared') });
  expect(await reconcile('--last')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('not compared yet') });
  await service().database.transaction(({ knex }) =>
    knex('billings').where({ publicationId: paid.publication.id }).update({ amount: 1 }),
  );
  const drifted = await reconcile('--json');
  expect([drifted.exitCode, drifted.stderr]).toEqual([1, expect.stringContaining('Drift is left: 2 lines')]);
  expect(JSON.parse(drifted.stdout)).toMatchObject([
    {
      publication_id: paid.publication.id,
      compared: 2,
      lines: [{ kind: 'differing', differences: [{ field: 'price' }] }, {}],
      not_ours: [],
    },
  ]);
  expect(await reconcile('--repair', refs[0] ?? '')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('agrees with the gateway now'),
  });
  expect(await reconcile()).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining(refs[1] ?? 'no reference'),
    stderr: expect.stringContaining('1 line.'),
  });
  expect((await reconcile('--all')).exitCode).toBe(0);
  expect((await reconcile()).exitCode).toBe(0);
  expect(await reconcile('--repair', 'sandbox_sub_unknown')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('sandbox_sub_unknown'),
  });
  expect((await reconcile('--all', '--last')).exitCode).toBe(2);
  await paid.setSandbox({ trouble: 'down' });
  expect(await reconcile()).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^The payment gateway does not answer: .*again later/),
  });
});
