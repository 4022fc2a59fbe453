// Stores the first answer under each Idempotency-Key, so that a repeated request gets it again instead of a second
// effect (decisions 14). Answers hold addresses and activation URLs: they are encrypted, and stored with the customer
// whom they are about. Requests hold activation codes and are kept as a keyed hash.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { hashSecret, type SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

export const IDEMPOTENCY_LIFETIME_SECONDS = 24 * 3600;
/** A customer is named by either id, as customer or as member (decisions 1). */
const CUSTOMER_ID = /\b(?:cus|memb)_([0-9a-z]{26})\b/g;

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
    on conflict (publication_id, key_hash) do update set request_hash = excluded.request_hash, status = null, body = null, customer_id = null, created_at = excluded.created_at
    where idempotency_answers.created_at <= :expired`,
);
const stored = statement<{ requestHash: string; status: number | null; body: string | null }>(
  'stored_idempotency_answer',
  'select request_hash, status, body from idempotency_answers where publication_id = ? and key_hash = ?',
);
const store = statement(
  'store_idempotency_answer',
  `update idempotency_answers set status = :status, body = :body, customer_id = :customerId
    where publication_id = :publicationId and key_hash = :keyHash`,
);
const erase = statement(
  'erase_idempotency_answers',
  'delete from idempotency_answers where publication_id = :publicationId and customer_id = :customerId',
);
const move = statement(
  'move_idempotency_answers',
  'update idempotency_answers set customer_id = :intoId where publication_id = :publicationId and customer_id = :fromId',
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
    customerId: customerOf(answer.body),
    publicationId: publication.id,
    keyHash: hashSecret(key),
  });
}

/** The customer whom the answer is about; null for none. Throws for an answer about several, which no operation gives. */
function customerOf(body: string): string | null {
  const [position, ...others] = new Set([...body.matchAll(CUSTOMER_ID)].map((match) => match[1]));
  if (others.length > 0) throw new Error('an answer about several customers cannot be erased with one of them');
  return position === undefined ? null : `cus_${position}`;
}

/** Removes the answers about the customer. */
export async function eraseIdempotencyAnswers(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  await transaction.run(erase, { publicationId: publication.id, customerId });
}

/** Moves the answers to the merged person, to be erased with them. */
export async function moveIdempotencyAnswers(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { fromId: string; intoId: string },
): Promise<void> {
  await transaction.run(move, { publicationId: publication.id, fromId, intoId });
}
