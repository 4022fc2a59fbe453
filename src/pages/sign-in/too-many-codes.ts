// The error of a form whose visitor has exceeded the rate limit of e-mailed codes (decisions 33).
import type { FormState } from '../../site/form.ts';
import type { Language } from '../../views/language.ts';

/** @param resetsIn seconds */
export function tooManyCodes({ t }: Language, resetsIn: number): FormState {
  const minutes = Math.ceil(resetsIn / 60);
  const message =
    minutes < 120
      ? t('limited.codes-minutes', { count: minutes })
      : t('limited.codes-hours', { count: Math.ceil(minutes / 60) });
  return { status: 429, errors: [{ field: 'email', message }], headers: { 'retry-after': String(resetsIn) } };
}
