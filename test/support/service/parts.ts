// The service's parts without its doors, on a scratch database with a clock that tests move: enough for work without requests.
import { pino } from 'pino';
import { readConfig } from '../../../src/config.ts';
import { SecretKeys } from '../../../src/database/secrets.ts';
import { Limiter } from '../../../src/models/limiter.ts';
import { SecurityLog } from '../../../src/security/security-log.ts';
import type { Service } from '../../../src/service.ts';
import { SigningKeys } from '../../../src/tokens/signing-keys.ts';
import { openTestDatabase } from '../databases/database.ts';
import { MovableClock } from './clock.ts';

export interface TestParts extends Service {
  readonly clock: MovableClock;
  readonly url: string;
  drop(): Promise<void>;
}

/** @param settings environment variables that override those of the local demo */
export async function openParts(settings: Record<string, string> = {}): Promise<TestParts> {
  const { database, url, drop } = await openTestDatabase({ environment: settings['ENVIRONMENT'] });
  const config = readConfig({ ENVIRONMENT: 'test', API_URL: 'http://localhost:4000', DATABASE_URL: url, ...settings });
  const clock = new MovableClock();
  const secretKeys = new SecretKeys(config.secretKeys);
  const signingKeys = new SigningKeys(database, secretKeys, clock);
  const securityLog = new SecurityLog({ log: pino({ level: 'silent' }), secretKeys, clock });
  const limiter = new Limiter(database, clock);
  return { config, database, clock, secretKeys, signingKeys, securityLog, limiter, url, drop };
}
