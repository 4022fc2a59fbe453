// What is stored encrypted under SECRET_KEY, and how it comes under a new secret: private signing keys, publications' own
// keys at Stripe, the secrets of event endpoints, and mails that are still to be sent or may be sent again (reliability R-S3). Everything else made from SECRET_KEY is a keyed hash, which cannot be made anew.
import type { Database, Transaction } from '../../database/connection.ts';
import type { SecretKeys, SecretPurpose } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';

/** SECRET_KEY while it is being changed. */
export interface SecretChange {
  /** Every secret in use. */
  readonly all: SecretKeys;
  /** The first one alone. */
  readonly newest: SecretKeys;
}

export interface Reencrypted {
  readonly changed: number;
  /** Under none of the secrets in use, and so left as they are. */
  readonly unreadable: number;
}

interface Sealed {
  readonly id: string;
  readonly text: string;
}

interface Kind {
  readonly purpose: SecretPurpose;
  readonly page: ReturnType<typeof statement<Sealed>>;
  readonly replace: ReturnType<typeof statement>;
}

const STEP = 500;
// The text is compared once more when it is written: a mail that was sent meanwhile stays erased.
const KINDS = {
  signingKeys: {
    purpose: 'signing-key',
    page: statement<Sealed>(
      'sealed_signing_keys',
      'select id, private_key_encrypted as text from signing_keys where id > ? and private_key_encrypted is not null order by id limit ?',
    ),
    replace: statement(
      'reseal_signing_key',
      'update signing_keys set private_key_encrypted = ? where id = ? and private_key_encrypted = ?',
    ),
  },
  letters: {
    purpose: 'mail',
    page: statement<Sealed>(
      'sealed_letters',
      "select id, payload as text from deliveries where id > ? and kind = 'mail' and payload <> '' order by id limit ?",
    ),
    replace: statement('reseal_letter', 'update deliveries set payload = ? where id = ? and payload = ?'),
  },
  stripeKeys: {
    purpose: 'stripe',
    page: statement<Sealed>(
      'sealed_stripe_keys',
      'select publication_id as id, keys_encrypted as text from stripe_accounts where publication_id > ? and keys_encrypted is not null order by publication_id limit ?',
    ),
    replace: statement(
      'reseal_stripe_keys',
      'update stripe_accounts set keys_encrypted = ? where publication_id = ? and keys_encrypted = ?',
    ),
  },
  endpointSecrets: {
    purpose: 'event-endpoint',
    page: statement<Sealed>(
      'sealed_endpoint_secrets',
      'select id, secrets as text from event_endpoints where id > ? order by id limit ?',
    ),
    replace: statement(
      'reseal_endpoint_secrets',
      'update event_endpoints set secrets = ? where id = ? and secrets = ?',
    ),
  },
} as const satisfies Record<string, Kind>;

/** Brings everything of the kind under the newest secret, in steps that each commit; what is under it already is left alone. */
export async function reencrypt(
  database: Database,
  change: SecretChange,
  kind: keyof typeof KINDS,
): Promise<Reencrypted> {
  let [changed, unreadable, last] = [0, 0, ''];
  for (;;) {
    const { records, ...step } = await database.transaction((transaction) =>
      reencryptStep(transaction, change, KINDS[kind], last),
    );
    changed += step.changed;
    unreadable += step.unreadable;
    last = records.at(-1)?.id ?? '';
    if (records.length < STEP) return { changed, unreadable };
  }
}

async function reencryptStep(
  transaction: Transaction,
  change: SecretChange,
  kind: Kind,
  after: string,
): Promise<Reencrypted & { records: readonly Sealed[] }> {
  const records = await transaction.all(kind.page, [after, STEP]);
  let [changed, unreadable] = [0, 0];
  for (const { id, text } of records) {
    if (opened(change.newest, kind.purpose, text) !== undefined) continue;
    const plaintext = opened(change.all, kind.purpose, text);
    if (plaintext === undefined) unreadable += 1;
    else changed += await transaction.run(kind.replace, [change.newest.encrypt(kind.purpose, plaintext), id, text]);
  }
  return { records, changed, unreadable };
}

function opened(secretKeys: SecretKeys, purpose: SecretPurpose, text: string): string | undefined {
  try {
    return secretKeys.decrypt(purpose, text);
  } catch {
    return undefined;
  }
}
