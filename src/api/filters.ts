// The time filters of the lists, as the models take them.
import type { CreatedRange } from '../models/page.ts';

/** @param query times that the contract has checked; a 29th of February of another year is the 1st of March */
export function toCreatedRange(query: {
  readonly created_after?: string;
  readonly created_before?: string;
}): CreatedRange {
  return { createdAfter: toMoment(query.created_after), createdBefore: toMoment(query.created_before) };
}

function toMoment(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
