// Moving in and out: imports and exports.
import type { Page } from '../visit.ts';

export const MOVING_ROUTES: readonly Page[] = [];
