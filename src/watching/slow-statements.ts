// A line of the log for each statement of the database that takes long: its name or its text, which has no values in it, and the request for which it ran.
import type { Logger } from 'pino';
import { CURRENT_WORK, OBSERVED } from '../observed.ts';

/** Our choice: enough to find it in the sources. */
const TEXT_MAX_LENGTH = 300;

/** @param milliseconds from which on a statement is slow @returns a function that ends it */
export function logSlowStatements(log: Pick<Logger, 'warn'>, milliseconds: number): () => void {
  return OBSERVED.statement.listen(({ name, milliseconds: taken }) => {
    if (taken < milliseconds) return;
    const reqId = CURRENT_WORK.getStore()?.reqId;
    const statement = name.replaceAll(/\s+/g, ' ').slice(0, TEXT_MAX_LENGTH);
    log.warn({ reqId, statement, ms: Math.round(taken * 10) / 10 }, 'a statement was slow');
  });
}
