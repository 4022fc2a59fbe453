// The ways in which every journey of a reader has to work: with scripts, without them, and without a mouse.
import { keyboard, mouse } from './hands.ts';

export const WAYS = [
  ['with scripts, by mouse', true, mouse],
  ['without scripts, by mouse', false, mouse],
  ['with scripts, by keyboard', true, keyboard],
  ['without scripts, by keyboard', false, keyboard],
] as const;

/** An address of this way's own. */
export function addressIn(way: string, name: string): string {
  return `${name}-${way.replaceAll(/\W+/g, '-')}@example.org`;
}
