import type { Rows } from './row.ts';

export const HELPING_ROWS: Rows = {};
