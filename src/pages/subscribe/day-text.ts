// How a day is written, in the visitor's language: 21 December 2026. Our choice: days are those of UTC, as nobody's time zone is known.
import { formatDay } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';

/** @param at milliseconds */
export function dayText(at: number, { tag }: Language): string {
  return formatDay(at, tag);
}
