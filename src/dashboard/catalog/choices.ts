// Fields of which several values can be chosen.
import type { FormReading } from '../../http/bodies/form.ts';

/** The values of the boxes that were checked. */
export function valuesOf({ pairs }: FormReading, field: string): string[] {
  return pairs.filter(({ name }) => name === field).map(({ value }) => value);
}
