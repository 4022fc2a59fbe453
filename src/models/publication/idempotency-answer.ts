// Stores the first answer under each Idempotency-Key, so that a repeated request gets it again instead of a second
// effect (decisions 14). Answers hold addresses and activation URLs and are encrypted; requests hold activation codes
// and are kept as a keyed hash.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { hashSecret, type SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

export const IDEMPOTENCY_LIFETIME_SECONDS = 24 * 3600;
const STEP = 500;

export interface IdempotentRequest {
  readonly key: string;
  /** Equal for the same operation with the same parameters. */
  readonly requestHash: string;
}

export interface StoredAnswer {
  /** Whether the key was claimed by this very request. */
  readonly isSameRequest: boolean;
  /** Undefined while the first request has no answer, a state that no other transaction sees. */
  readonly answer: { readonly status: number; readonly body: string } | undefined;
}

const claim = statement(
  'claim_idempotency_key',
  `insert into idempotency_answers (publication_id, key_hash, request_hash, created_at) values (:publicationId, :keyHash, :requestHash, :now)
    on conflict (publication_id, key_hash) do update set request_hash = excluded.request_hash, status = null, body = null, created_at = excluded.created_at
    where idempotency_answers.created_at <= :expired`,
);
const stored = statement<{ requestHash: string; status: number | null; body: string | null }>(
  'stored_idempotency_answer',
  'select request_hash, status, body from idempotency_answers where publication_id = ? and key_hash = ?',
);
const store = statement(
  'store_idempotency_answer',
  'update idempotency_answers set status = :status, body = :body where publication_id = :publicationId and key_hash = :keyHash',
);
const page = statement<{ keyHash: string; body: string | null }>(
  'page_of_idempotency_answers',
  'select key_hash, body from idempotency_answers where publication_id = :publicationId and key_hash > :last order by key_hash limit :step',
);
const remove = statement(
  'remove_idempotency_answer',
  'delete from idempotency_answers where publication_id = ? and key_hash = ?',
);

/**
 * Claims the key for this transaction, or returns the answer stored under it. A second request under the same key waits
 * here until the first one is committed or rolled back.
 */
export async function claimIdempotencyKey(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  { key, requestHash }: IdempotentRequest,
): Promise<StoredAnswer | undefined> {
  const now = clock.now();
  const keyHash = hashSecret(key);
  const values = {
    publicationId: publication.id,
    keyHash,
    requestHash: secretKeys.mac('idempotency-request', requestHash),
    now,
    expired: addSeconds(now, -IDEMPOTENCY_LIFETIME_SECONDS),
  };
  if ((await transaction.run(claim, values)) === 1) return undefined;
  const row = await transaction.first(stored, [publication.id, keyHash]);
  if (row === undefined) return undefined;
  const { status, body } = row;
  const answer =
    status === null || body === null ? undefined : { status, body: secretKeys.decrypt('idempotency-answer', body) };
  return { isSameRequest: secretKeys.isMac('idempotency-request', requestHash, row.requestHash), answer };
}

export async function storeIdempotencyAnswer(
  publication: Tenant,
  transaction: Transaction,
  secretKeys: SecretKeys,
  key: string,
  answer: { status: number; body: string },
): Promise<void> {
  const body = secretKeys.encrypt('idempotency-answer', answer.body);
  await transaction.run(store, {
    status: answer.status,
    body,
    publicationId: publication.id,
    keyHash: hashSecret(key),
  });
}

/** Removes the answers that mention the customer, and those that no secret in use decrypts. */
export async function eraseIdempotencyAnswers(
  publication: Tenant,
  transaction: Transaction,
  secretKeys: SecretKeys,
  customerId: string,
): Promise<void> {
  let last = '';
  for (;;) {
    const rows = await transaction.all(page, { publicationId: publication.id, last, step: STEP });
    for (const { keyHash, body } of rows)
      if (tellsOf(secretKeys, body, customerId)) await transaction.run(remove, [publication.id, keyHash]);
    last = rows.at(-1)?.keyHash ?? '';
    if (rows.length < STEP) return;
  }
}

function tellsOf(secretKeys: SecretKeys, body: string | null, customerId: string): boolean {
  try {
    return body !== null && secretKeys.decrypt('idempotency-answer', body).includes(customerId);
  } catch {
    return true;
  }
}
