// Every CSV file is written by src/csv.ts, so that no cell of one is run as a formula.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const sources = globSync('src/**/*.ts', { cwd: PROJECT }).map((file) => ({
  file,
  text: readFileSync(join(PROJECT, file), 'utf8'),
}));
const WRITER = 'src/csv.ts';
/** What only a file that writes CSV has: the library, the media type, or cells that are joined with a delimiter into lines. */
const WRITING = /csv-stringify|text\/csv|\.join\((['"])(?:,|\\t|";"|",")\1\)[^;]*\\n/u;
/** The name of a file to download or to write. */
const NAMED = /[a-z}$]\.csv[`'"]/;
/** Pages and rules that name such a file, and do not write it. */
const NOT_WRITING: readonly string[] = [
  'people/people.ts',
  'people/routes.ts',
  'catalog/routes.ts',
  'figures/routes.ts',
  'pages/routes.ts',
];

test('only src/csv.ts writes CSV', () => {
  expect(sources.filter(({ text }) => WRITING.test(text)).map(({ file }) => file)).toEqual([WRITER]);
});

test('whatever names a CSV file has it written by src/csv.ts', () => {
  const naming = sources.filter(({ text }) => NAMED.test(text));
  const others = naming.filter(({ text }) => !/from '(?:\.\.?\/)+csv\.ts'/.test(text)).map(({ file }) => file);
  expect(others.filter((file) => !NOT_WRITING.some((end) => file.endsWith(end)))).toEqual([]);
});
