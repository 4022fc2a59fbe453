// masthead secret-key: re-encrypts stored records after SECRET_KEY was changed (reliability R-S3).
import type { Command } from 'commander';
import { SecretKeys } from '../../database/secrets.ts';
import { reencrypt, SEALED_KINDS, type SealedKind } from '../../models/lifecycle/re-encryption.ts';
import { GATEWAYS } from '../../payments/gateways.ts';
import { addVerb, withDatabase, type OutputOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { asCells, printOne } from '../output.ts';

export function register(noun: Command): void {
  addVerb(
    noun,
    'reencrypt',
    'Re-encrypt stored records with the first secret of SECRET_KEY',
    'secret-key reencrypt',
  ).action(run);
}

async function run(options: OutputOptions): Promise<void> {
  await withDatabase(async ({ config, database, secretKeys, securityLog }) => {
    const change = { all: secretKeys, newest: new SecretKeys(config.secretKeys.slice(0, 1)) };
    const changed: Record<string, number> = {};
    let unreadable = 0;
    const kinds = [SEALED_KINDS, ...GATEWAYS.map(({ sealedKinds }) => sealedKinds)].flatMap(Object.entries<SealedKind>);
    for (const [name, kind] of kinds) {
      const result = await reencrypt(database, change, kind);
      changed[name] = result.changed;
      unreadable += result.unreadable;
    }
    printOne(options, { ...changed, unreadable }, asCells);
    if (unreadable > 0)
      throw new Refused(
        `${unreadable} records are under a secret that SECRET_KEY does not contain: add it after the first, and run this again.`,
      );
    securityLog.record('secret_key_changed', {});
  });
}
