// A folder is small enough to read its listing at a glance: at most 24 files, not counting subfolders
// (docs/architecture.md).
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const FILES_MAX = 24;

test('no folder of the sources holds more than 24 files', () => {
  const folders = Map.groupBy(globSync('src/**/*.ts', { cwd: PROJECT }), (file) => dirname(file));
  const sizes = [...folders].map(([folder, files]) => [folder, files.length] as const);
  expect(sizes.length).toBeGreaterThan(20);
  expect(Object.fromEntries(sizes.filter(([, size]) => size > FILES_MAX))).toEqual({});
});
