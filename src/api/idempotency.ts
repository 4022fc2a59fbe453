// Idempotency-Key (decisions 14): the key, the effect and the answer are stored in one transaction. The same request
// again gets the stored answer; another request under the same key is a conflict; of several concurrent requests
// exactly one runs.
import { DatabaseUnavailable } from '../database/connection.ts';
import type { AnyReply } from '../http/operation.ts';
import {
  claimIdempotencyKey,
  storeIdempotencyAnswer,
  type IdempotentRequest,
  type StoredAnswer,
} from '../models/publication/idempotency-answer.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { idempotencyConflict, toApiError, toErrorObject } from './errors.ts';

type Run = (caller: Caller) => Promise<AnyReply>;

/**
 * Runs the operation under its idempotency key. A 4xx is stored like any answer; a 5xx is not, so that the client can
 * retry.
 */
export async function withIdempotencyKey(
  service: Service,
  caller: Caller,
  request: IdempotentRequest,
  run: Run,
): Promise<AnyReply> {
  const { database, clock, secretKeys } = service;
  return database.transaction(async (transaction) => {
    const stored = await claimIdempotencyKey(caller.publication, transaction, clock, secretKeys, request);
    if (stored !== undefined) return replay(stored);
    const write: Caller['write'] = (work) => work(transaction);
    const answer = await transaction.savepoint(() => run({ ...caller, write, singleWrite: write })).catch(toAnswer);
    await storeIdempotencyAnswer(caller.publication, transaction, secretKeys, request.key, {
      status: answer.status,
      body: JSON.stringify(answer.body),
    });
    return answer;
  });
}

function replay({ isSameRequest, answer }: StoredAnswer): AnyReply {
  if (!isSameRequest) throw idempotencyConflict();
  if (answer === undefined) throw new DatabaseUnavailable('the first request under this key has no answer yet');
  return { status: answer.status, body: JSON.parse(answer.body), headers: { 'idempotent-replayed': 'true' } };
}

function toAnswer(error: unknown): AnyReply {
  const known = toApiError(error);
  if (known.status >= 500) throw error;
  return { status: known.status, body: toErrorObject(known), headers: known.headers };
}
