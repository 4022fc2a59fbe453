// masthead sandbox: moves the clock and makes trouble, in a test environment only; a renewal on the way happens at once.
import { expect, test } from 'vitest';
import { CommandLine } from '../support/processes/command-line.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

test('advance renews on the way, and set makes the gateway fail', { timeout: 60_000 }, async () => {
  const paid = await givenPayingSite(service());
  await paid.payingCustomer();
  const masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl });
  const publication = ['--publication', paid.publication.id];
  const before = await masthead.json<{ now: string }>('sandbox', 'show', ...publication);
  const after = await masthead.json<{ now: string }>('sandbox', 'advance', '1 month', ...publication);
  expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThan(27 * 86_400_000);
  // The command runs on the real clock, ours stood still.
  service().clock.advance(60);
  await paid.settle();
  expect(await paid.rows('payments')).toHaveLength(2);
  expect(
    await masthead.json('sandbox', 'set', '--trouble', 'down', '--send-twice', 'on', '--delay', '5', ...publication),
  ).toMatchObject({ trouble: 'down', send_twice: true, delay: 5 });
  await expect(paid.start(await paid.customer('eve@example.org'))).rejects.toThrow('down');
  expect(await masthead.run('sandbox', 'advance', 'a while', ...publication)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('such as "1 month"'),
  });
  expect((await masthead.run('sandbox', 'set', '--delay', 'x', ...publication)).exitCode).toBe(2);
});
