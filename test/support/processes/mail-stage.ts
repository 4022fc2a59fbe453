// A service as a process that sends its mails to a mail server of the test, on a clock that runs fast, and readers who ask it for codes.
import { systemClock } from '../../../src/database/clock.ts';
import type { Database } from '../../../src/database/connection.ts';
import { createPublication } from '../../../src/models/publication/publication.ts';
import { HttpBrowser } from '../browser/http-browser.ts';
import type { Dialect } from '../databases/database.ts';
import { newOwnDatabase } from '../databases/own-database.ts';
import { findFreePort } from '../databases/postgres-server.ts';
import { fastClock } from './fast-clock.ts';
import { ownTime } from './processor-wait.ts';
import { startServerProcess } from './server-process.ts';

export interface MailStage {
  readonly database: Database;
  /** Sends a code to new readers, one after another. Returns their addresses, and the milliseconds of the slowest page. */
  askForCodes(readers: number): Promise<{ readonly addresses: readonly string[]; readonly slowest: number }>;
  /** The states of the mails that have not ended. */
  openMails(): Promise<string[]>;
  /** What is said of the attempts that failed. */
  failures(): Promise<string[]>;
}

interface Given {
  readonly mailUrl: string;
  readonly clockSpeed: number;
  /** A command that executes the service, such as unshare. */
  readonly launcher?: readonly string[];
}

export async function setMailStage(
  dialect: Dialect,
  { mailUrl, clockSpeed, launcher = [] }: Given,
  onEnd: (close: () => Promise<void> | void) => void,
): Promise<MailStage> {
  const { url, database } = await newOwnDatabase(dialect, onEnd);
  const port = await findFreePort();
  const siteUrl = `http://localhost:${port}`;
  await database.transaction((transaction) =>
    createPublication(transaction, systemClock, { name: 'The Weekly Test', siteUrl }),
  );
  const settings = {
    DATABASE_URL: url,
    PORT: String(port),
    MAIL_URL: mailUrl,
    MAIL_TLS: 'optional',
    CODE_LIMITS: 'off',
    ...fastClock(clockSpeed).settings,
  };
  const server = await startServerProcess(settings, ['test/support/processes/fast-server.ts'], launcher);
  onEnd(async () => void (await server.end()));
  const { pid = 0 } = server.process;
  let count = 0;
  const askForCode = async (email: string): Promise<number> => {
    const browser = new HttpBrowser();
    try {
      const openedAt = ownTime(pid);
      const page = await browser.open(`${siteUrl}/sign-in`);
      const sentAt = ownTime(pid);
      const codePage = await browser.submit(page, { email });
      if (codePage.status !== 200) throw new Error(`no code was sent: ${codePage.status}`);
      return Math.max(sentAt - openedAt, ownTime(pid) - sentAt);
    } finally {
      await browser.close();
    }
  };
  return {
    database,
    askForCodes: async (readers) => {
      const addresses = Array.from({ length: readers }, () => `reader${(count += 1)}@example.org`);
      const times: number[] = [];
      for (const address of addresses) times.push(await askForCode(address));
      return { addresses, slowest: Math.max(...times) };
    },
    openMails: async () =>
      (await database.knex('deliveries').where({ kind: 'mail', endedAt: null }).select('state')).map(
        ({ state }) => state,
      ),
    failures: async () =>
      (await database.knex('delivery_attempts').whereNotNull('reason').orderBy('id').select('outcome')).map(
        ({ outcome }) => outcome,
      ),
  };
}
