// What may be read from a replica is long to read and decides nothing (docs/architecture.md, The database). Another file has to be weighed, and named here.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

test('lists, search, figures, files and exports are read from a replica, and nothing else', () => {
  const files = globSync('src/**/*.ts', {
    cwd: PROJECT,
    exclude: ['src/database/**', 'src/cli/audited-database.ts'],
  });
  const reading = files.filter((file) =>
    /\.replica(?:Read|Snapshot)\(/.test(readFileSync(join(PROJECT, file), 'utf8')),
  );
  expect(reading.toSorted()).toEqual([
    'src/api/customers.ts',
    'src/api/figures.ts',
    'src/api/members.ts',
    'src/api/subscriptions.ts',
    'src/dashboard/figures/behind.ts',
    'src/dashboard/figures/changes.ts',
    'src/dashboard/figures/figures.ts',
    'src/dashboard/figures/money.ts',
    'src/dashboard/figures/people-at.ts',
    'src/dashboard/figures/subject.ts',
    'src/dashboard/month-answers.ts',
    'src/dashboard/people/people.ts',
    'src/models/figures/money-list.ts',
    'src/models/finding/people-rows.ts',
    'src/models/finding/printer-rows.ts',
    'src/moving/export-folder.ts',
    'src/moving/export-job.ts',
  ]);
});
