// The discount code of a subscribe form: a field in which Enter applies it, or the applied code with a way to remove it.
import type { FormReading } from '../../http/bodies/form.ts';
import type { Terms } from '../../payments/checkout/terms.ts';
import { fieldOf } from '../../site/form.ts';
import type { FormError } from '../../views/page-data.ts';

export interface DiscountOnPage {
  /** The discount code as typed. */
  readonly code: string;
  /** The code that is taken off the prices that are shown; empty for none. */
  readonly applied: string;
}

declare module '../../views/templates.ts' {
  interface Parts {
    discount: DiscountOnPage & { readonly errors: readonly FormError[] };
  }
}

/** What the form says of the code. */
export interface TypedDiscount {
  readonly code: string;
  /** Whether the form is only to be shown again, with or without the code. */
  readonly isOnlyThis: boolean;
}

/**
 * Our choice: Enter sends no name of a button, so a code that was not applied before is applied, and Enter in another
 * field goes on.
 */
export function discountIn(form: FormReading): TypedDiscount {
  const step = fieldOf(form, 'step');
  if (step === 'remove') return { code: '', isOnlyThis: true };
  const code = fieldOf(form, 'code').trim();
  const isNew = code !== '' && code.toLowerCase() !== fieldOf(form, 'applied').toLowerCase();
  return { code, isOnlyThis: step === 'code' || (step === '' && isNew) };
}

/** The code that the terms have; none beside a fault of the code, which is shown at its field. */
export function appliedCode(terms: Iterable<Terms>, errors: readonly FormError[]): string {
  if (errors.some(({ field }) => field === 'code')) return '';
  return [...terms].find(({ discountCode }) => discountCode !== null)?.discountCode?.code ?? '';
}
