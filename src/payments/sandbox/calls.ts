// The sandbox's idempotency keys: a call with a known key is answered from the record of the first call.
import type { Transaction } from '../../database/connection.ts';
import { first, TenantRecord, type Tenant } from '../../models/record.ts';

class SandboxCallRecord extends TenantRecord {
  static override tableName = 'sandbox_calls';
  static override idColumn = ['publicationId', 'key'];
  declare key: string;
  /** The first call's answer as JSON. */
  declare answer: string;
}

/** Runs `work` once per idempotency key; a repeated call returns the answer of the first one. */
export async function answerOnce<Answer>(
  publication: Tenant,
  transaction: Transaction,
  key: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!(await SandboxCallRecord.add(publication, transaction, { key, answer: 'null' }))) {
    const stored = await first(SandboxCallRecord.in(publication, transaction, { key }));
    // Written below. A key stands for one kind of call, and so for one type of answer.
    return JSON.parse(stored?.answer ?? 'null') as Answer;
  }
  const answer = await work();
  await SandboxCallRecord.in(publication, transaction, { key }).patch({ answer: JSON.stringify(answer ?? null) });
  return answer;
}
