// What was done under a key before is not done again: the sandbox's side of idempotent calls.
import type { Transaction } from '../../database/connection.ts';
import { first, PublicationRow, type Tenant } from '../../models/record.ts';

class SandboxCallRecord extends PublicationRow {
  static override tableName = 'sandbox_calls';
  static override idColumn = ['publicationId', 'key'];
  declare key: string;
  /** JSON. */
  declare answer: string;
}

/** Does the work under its key once; a second call gets the first one's answer. */
export async function answerOnce<Answer>(
  publication: Tenant,
  transaction: Transaction,
  key: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!(await SandboxCallRecord.add(publication, transaction, { key, answer: 'null' }))) {
    const stored = await first(SandboxCallRecord.in(publication, transaction, { key }));
    // Written below: the key names what it is for.
    return JSON.parse(stored?.answer ?? 'null') as Answer;
  }
  const answer = await work();
  await SandboxCallRecord.in(publication, transaction, { key }).patch({ answer: JSON.stringify(answer ?? null) });
  return answer;
}
