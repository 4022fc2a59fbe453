// One HTTP exchange of an attempt: the outcome together with what was sent and what came back.
import type { Exchange } from '../models/outbox/delivery-attempt.ts';
import { RequestFailed, RequestRefused, type Answer } from './guarded-client.ts';
import type { Outcome } from './outcome.ts';

/** Sends the request and judges the answer. A request that got none is an outcome, too. */
export async function exchange(
  about: Pick<Exchange, 'request' | 'customerId'>,
  send: () => Promise<Answer>,
  judge: (answer: Answer) => Outcome,
): Promise<Outcome> {
  try {
    const answer = await send();
    const outcome = judge(answer);
    const { status, body } = answer;
    return { ...outcome, exchange: { ...about, status, answer: body, reason: reasonOf(outcome, status) } };
  } catch (error) {
    if (!(error instanceof RequestRefused || error instanceof RequestFailed)) throw error;
    const result = error instanceof RequestRefused ? 'refused' : 'failed';
    return { result, text: error.message, exchange: { ...about, reason: error.reason } };
  }
}

function reasonOf({ result }: Outcome, status: number): Exchange['reason'] {
  if (result === 'delivered') return undefined;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}
