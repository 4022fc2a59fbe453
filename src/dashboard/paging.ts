// Keyset pagination of the dashboard's lists: `?page=` holds a position.
const POSITION = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Undefined for the first page, and for text that is no position. */
export function toPosition(text: string | undefined): string | undefined {
  return text !== undefined && POSITION.test(text) ? text : undefined;
}
