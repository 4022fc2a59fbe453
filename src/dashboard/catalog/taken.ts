// A slug or code that a record has already: its fault leads to that record, which can be brought back or renamed there.
import { Conflict } from '../../models/errors.ts';
import type { FormState } from '../../site/form.ts';
import type { TextKey } from '../../views/text.ts';
import { toFault } from '../act.ts';
import type { Visit } from '../visit.ts';

/**
 * The form with its fault, as toFault makes it, with a link beside the fault of a slug or code that is in use.
 * @param href of what has it, or of the list where it stands; undefined for none
 * @param inUse says that something that is not archived has it, where toFault's words do not fit
 */
export function toTakenFault(
  { language }: Visit,
  error: unknown,
  href: string | undefined,
  inUse?: TextKey,
): FormState {
  const state = toFault(language, error);
  const [fault] = state.errors;
  const isTaken = error instanceof Conflict && (error.field === 'slug' || error.field === 'code');
  if (!isTaken || fault === undefined || href === undefined) return state;
  const message = inUse === undefined || error.reason !== undefined ? fault.message : language.t(inUse);
  return { ...state, errors: [{ ...fault, message, way: { href, text: language.t('dashboard.taken.show') } }] };
}
