// Restarts the service, or starts a second instance, on the database of an existing one, with other settings.
import { pino } from 'pino';
import { createApp } from '../../../src/app.ts';
import { readConfig, type Config } from '../../../src/config.ts';
import { SecretKeys } from '../../../src/database/secrets.ts';
import { Limiter } from '../../../src/models/limiter.ts';
import { SecurityLog } from '../../../src/security/security-log.ts';
import type { Service } from '../../../src/service.ts';
import { SigningKeys } from '../../../src/tokens/signing-keys.ts';
import type { Browser } from '../browser/browser.ts';
import { RelyingParty } from '../outside/relying-party.ts';
import type { TestService } from './service.ts';

/** What an instance shares with the first one. */
type Shared = Pick<TestService, 'database' | 'clock'> &
  Partial<Pick<TestService, 'walled'>> & { readonly config: Pick<Config, 'databaseUrl'> };

/** Its `close` leaves the database open, which belongs to the first instance. It shares the first one's clock unless it has its own. */
export async function restart(
  first: Shared,
  settings: Record<string, string>,
  clock = first.clock,
): Promise<TestService> {
  const database = first.walled ?? first.database;
  const config = readConfig({
    ENVIRONMENT: 'test',
    API_RATE_LIMIT: '0',
    DATABASE_URL: first.config.databaseUrl,
    ...settings,
  });
  const secretKeys = new SecretKeys(config.secretKeys);
  const logLines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void logLines.push(line) });
  const service: Service = {
    config,
    database,
    clock,
    secretKeys,
    signingKeys: new SigningKeys(database, secretKeys, clock),
    securityLog: new SecurityLog({ log, secretKeys, clock }),
    limiter: new Limiter(database, clock),
  };
  const app = await createApp(service, log);
  await app.ready();
  return {
    ...service,
    database: database.everywhere,
    walled: database,
    clock,
    app,
    logLines,
    close: () => app.close(),
  };
}

/** The same browser, connected to another instance behind the same address. */
export function moved(browser: Browser, party: RelyingParty): Browser {
  const same = party.newBrowser();
  for (const [name, value] of browser.cookies) same.cookies.set(name, value);
  return same;
}

/** The same website, connected to another instance. */
export function partyAt(service: TestService, party: RelyingParty): RelyingParty {
  return new RelyingParty(service, party.given, party.application, party.clientSecret);
}
