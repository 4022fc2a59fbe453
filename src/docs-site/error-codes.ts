// The list of error codes: each that the contract enumerates, with what the guide says of it, searchable by a plain form.
import { escapeHtml, type Section, type Text } from './text.ts';

export interface ErrorCode {
  readonly code: string;
  /** Where it may come from, such as "Data API 409". */
  readonly sources: readonly string[];
  /** What the guide says of it, as HTML. */
  readonly html: string;
}

/** A section of the guide whose title is a code. */
const CODE = /^[a-z]+(?:_[a-z]+)*$/;

/** What of the guide is not about one code. */
export function withoutCodes(text: Text): Text {
  return { ...text, sections: text.sections.filter((section) => !isAboutCode(section)) };
}

/** In the order of the guide; a code that the guide has nothing about stands at the end, with its sources. */
export function listErrorCodes({ sections }: Text, enumerated: ReadonlyMap<string, readonly string[]>): ErrorCode[] {
  const explained = sections.filter(isAboutCode).map((section) => ({
    code: section.title,
    sources: enumerated.get(section.title) ?? ['Authorization endpoint'],
    html: bodyOf(section),
  }));
  const known = new Set(explained.map(({ code }) => code));
  const others = [...enumerated]
    .filter(([code]) => !known.has(code))
    .map(([code, sources]) => ({ code, sources, html: '' }));
  return [...explained, ...others];
}

/** Those that have every word of the query in their code, sources or text. */
export function searchErrorCodes(codes: readonly ErrorCode[], query: string): ErrorCode[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return codes.filter(({ code, sources, html }) => {
    const text = [code, ...sources, html.replaceAll(/<[^>]*>/g, ' ')].join(' ').toLowerCase();
    return words.every((word) => text.includes(escapeHtml(word)) || text.includes(word));
  });
}

function isAboutCode({ title }: Section): boolean {
  return CODE.test(title) && title.includes('_');
}

function bodyOf({ rows }: Section): string {
  return rows.map(({ prose }) => prose.replace(/<h2[^>]*>.*?<\/h2>\s*/s, '')).join('');
}
