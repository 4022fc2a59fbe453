// Browsers break a line after the hyphen of "e-mail", and leave one letter at its end. Of CSS only `white-space` keeps them from
// it, so wherever the word stands in the text of a page, it is an element of its own.

/** The word between two tags, unless it is kept whole already, or the next one ends an element that may hold nothing but text. */
const WORD =
  /(?<!<span class="whole">)\b[Ee]-[Mm]ails?(?=[^<>]*<)(?![^<]*<(?:option\b|\/(?:title|option|select|textarea)>))/g;

export function keepWhole(html: string): string {
  return html.replaceAll(WORD, '<span class="whole">$&</span>');
}
