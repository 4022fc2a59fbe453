// Every statement of the sources, for the tests that check them all.
import { readdirSync } from 'node:fs';
import { allStatements, type Statement } from '../../src/database/statement.ts';

/** The rooms that have statements. */
export const ROOMS = ['models', 'payments', 'mails'] as const;

for (const room of ROOMS) {
  const files = readdirSync(new URL(`../../src/${room}`, import.meta.url), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts'))) await import(`../../src/${room}/${file}`);
}

/** Without those of the tests themselves. */
export const sourceStatements: readonly Statement<unknown>[] = allStatements().filter(
  ({ name }) => !/^(test_|ledger)/.test(name),
);
