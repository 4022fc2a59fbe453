// Decisions 34: a database belongs to one environment, also where two come at once.
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase, testDialect } from '../support/databases/database.ts';
import { CommandLine, PRODUCTION_SETTINGS } from '../support/processes/command-line.ts';

test('a database is made by one of two environments that come at once, and the other is refused', async () => {
  const { url, remove } = await newDatabase(testDialect);
  onTestFinished(remove);
  const outcomes = await Promise.all(
    [PRODUCTION_SETTINGS, { ENVIRONMENT: 'test' }].map((settings) =>
      new CommandLine({ ...settings, DATABASE_URL: url }).runAsProcess('migrate', '--json'),
    ),
  );
  expect(outcomes.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1]);
  expect(outcomes.map(({ stderr }) => stderr).join('')).toMatch(/belongs to the (production|test) environment/);
});
