// The parts of a guide after it is parsed from Markdown.

/**
 * The languages of samples, in the order of their tabs. Each sample runs as it is, with the reader's values filled in.
 */
export const SAMPLE_LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  go: 'Go',
};

export interface CodeBlock {
  readonly language: string;
  /** The name of the file, for instance; empty for a sample. */
  readonly title: string;
  readonly text: string;
  readonly html: string;
}

/** Prose, and the code beside it. */
export interface Row {
  readonly prose: string;
  readonly codes: readonly (readonly CodeBlock[])[];
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

export interface Guide {
  readonly title: string;
  /** The first paragraph, as HTML and as text. */
  readonly lead: string;
  readonly summary: string;
  /** The first section has neither id nor title where the guide has rows before the first heading. */
  readonly sections: readonly Section[];
}

export function isSample({ language, title }: Pick<CodeBlock, 'language' | 'title'>): boolean {
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
