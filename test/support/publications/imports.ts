// Imports as the worker runs them.
import { advanceImports } from '../../../src/models/imports/advance.ts';
import type { TestService } from '../service/service.ts';

/** Checks and runs whatever is under way. Throws what an import fails by. */
export async function settleImports({ config, database, clock, secretKeys }: TestService): Promise<void> {
  const parts = { database, clock, secretKeys, invitationsPerMinute: config.invitationsPerMinute };
  const options = {
    isStopped: () => false,
    onError: (error: unknown) => {
      throw error;
    },
  };
  while (await advanceImports(parts, options));
}
