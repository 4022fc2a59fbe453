// The first answer under each Idempotency-Key, kept so that a repeated request gets it again instead of a second effect (decisions 14).
import { addSeconds, type Clock } from '../database/clock.ts';
import type { Transaction } from '../database/connection.ts';
import { hashSecret } from '../database/secrets.ts';
import { statement } from '../database/statement.ts';
import type { Tenant } from './record.ts';

export const IDEMPOTENCY_LIFETIME_SECONDS = 24 * 3600;

export interface IdempotentRequest {
  readonly key: string;
  /** The same for the same operation with the same parameters. */
  readonly requestHash: string;
}

export interface StoredAnswer {
  readonly requestHash: string;
  /** Null while the first request has no answer, which no other transaction can see. */
  readonly status: number | null;
  readonly body: string;
}

const claim = statement(
  'claim_idempotency_key',
  `insert into idempotency_answers (publication_id, key_hash, request_hash, created_at) values (?, ?, ?, ?)
    on conflict (publication_id, key_hash) do update set request_hash = excluded.request_hash, status = null, body = null, created_at = excluded.created_at
    where idempotency_answers.created_at <= ?`,
);
const stored = statement<StoredAnswer>(
  'stored_idempotency_answer',
  'select request_hash as "requestHash", status, body from idempotency_answers where publication_id = ? and key_hash = ?',
);
const store = statement('store_idempotency_answer', 'update idempotency_answers set status = ?, body = ? where publication_id = ? and key_hash = ?');

/**
 * Takes the key for this transaction, or returns the answer that is stored under it. A second request under the same key waits here
 * until the first one is committed or undone.
 */
export async function claimIdempotencyKey(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  request: IdempotentRequest,
): Promise<StoredAnswer | undefined> {
  const now = clock.now();
  const keyHash = hashSecret(request.key);
  const expired = addSeconds(now, -IDEMPOTENCY_LIFETIME_SECONDS);
  const claimed = await transaction.run(claim, [publication.id, keyHash, request.requestHash, now, expired]);
  return claimed === 1 ? undefined : transaction.first(stored, [publication.id, keyHash]);
}

export async function storeIdempotencyAnswer(
  publication: Tenant,
  transaction: Transaction,
  key: string,
  answer: { status: number; body: string },
): Promise<void> {
  await transaction.run(store, [answer.status, answer.body, publication.id, hashSecret(key)]);
}
