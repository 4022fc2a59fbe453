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

test(
  'a subscription is paused for months or until a day, and the pause is ended, each with its entry',
  { timeout: 60_000 },
  async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    const masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl });
    const [held] = await paid.rows<{ id: string }>('subscriptions');
    const about = [held?.id ?? '', '--publication', paid.publication.id];
    expect((await masthead.run('subscription', 'pause', ...about)).exitCode).toBe(2);
    for (const wrong of [
      ['--months', '20'],
      ['--until', 'soon'],
    ])
      expect((await masthead.run('subscription', 'pause', ...about, ...wrong)).exitCode).toBe(1);
    const paused = await masthead.run('subscription', 'pause', ...about, '--months', '2');
    expect([paused.exitCode, paused.stderr]).toEqual([0, expect.stringContaining('then 5.00 EUR is charged')]);
    expect(await paid.rows('billings')).toMatchObject([{ pauseUntil: expect.any(Number) }]);
    expect((await masthead.run('subscription', 'unpause', ...about)).stderr).toContain('had not begun');
    expect(await paid.rows('billings')).toMatchObject([{ pauseUntil: null }]);
    expect((await masthead.run('subscription', 'unpause', ...about)).stderr).toContain('There was no pause');
    const acts = (await paid.rows<{ act: string; actorKind: string }>('audit_entries')).map(({ act }) => act);
    expect(acts).toEqual(['subscription.pause', 'subscription.unpause']);
  },
);
