// The ids in test titles: a sign-in rule's is plain (`A11`), that of a row of docs/reliability.md has a prefix
// (`R-A11`). Ids stand only at the beginning of a title: of a test, of a group, or of a row of a table.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** What can be a title: text where a call, a row or a line begins. */
const IDS_IN_FRONT = /(?:\(|\[|^\s*)['"`]((?:(?:R-)?[A-Z]\d{1,2} )+)/gm;
const TITLE = /(?:\b(?:test|it|describe)(?:\.\w+)*\(|\)\()\s*(['"`])(.+?)\1/g;
const ID = /(?<![\w-])(?:R-)?[ABDEFILPSTUX]\d{1,2}(?![\w-])/;

/** The ids that titles begin with, each with a file where it stands. */
export function idsOfTitles(): ReadonlyMap<string, string> {
  const found = testFiles().flatMap(([file, text]) =>
    [...text.matchAll(IDS_IN_FRONT)].flatMap(([, ids = '']) =>
      ids
        .trim()
        .split(' ')
        .map((id) => [id, file] as const),
    ),
  );
  return new Map(found);
}

/** Titles that name an id where nobody looks for it. */
export function titlesWithStrayIds(): string[] {
  const titles = testFiles().flatMap(([file, text]) =>
    [...text.matchAll(TITLE)].map(([, , title = '']) => ({ file, title })),
  );
  return titles
    .filter(({ title }) => ID.test(title.replace(/^(?:(?:R-)?[A-Z]\d{1,2} )+/, '')))
    .map(({ file, title }) => `${file}: ${title}`);
}

/** A page of docs/. */
export function readPage(name: string): string {
  return readFileSync(`${PROJECT}/docs/${name}`, 'utf8');
}

function testFiles(): (readonly [string, string])[] {
  return globSync('test/**/*.test.ts', { cwd: PROJECT }).map(
    (file) => [file, readFileSync(`${PROJECT}/${file}`, 'utf8')] as const,
  );
}
