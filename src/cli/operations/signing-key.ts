// masthead signing-key: the signing keys of this environment, for ID tokens and logout tokens (service.md,
// Authentication 5).
import type { Command } from 'commander';
import { listSigningKeys, rotateSigningKey, type ListedSigningKey } from '../../tokens/signing-keys.ts';
import { addVerb, withDatabase, type OutputOptions } from '../command.ts';
import { printList, printOne, remark, type Cells } from '../output.ts';

export function register(noun: Command): void {
  addVerb(noun, 'list', 'List the signing keys, the latest first', 'signing-key list').action(list);
  addVerb(noun, 'rotate', 'Create the next signing key: published now, active from tomorrow', 'signing-key rotate')
    .option('--compromised', 'the active key is compromised: sign with the new one at once and reject all others')
    .action(rotate);
}

async function list(options: OutputOptions): Promise<void> {
  await withDatabase(async ({ database, clock }) => {
    printList(options, (await listSigningKeys(database, clock)).map(toSigningKeyObject), toCells);
    if (!options.json) remark('Add --json to see the public keys.');
  });
}

async function rotate(options: OutputOptions & { compromised?: boolean }): Promise<void> {
  await withDatabase(async ({ database, secretKeys, clock, securityLog }) => {
    const key = await rotateSigningKey(database, secretKeys, clock, options.compromised ? 'compromised' : 'planned');
    securityLog.record('signing_key_rotated', { record: key.kid });
    printOne(options, toSigningKeyObject(key), toCells);
    if (options.compromised)
      remark(
        'Every process uses the new key within a second. Sites may hold the former one until they fetch the keys again: docs/operating.md, Keys.',
      );
  });
}

type SigningKeyObject = ReturnType<typeof toSigningKeyObject>;

function toSigningKeyObject({ kid, state, activeFrom, retiredAt, pem }: ListedSigningKey) {
  return {
    kid,
    state,
    active_from: activeFrom.toISOString(),
    retired_at: retiredAt?.toISOString() ?? null,
    public_key: pem,
  };
}

function toCells({ kid, state, active_from, retired_at }: SigningKeyObject): Cells {
  return { kid, state, active_from, retired_at };
}
