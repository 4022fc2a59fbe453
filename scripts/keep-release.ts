// `node scripts/keep-release.ts`, at a release, once package.json has its version: keeps its schema and a database with data in test/releases/VERSION/,
// from which every later version is upgraded by the tests (docs/migrations.md).
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { schemaText } from '../test/support/releases/schema-text.ts';

const PROJECT = join(import.meta.dirname, '..');
const folder = join(PROJECT, 'test/releases', manifest.version);

// Refuses to write over one that is kept.
mkdirSync(folder);
for (const dialect of ['sqlite', 'postgres'] as const)
  writeFileSync(join(folder, `schema.${dialect}.sql`), schemaText(manifest.version, dialect));
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config=test/support/releases/keep.config.ts'],
  { cwd: PROJECT, stdio: 'inherit', env: { ...process.env, KEPT_RELEASE: folder } },
);
process.exitCode = status ?? 1;
