// Keyset pagination: newest first, by position and never by offset, so that the last page costs as much as the first
// and nothing is skipped or repeated while records are added (service.md, Data API rules 1 and 2).
import { positionAt, positionOf } from '../database/ids.ts';

export interface PageRequest {
  /** 1 to 100. */
  readonly limit: number;
  /** The cursor: the position after which the page begins; undefined for the first page. */
  readonly page?: string | undefined;
}

/**
 * A filter on the time of creation, as ids carry it. After a clock was set back, that time may be seconds off
 * (src/database/ids.ts).
 */
export interface CreatedRange {
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

export interface Page<Item> {
  readonly objects: Item[];
  readonly nextPage: string | null;
}

/** Greater than every position, since a position starts with 0 to 7. */
const ABOVE_ALL = '8';

export function firstPosition(request: PageRequest): string {
  return request.page ?? ABOVE_ALL;
}

/**
 * Returns the range of positions of a page: less than `below`, and at least `from`. A cursor is a position among all
 * records, so it stays valid when the next request changes the filters.
 */
export function positionRange(request: PageRequest & CreatedRange): { readonly below: string; readonly from: string } {
  const { createdAfter, createdBefore } = request;
  const [first, before] = [firstPosition(request), createdBefore === undefined ? ABOVE_ALL : positionAt(createdBefore)];
  return {
    below: first < before ? first : before,
    from: createdAfter === undefined ? '' : positionAt(new Date(createdAfter.getTime() + 1)),
  };
}

/** @param found up to `limit` + 1 rows; the extra row means that there is a next page. */
export function toPage<Row extends { id: string }, Item>(
  found: readonly Row[],
  request: PageRequest,
  toItem: (row: Row) => Item,
): Page<Item> {
  const rows = found.slice(0, request.limit);
  const last = rows.at(-1);
  return {
    objects: rows.map(toItem),
    nextPage: found.length > request.limit && last !== undefined ? positionOf(last.id) : null,
  };
}
