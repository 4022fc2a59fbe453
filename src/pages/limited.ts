// Words for a visitor who must wait (decisions 33).
import type { FormError } from '../site/templates.ts';

/** @param resetsIn seconds */
export function tooManyCodes(resetsIn: number): FormError {
  const minutes = Math.ceil(resetsIn / 60);
  const wait = minutes < 120 ? `${minutes === 1 ? 'a minute' : `${minutes} minutes`}` : `${Math.ceil(minutes / 60)} hours`;
  return { field: 'email', message: `Too many codes were asked for. The last one may still be good; ask for a new one in ${wait}.` };
}
