// The SQL of a released version's schema: what its migrations run, in order.
import { workOf, type Migration } from '../../../src/database/migrating/migration.ts';
import { isBefore } from '../../../src/database/migrating/schema-state.ts';
import { columnsOf } from '../../../src/database/migrations/first-schema/columns.ts';
import { MIGRATIONS } from '../../../src/database/migrations/list.ts';
import type { Dialect } from '../../../src/database/statement.ts';

const migrationsUpTo = (release: string): readonly Migration[] =>
  MIGRATIONS.filter((migration) => !isBefore(release, migration.release));

/** Each migration under its name. */
export function schemaText(release: string, dialect: Dialect): string {
  return migrationsUpTo(release)
    .map((migration) => {
      const { statements } = workOf(migration, columnsOf(dialect), 'test');
      return `-- ${migration.name}\n${statements.map((text) => `${text};\n`).join('')}`;
    })
    .join('\n');
}
