// THIRD-PARTY.md names what others made inside the repository: from which version, under which licence.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
const notices = read('THIRD-PARTY.md');
const shipped = execFileSync('git', ['ls-files', 'src', 'templates', 'vendor'], { cwd: PROJECT, encoding: 'utf8' })
  .trim()
  .split('\n');

test('names every font and every file of vendor/', () => {
  const foreign = shipped.filter((path) => /\.woff2?$|\.ttf$|^vendor\/.*\.(?:br|js|gz)$/.test(path));
  expect(foreign.length).toBeGreaterThan(2);
  expect(foreign.filter((path) => !notices.includes(`\`${path}\``))).toEqual([]);
});

test('names the versions that are here', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const { package: scalar, version } = JSON.parse(read('vendor/scalar/source.json'));
  expect(notices).toContain(`\`${scalar}\` ${version},`);
  for (const font of ['figtree', 'newsreader'])
    expect(notices).toContain(
      `\`@fontsource-variable/${font}\` ${packages[`node_modules/@fontsource-variable/${font}`].version},`,
    );
  for (const [name, license] of [
    ['highlight.js', 'BSD-3-Clause'],
    ['@fontsource-variable/inter', 'OFL-1.1'],
  ]) {
    expect(packages[`node_modules/${name}`].license).toBe(license);
    expect(notices).toContain(license);
  }
});

test('the files made from address metadata say where it is from', () => {
  const made = shipped.filter((path) => path.endsWith('.ts') && /libaddressinput/.test(read(path)));
  expect(made).toEqual(['src/models/postal/country-forms.ts', 'src/models/postal/regions.ts']);
  for (const path of made) expect(read(path)).toMatch(/^(?:\/\/.*\n)*\/\/.*CC-BY-4\.0/);
});

test('every licence that it leads to is here', () => {
  const files = [...notices.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
});
