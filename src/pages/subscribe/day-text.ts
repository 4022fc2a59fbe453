// Formats a day in the visitor's language: 21 December 2026. Our choice: days are in UTC, because the visitor's time
// zone is not known.
import { formatDay } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';

/** @param at milliseconds */
export function dayText(at: number, { tag }: Language): string {
  return formatDay(at, tag);
}
