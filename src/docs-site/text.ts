// What a guide is made of, once it is read from its Markdown.

/** The languages of samples that readers choose among, in the order of their tabs: each runs as it stands, with the reader's values filled in. */
export const SAMPLE_LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  go: 'Go',
};

export interface Code {
  readonly language: string;
  /** Such as the file that it is from; empty for a sample. */
  readonly title: string;
  readonly text: string;
  readonly html: string;
}

/** Prose, and what stands beside it. */
export interface Row {
  readonly prose: string;
  readonly codes: readonly (readonly Code[])[];
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

export interface Text {
  readonly title: string;
  /** The first paragraph, as HTML and as text. */
  readonly lead: string;
  readonly summary: string;
  /** The first has neither id nor title where rows stand before the first heading. */
  readonly sections: readonly Section[];
}

export function isSample({ language, title }: Pick<Code, 'language' | 'title'>): boolean {
  return title === '' && language in SAMPLE_LANGUAGES;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
