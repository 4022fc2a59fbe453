// Browsers break a line after the hyphen of "e-mail", and leave one letter at its end. Of CSS only `white-space` keeps them from
// it, so wherever the word stands in the text of a page, it is an element of its own. They break one between a day and its month, too,
// where a space that does not break is enough.
import { PAGE_LANGUAGES } from '../models/publication/languages.ts';

/** Between two tags, unless the next one ends an element that may hold nothing but text. */
const IN_TEXT = String.raw`(?=[^<>]*<)(?![^<]*<(?:option\b|\/(?:title|option|select|textarea)>))`;
const WORD = new RegExp(String.raw`(?<!<span class="whole">)\b[Ee]-[Mm]ails?${IN_TEXT}`, 'g');

const MONTHS = [...new Set(PAGE_LANGUAGES.flatMap(monthsIn))].join('|');
// Each begins with what is rare in a page: the rest is looked at there alone.
/** 1 May, 1er mai, 1. Mai and 1 de mayo. */
const BEFORE_MONTH = new RegExp(String.raw`\d(?:er|º|\.)? (?:de )?(?=(?:${MONTHS})\b)${IN_TEXT}`, 'g');
/** May 1. */
const AFTER_MONTH = new RegExp(String.raw` \d\d?\b(?<=\b(?:${MONTHS}) \d\d?)${IN_TEXT}`, 'g');
const UNBROKEN = '\u00A0';

export function keepWhole(html: string): string {
  return keepDaysWhole(html.replaceAll(WORD, '<span class="whole">$&</span>'));
}

/** For mails, too, which have no stylesheet. */
export function keepDaysWhole(html: string): string {
  const unbroken = (day: string): string => day.replaceAll(' ', UNBROKEN);
  return html.replaceAll(BEFORE_MONTH, unbroken).replaceAll(AFTER_MONTH, unbroken);
}

/** As they are written in days. */
function monthsIn(tag: string): string[] {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(new Date(`2026-${String(month + 1).padStart(2, '0')}-01`));
    return parts.find(({ type }) => type === 'month')?.value ?? '';
  });
}
