// Keyset pagination of lists, as in the data API: --limit and --page.
import type { Command } from 'commander';
import { InvalidValue } from '../models/errors.ts';
import type { PageRequest } from '../models/page.ts';

/** service.md, Limits. */
const LIMIT_MAX = 100;
const POSITION = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export interface PagingOptions {
  limit: string;
  page?: string;
}

export function addPaging(verb: Command): Command {
  return verb
    .option('--limit <number>', `length of the page, 1 to ${LIMIT_MAX}`, '20')
    .option('--page <position>', 'next_page of the previous page');
}

/** Throws InvalidValue. */
export function toPageRequest({ limit, page }: PagingOptions): PageRequest {
  const count = /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > LIMIT_MAX)
    throw new InvalidValue('limit', `limit must be a whole number from 1 to ${LIMIT_MAX}`);
  if (page !== undefined && !POSITION.test(page))
    throw new InvalidValue('page', 'page must be the next_page of another list');
  return { limit: count, page };
}
