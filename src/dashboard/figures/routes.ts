// The figures of a publication, and its payments.
import type { Page } from '../visit.ts';

export const FIGURES_ROUTES: readonly Page[] = [];
