import type { Rows } from './row.ts';

export const FIGURES_ROWS: Rows = {};
