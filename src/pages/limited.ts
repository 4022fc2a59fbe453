// What a visitor is told who asks for too many codes (decisions 33).
import type { FormState } from './form.ts';

/** @param resetsIn seconds */
export function tooManyCodes(resetsIn: number): FormState {
  const minutes = Math.ceil(resetsIn / 60);
  const wait = minutes < 120 ? (minutes === 1 ? 'a minute' : `${minutes} minutes`) : `${Math.ceil(minutes / 60)} hours`;
  const message = `Too many codes were asked for. The last one may still be good; ask for a new one in ${wait}.`;
  return { status: 429, errors: [{ field: 'email', message }], headers: { 'retry-after': String(resetsIn) } };
}
