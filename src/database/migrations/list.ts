// The migrations of this version, in order. Those of a released version are frozen; how to add one: docs/migrations.md.
import type { Migration } from '../migrating/migration.ts';
import { firstSchema } from './0001-first-schema.ts';
import { oldestVersion } from './0002-oldest-version.ts';
import { publicationMoves } from './0003-publication-moves.ts';
import { publicationsMoving } from './0004-publications-moving.ts';
import { firstReminder } from './0005-first-reminder.ts';
import { publicationPolicies } from './0006-publication-policies.ts';

export const MIGRATIONS: readonly Migration[] = [
  firstSchema,
  oldestVersion,
  publicationMoves,
  publicationsMoving,
  firstReminder,
  publicationPolicies,
];
