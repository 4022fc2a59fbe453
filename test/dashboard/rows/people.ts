import { ALL, type Rows } from './row.ts';

export const PEOPLE_ROWS: Rows = {
  '/people': { see: ALL },
  '/undeliverable': { see: ALL },
};
