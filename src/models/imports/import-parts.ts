// What imports need of the process.
import type { Clock } from '../../database/clock.ts';
import type { Database } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';

export interface ImportParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretKeys: SecretKeys;
  /** How many invitations are sent a minute. */
  readonly invitationsPerMinute: number;
}
