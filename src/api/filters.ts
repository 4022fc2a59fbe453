// Parses times: the filters of the lists, and others that forms have.
import type { CreatedRange } from '../models/page.ts';

/** @param query times that the contract has checked */
export function toCreatedRange(query: {
  readonly created_after?: string;
  readonly created_before?: string;
}): CreatedRange {
  return { createdAfter: toMoment(query.created_after), createdBefore: toMoment(query.created_before) };
}

/** A time that the contract has checked. */
export function toMoment(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
