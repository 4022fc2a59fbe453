// Moving in and out: imports and exports.
import type { Page } from '../visit.ts';
import { EXPORT_ROUTES } from './export-routes.ts';

export const MOVING_ROUTES: readonly Page[] = [...EXPORT_ROUTES];
