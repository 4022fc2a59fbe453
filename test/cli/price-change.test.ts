// masthead price-change: the preview changes nothing, a change is shown with its amounts as money, and can be taken back.
import { expect, test } from 'vitest';
import { CommandLine } from '../support/processes/command-line.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

test('preview, create, list, show and undo', { timeout: 60_000 }, async () => {
  const paid = await givenPayingSite(service());
  await paid.payingCustomer();
  const masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl });
  const publication = ['--publication', paid.publication.id];
  const day = new Date(service().clock.now().getTime() + 60 * 86_400_000).toISOString().slice(0, 10);
  const create = ['price-change', 'create', paid.price.id, '--amount', '6.00', ...publication];
  const preview = await masthead.json(...create, '--move-from', day, '--preview');
  const amounts = { from_amount: 500, to_amount: 600, currency: 'EUR' };
  expect(preview).toMatchObject({
    ...amounts,
    subscribers: 1,
    pay_now: [{ amount: 500, count: 1 }],
    worth_a_year: 1200,
  });
  const { stdout } = await masthead.run(...create, '--move-from', day, '--preview');
  for (const line of [/from +5\.00 EUR/, /to +6\.00 EUR/, /pay_now +5\.00 EUR: 1/, /worth_a_year +12\.00 EUR/])
    expect(stdout).toMatch(line);
  expect(await paid.rows('price_changes')).toEqual([]);
  const made = await masthead.json<{ id: string }>(...create, '--move-from', day);
  expect(made).toMatchObject({ ...amounts, state: 'running', subscribers_move_from: `${day}T00:00:00.000Z` });
  expect(await masthead.json('price-change', 'list', ...publication)).toMatchObject([{ id: made.id, ...amounts }]);
  expect((await masthead.run('price-change', 'list', ...publication)).stdout).toMatch(/5\.00 EUR.*6\.00 EUR/);
  service().clock.advance(60);
  await paid.settle();
  const shown = await masthead.json('price-change', 'show', made.id, ...publication);
  expect(shown).toMatchObject({ subscribers: [{ state: 'waiting', count: 1 }] });
  expect((await masthead.run('price-change', 'show', made.id, ...publication)).stdout).toContain('waiting: 1');
  expect(await masthead.json('price-change', 'undo', made.id, ...publication)).toMatchObject({ state: 'undone' });
  expect(await masthead.run('price-change', 'undo', made.id, ...publication)).toMatchObject({ exitCode: 1 });
  const entries = await paid.rows<{ act: string; recordId: string }>('audit_entries');
  expect(entries.map(({ act, recordId }) => [act, recordId])).toEqual([
    ['price-change.create', made.id],
    ['price-change.undo', made.id],
  ]);
});

test.each([
  ['a day that is too early', ['--amount', '6.00', '--move-from', '2020-01-01']],
  ['a day that is none', ['--amount', '6.00', '--move-from', 'soon']],
  ['an amount without decimals', ['--amount', '600']],
  ['the present amount', ['--amount', '5.00']],
])('%s is refused', async (_what, options) => {
  const paid = await givenPayingSite(service());
  const masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl });
  const args = ['price-change', 'create', paid.price.id, ...options, '--publication', paid.publication.id];
  expect((await masthead.run(...args)).exitCode).toBe(1);
  expect(await paid.rows('price_changes')).toEqual([]);
});
