import type { Rows } from './row.ts';

export const MOVING_ROWS: Rows = {};
