// A contract step waits until nobody runs who needs what it takes away: each process says twice a minute that it runs, and as which version.
import type { Knex } from 'knex';
import { systemClock } from '../clock.ts';
import { isBefore } from './schema-state.ts';

/** Our choice: three beats. A process that was killed says so by its silence only. */
const SILENT_MILLISECONDS = 90_000;

export class OlderInstances extends Error {
  override readonly name = 'OlderInstances';
}

/** Throws OlderInstances. */
export async function checkInstances(knex: Knex, { name, needs }: { name: string; needs: string }): Promise<void> {
  const seen = await knex<{ host: string; version: string; seenAt: number }>('instances')
    .where('seenAt', '>', systemClock.now().getTime() - SILENT_MILLISECONDS)
    .select('host', 'version');
  const older = seen.filter(({ version }) => isBefore(version, needs));
  if (older.length === 0) return;
  const those = [...new Set(older.map(({ host, version }) => `${version} on ${host}`))].toSorted().join(', ');
  throw new OlderInstances(
    `the migration ${name} takes away what versions before ${needs} need, and such a version runs: ${those}`,
  );
}
