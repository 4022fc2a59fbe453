// The few publications that are being moved, for those who look for them at each round.
import type { Migration } from '../migrating/migration.ts';

export const publicationsMoving: Migration = {
  name: '0004-publications-moving',
  release: '0.2.0',
  step: 'expand',
  index: 'publications_moving',
  on: 'publications (id) where move_state is not null',
};
