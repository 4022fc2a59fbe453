// The searchable list of error codes: those that the contract enumerates, each with its section of the guide.
import { escapeHtml, type Guide, type Section } from './guide.ts';

export interface ErrorCode {
  readonly code: string;
  /** What may answer it, such as "Data API 409". */
  readonly sources: readonly string[];
  /** Its section of the guide, as HTML. */
  readonly html: string;
}

/** The title of a section about an error code. */
const CODE = /^[a-z]+(?:_[a-z]+)*$/;

/** The guide without the sections about single error codes. */
export function withoutErrorCodes(text: Guide): Guide {
  return { ...text, sections: text.sections.filter((section) => !isAboutErrorCode(section)) };
}

/** Lists the error codes in the order of the guide; those without a section come last. */
export function listErrorCodes({ sections }: Guide, enumerated: ReadonlyMap<string, readonly string[]>): ErrorCode[] {
  const explained = sections.filter(isAboutErrorCode).map((section) => ({
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

/** Finds the error codes that have every word of the query in their code, sources or text. */
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

function isAboutErrorCode({ title }: Section): boolean {
  return CODE.test(title) && title.includes('_');
}

function bodyOf({ rows }: Section): string {
  return rows.map(({ prose }) => prose.replace(/<h2[^>]*>.*?<\/h2>\s*/s, '')).join('');
}
