// What a publisher does for a reader, from the reader’s page.
import type { Page } from '../visit.ts';

export const HELPING_ROUTES: readonly Page[] = [];
