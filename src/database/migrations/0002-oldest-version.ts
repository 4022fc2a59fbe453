// The database says which version may run on it, so that an older one, started by mistake or on the way back, refuses where it would fail.
import type { Migration } from '../migrating/migration.ts';

export const oldestVersion: Migration = {
  name: '0002-oldest-version',
  release: '0.2.0',
  step: 'expand',
  statements: () => ['alter table deployment add column oldest_version text'],
};
