// The error of a form whose visitor has reached a limit of e-mailed codes (decisions 36): how long to wait, and the way to the last code.
import type { Service } from '../../service.ts';
import type { CodeLimited } from '../../site/email-code.ts';
import type { FormState } from '../../site/form.ts';
import { waitText } from '../../site/wait-text.ts';
import type { Visit } from '../visit.ts';

export function tooManyCodes(
  { clock }: Pick<Service, 'clock'>,
  { language, publication }: Pick<Visit, 'language' | 'publication'>,
  { resetsIn, lastCode, hadMails }: CodeLimited,
): FormState {
  const { t } = language;
  const inbox = hadMails && lastCode === undefined ? [t('limited.inbox')] : [];
  const message = [t('limited.codes'), waitText(language, publication, clock.now(), resetsIn), ...inbox].join(' ');
  const way = lastCode === undefined ? {} : { way: { href: lastCode, text: t('limited.last-code') } };
  return { status: 429, errors: [{ field: 'email', message, ...way }], headers: { 'retry-after': String(resetsIn) } };
}
