// What every door is given: the objects of which a process has one each. Rooms below the doors take those that they
// need, one by one.
import type { Config } from './config.ts';
import type { Clock } from './database/clock.ts';
import type { Database } from './database/connection.ts';
import type { SecretKeys } from './database/secrets.ts';
import type { Limiter } from './models/limiter.ts';
import type { SecurityLog } from './security/security-log.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

export interface Service {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly secretKeys: SecretKeys;
  readonly signingKeys: SigningKeys;
  readonly securityLog: SecurityLog;
  readonly limiter: Limiter;
}
