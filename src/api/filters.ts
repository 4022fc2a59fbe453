// Parses times: the filters of the lists, and others that forms have.
import type { CreatedRange } from '../models/page.ts';

/** @param query times that the contract has checked */
export function toCreatedRange(query: {
  readonly created_after?: string;
  readonly created_before?: string;
}): CreatedRange {
  return { createdAfter: toMoment(query.created_after), createdBefore: toMoment(query.created_before) };
}

/** Parses a time in any of the forms that the contract takes, of which Date knows one. */
export function toMoment(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, day, time, offset = ''] = /^([0-9-]+)[T ]([0-9:.]+) ?(.+)$/.exec(text) ?? [];
  return new Date(`${day}T${time}${offset.replace('UTC', 'Z').replace(/(\d\d):?(\d\d)$/, '$1:$2')}`);
}
