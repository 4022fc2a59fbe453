// Pages of a list: newest first, found by position and never by offset, so that the last page costs what the first one costs and
// nothing is skipped or repeated while records are added (service.md, Data API rules 1 and 2).
import { positionOf } from '../database/ids.ts';

export interface PageRequest {
  /** 1 to 100. */
  readonly limit: number;
  /** The position after which the page begins; undefined for the first page. */
  readonly page?: string | undefined;
}

export interface Page<Item> {
  readonly objects: Item[];
  readonly nextPage: string | null;
}

/** Above every position there can be: a position starts with 0 to 7. */
const ABOVE_ALL = '8';

export function firstPosition(request: PageRequest): string {
  return request.page ?? ABOVE_ALL;
}

/** @param found up to `limit` + 1 rows; the surplus one tells that there is a next page. */
export function toPage<Row extends { id: string }, Item>(found: readonly Row[], request: PageRequest, toItem: (row: Row) => Item): Page<Item> {
  const rows = found.slice(0, request.limit);
  const last = rows.at(-1);
  return { objects: rows.map(toItem), nextPage: found.length > request.limit && last !== undefined ? positionOf(last.id) : null };
}
