// R-F10: the mail server fails in each way that one fails, while readers ask for codes. No page waits for it, and once it is well again each mail
// arrives: once, or twice where it had taken the mail and never said so. What it does until a limit of time ends it: test/endurance.
import { expect, onTestFinished, test, vi } from 'vitest';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { startFailingMailServer, type Health } from '../support/outside/failing-mail-server.ts';
import { setMailStage } from '../support/processes/mail-stage.ts';

/** A retry comes within 45 seconds, and codes are good for ten minutes. */
const CLOCK_SPEED = 20;
const READERS = 4;
/** R-F10; on a machine that is slow at the moment, twice the slowest page while mail works. */
const PAGE_MILLISECONDS = 300;
const SLOWNESS_MILLISECONDS = 400;
const ILLNESSES: readonly Health[] = ['is down', 'never greets', 'is slow', 'puts off', 'never answers the content'];
const PATIENCE = { timeout: 30_000, interval: 50 };

test('R-F10 pages wait for no mail server, whatever ails it, and each mail arrives once it is well', async () => {
  const mailServer = await startFailingMailServer();
  onTestFinished(mailServer.close);
  const mailUrl = `smtp://127.0.0.1:${mailServer.port}`;
  const stage = await setMailStage('sqlite', { mailUrl, clockSpeed: CLOCK_SPEED }, onTestFinished);
  const drained = (): Promise<boolean> => vi.waitUntil(async () => (await stage.openMails()).length === 0, PATIENCE);

  // The first pages and the first mail load what they need.
  const asked = [...(await stage.askForCodes(1)).addresses];
  await drained();
  const well = await stage.askForCodes(READERS);
  asked.push(...well.addresses);
  const slowest: Record<string, number> = {};
  for (const illness of ILLNESSES) {
    await drained();
    mailServer.become(illness, SLOWNESS_MILLISECONDS);
    const ill = await stage.askForCodes(READERS);
    asked.push(...ill.addresses);
    slowest[illness] = ill.slowest;
    // All mails are under way then, and none is just being taken.
    const due = illness === 'never answers the content' ? READERS : 1;
    await vi.waitUntil(() => mailServer.met >= due, PATIENCE);
    if (illness === 'is slow') await drained();
    mailServer.become('is well');
  }
  await drained();

  const limit = Math.max(PAGE_MILLISECONDS, 2 * well.slowest);
  expect(Object.entries(slowest).filter(([, milliseconds]) => milliseconds > limit)).toEqual([]);
  const told = mailServer.mails.flatMap(({ to }) => to);
  expect(new Set(told)).toEqual(new Set(asked));
  expect(new Set(told.filter((address, index) => told.indexOf(address) !== index))).toEqual(mailServer.unanswered);
  expect(await ledgerFaults(stage.database, [])).toEqual([]);
});
