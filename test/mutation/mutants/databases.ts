// Faults of the databases: what is acknowledged, what refers to what, and how long anybody waits.
import type { Mutant } from '../mutant.ts';

function mutant(
  what: string,
  file: string,
  [find, replace]: readonly [string, string],
  [part, test]: readonly [Mutant['part'], string],
): Mutant {
  return { what, file: `src/database/${file}.ts`, find, replace, part, tests: [`test/${test}.test.ts`] };
}

export const DATABASE_MUTANTS: readonly Mutant[] = [
  mutant(
    'SQLite does not look whether what a row refers to is there',
    'sqlite',
    ["pragma('foreign_keys = ON')", "pragma('foreign_keys = OFF')"],
    ['sqlite', 'database/shared-inserts'],
  ),
  mutant(
    'A request fails as soon as another process writes to the file',
    'sqlite',
    ['performance.now() + BUSY_TIMEOUT_MILLISECONDS', 'performance.now()'],
    ['faults', 'faults/locked-sqlite'],
  ),
  mutant(
    'SQLite acknowledges a write before it is committed',
    'sqlite',
    [
      "      this.#writer.exec('COMMIT');\n      this.#commits += 1;\n      for (const answer of answers) answer();\n",
      "      for (const answer of answers) answer();\n      await nextTurn();\n      this.#writer.exec('COMMIT');\n      this.#commits += 1;\n",
    ],
    ['sqlite', 'database/transactions'],
  ),
  mutant(
    'A slow statement of PostgreSQL takes as long as it likes',
    'postgres',
    ['      statement_timeout: STATEMENT_TIMEOUT_MILLISECONDS,\n', ''],
    ['faults', 'faults/lost-postgres'],
  ),
  mutant(
    'A PostgreSQL that has fallen silent is waited for four times as long',
    'postgres-silence',
    ['now - heard.at > this.#limit', 'now - heard.at > 4 * this.#limit'],
    ['faults', 'faults/lost-postgres'],
  ),
];
