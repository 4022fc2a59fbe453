// Re-encrypts under a new secret everything that is stored encrypted under SECRET_KEY: private signing keys, secrets of
// event endpoints, mails that are or may again be sent, files that were uploaded and are not done with, and what payment gateways declare
// (reliability R-S3).
// Everything else made from SECRET_KEY is a keyed hash, which cannot be recomputed.
import type { Database, Transaction } from '../../database/connection.ts';
import type { SecretKeys, SecretPurpose } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';

/** The secrets during a change of SECRET_KEY. */
export interface SecretChange {
  /** All secrets in use. */
  readonly all: SecretKeys;
  /** The newest secret alone. */
  readonly newest: SecretKeys;
}

export interface Reencrypted {
  readonly changed: number;
  /** Records that no secret in use decrypts; they are left as they are. */
  readonly unreadable: number;
}

export interface SealedRecord {
  /** Empty for a record of the deployment. */
  readonly publicationId: string;
  /** Empty for a kind of which a publication has at most one. */
  readonly id: string;
  /** The number of a part, for a kind that is kept in parts. */
  readonly number?: number;
  readonly text: string;
}

/** Where a page of records begins. */
type Place = Pick<SealedRecord, 'publicationId' | 'id' | 'number'>;

/**
 * A kind of encrypted record: a statement that reads a page of them, and one that replaces a record if it is unchanged.
 */
export interface SealedKind {
  readonly purpose: SecretPurpose;
  readonly page: ReturnType<typeof statement<SealedRecord>>;
  readonly replace: ReturnType<typeof statement>;
  /** Returns the values by which `page` and `replace` find a record. */
  key(sealed: Place): readonly (string | number)[];
  /** How many records a transaction takes, where they are larger than usual. */
  readonly step?: number;
}

const STEP = 500;
// Optimistic lock: `replace` compares the text again, so a mail that was sent meanwhile stays erased.
/** The kinds by the name under which the command line counts them. */
export const SEALED_KINDS: Readonly<Record<string, SealedKind>> = {
  signing_keys: {
    purpose: 'signing-key',
    page: statement<SealedRecord>(
      'sealed_signing_keys',
      `select '' as publication_id, id, private_key_encrypted as text from signing_keys where id > ? and private_key_encrypted is not null order by id limit ?`,
    ),
    replace: statement(
      'reseal_signing_key',
      'update signing_keys set private_key_encrypted = ? where id = ? and private_key_encrypted = ?',
    ),
    key: ({ id }) => [id],
  },
  letters: {
    purpose: 'mail',
    page: statement<SealedRecord>(
      'sealed_letters',
      `select publication_id, id, payload as text from deliveries where (publication_id, id) > (?, ?)
        and kind = 'mail' and payload <> '' order by publication_id, id limit ?`,
    ),
    replace: statement(
      'reseal_letter',
      'update deliveries set payload = ? where publication_id = ? and id = ? and payload = ?',
    ),
    key: ({ publicationId, id }) => [publicationId, id],
  },
  endpoint_secrets: {
    purpose: 'event-endpoint',
    page: statement<SealedRecord>(
      'sealed_endpoint_secrets',
      `select publication_id, id, secrets as text from event_endpoints where (publication_id, id) > (?, ?)
        order by publication_id, id limit ?`,
    ),
    replace: statement(
      'reseal_endpoint_secrets',
      'update event_endpoints set secrets = ? where publication_id = ? and id = ? and secrets = ?',
    ),
    key: ({ publicationId, id }) => [publicationId, id],
  },
  import_rows: {
    purpose: 'import',
    page: statement<SealedRecord>(
      'sealed_import_rows',
      `select publication_id, import_id as id, number, rows_sealed as text from import_blocks
        where (publication_id, import_id, number) > (?, ?, ?) and rows_sealed <> ''
        order by publication_id, import_id, number limit ?`,
    ),
    replace: statement(
      'reseal_import_rows',
      'update import_blocks set rows_sealed = ? where publication_id = ? and import_id = ? and number = ? and rows_sealed = ?',
    ),
    key: ({ publicationId, id, number = -1 }) => [publicationId, id, number],
    // A block has hundreds of rows.
    step: 20,
  },
  upload_blocks: {
    purpose: 'upload',
    page: statement<SealedRecord>(
      'sealed_upload_blocks',
      `select publication_id, upload_id as id, number, content_sealed as text from upload_blocks
        where (publication_id, upload_id, number) > (?, ?, ?) order by publication_id, upload_id, number limit ?`,
    ),
    replace: statement(
      'reseal_upload_block',
      'update upload_blocks set content_sealed = ? where publication_id = ? and upload_id = ? and number = ? and content_sealed = ?',
    ),
    key: ({ publicationId, id, number = -1 }) => [publicationId, id, number],
    // A block has a quarter of a mebibyte.
    step: 20,
  },
};

/**
 * Re-encrypts every record of the kind that is not yet under the newest secret. Each step is a transaction of its own.
 */
export async function reencrypt(database: Database, change: SecretChange, kind: SealedKind): Promise<Reencrypted> {
  let [changed, unreadable] = [0, 0];
  let last: Place = { publicationId: '', id: '' };
  for (;;) {
    const { records, ...step } = await database.transaction((transaction) =>
      reencryptStep(transaction, change, kind, last),
    );
    changed += step.changed;
    unreadable += step.unreadable;
    last = records.at(-1) ?? last;
    if (records.length < (kind.step ?? STEP)) return { changed, unreadable };
  }
}

async function reencryptStep(
  transaction: Transaction,
  change: SecretChange,
  kind: SealedKind,
  after: Place,
): Promise<Reencrypted & { records: readonly SealedRecord[] }> {
  const records = await transaction.all(kind.page, [...kind.key(after), kind.step ?? STEP]);
  let [changed, unreadable] = [0, 0];
  for (const sealed of records) {
    const { text } = sealed;
    if (opened(change.newest, kind.purpose, text) !== undefined) continue;
    const plaintext = opened(change.all, kind.purpose, text);
    if (plaintext === undefined) unreadable += 1;
    else {
      const values = [change.newest.encrypt(kind.purpose, plaintext), ...kind.key(sealed), text];
      changed += await transaction.run(kind.replace, values);
    }
  }
  return { records, changed, unreadable };
}

function opened(secretKeys: SecretKeys, purpose: SecretPurpose, text: string): Buffer | undefined {
  try {
    return secretKeys.decryptBytes(purpose, text);
  } catch {
    return undefined;
  }
}
