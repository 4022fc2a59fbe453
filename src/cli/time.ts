// Times that options take.
import { z } from 'zod';
import { InvalidValue } from '../models/errors.ts';

/** Throws InvalidValue for text that is no time with its offset from UTC. @param field how the refusal names it */
export function parseTime(text: string, field: string): Date {
  const parsed = z.iso.datetime({ offset: true }).safeParse(text);
  if (!parsed.success) throw new InvalidValue(field, `${field} must be a time such as 2027-03-01T09:30:00Z`);
  return new Date(parsed.data);
}
