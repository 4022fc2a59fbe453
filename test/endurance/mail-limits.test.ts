// R-F10: what a mail server or its name servers withhold until a limit of time ends the attempt: names for 10 seconds, a greeting for 30, the answer to
// a mail for 90. Pages answer meanwhile, and each mail arrives afterwards. Other illnesses: test/faults/mail-outage.test.ts.
import { describe, test, vi } from 'vitest';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { DnsServer } from '../support/outside/dns-server.ts';
import { startFailingMailServer } from '../support/outside/failing-mail-server.ts';
import { setMailStage } from '../support/processes/mail-stage.ts';
import { askingNameServer } from '../support/processes/resolv-conf.ts';

/** A worker renews its leases of a minute every 20 seconds of real time. */
const CLOCK_SPEED = 2;
const READERS = 3;
const NAME = 'mail.example';
const PAGE_MILLISECONDS = 300;
const SLOWNESS_MILLISECONDS = 30_000;
const PATIENCE = { timeout: 180_000, interval: 100 };

describe.concurrent.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test('R-F10 a mail server that is silent or slow, and silent name servers, are left in time; each mail arrives', async ({
    expect,
    onTestFinished,
  }) => {
    const names = await DnsServer.open();
    onTestFinished(() => names.close());
    names.set(NAME, 'A', '127.0.0.1');
    const mailServer = await startFailingMailServer();
    onTestFinished(mailServer.close);
    const given = {
      mailUrl: `smtp://${NAME}:${mailServer.port}`,
      clockSpeed: CLOCK_SPEED,
      launcher: askingNameServer(names.address, onTestFinished),
    };
    const stage = await setMailStage(dialect, given, onTestFinished);
    const asked: string[] = [];
    const slowest: Record<string, number> = {};
    const askWhile = async (illness: string): Promise<void> => {
      const { addresses, slowest: milliseconds } = await stage.askForCodes(READERS);
      asked.push(...addresses);
      slowest[illness] = milliseconds;
    };
    const failed = async (): Promise<number> => (await stage.failures()).length;
    const failsOnce = async (): Promise<void> => {
      const before = await failed();
      await vi.waitUntil(async () => (await failed()) > before, PATIENCE);
    };
    const drained = (): Promise<boolean> => vi.waitUntil(async () => (await stage.openMails()).length === 0, PATIENCE);

    names.silence(true);
    await askWhile('its name servers are silent');
    await failsOnce();
    expect(names.asked).toBeGreaterThan(0);
    expect(await stage.failures()).toEqual(['no use of the mail server (EDNS)']);
    names.silence(false);
    await drained();

    mailServer.become('never greets');
    await askWhile('it never greets');
    await failsOnce();
    mailServer.become('is well');
    await drained();

    mailServer.become('is slow', SLOWNESS_MILLISECONDS);
    await askWhile('it is slow');
    await drained();
    expect(mailServer.met).toBe(READERS);

    mailServer.become('never answers the content');
    await askWhile('it never answers');
    await failsOnce();
    mailServer.become('is well');
    await drained();

    expect(Object.entries(slowest).filter(([, milliseconds]) => milliseconds > PAGE_MILLISECONDS)).toEqual([]);
    const told = mailServer.mails.flatMap(({ to }) => to);
    expect(new Set(told)).toEqual(new Set(asked));
    expect(new Set(told.filter((address, index) => told.indexOf(address) !== index))).toEqual(mailServer.unanswered);
    // By its Message-ID a mail that came twice is known.
    const ids = mailServer.mails.map(({ raw }) => /^Message-ID: (\S+)/m.exec(raw)?.[1]);
    expect(new Set(ids).size).toBe(asked.length);
    expect(await ledgerFaults(stage.database, [])).toEqual([]);
  });
});
