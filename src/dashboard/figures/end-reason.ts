// Why a subscription ended, in words.
import { END_REASONS, LEAVING_REASONS } from '../../models/money/subscription-end.ts';
import type { Language } from '../../views/language.ts';
import { isTextKey } from '../../views/text.ts';

/** Who or what ended it, and what was said of the reason. @param part END/LEAVING, as the figures have it */
export function endReasonText(part: string, { t }: Language): string {
  const [end = '', leaving = ''] = part.split('/');
  const known = END_REASONS.find((one) => one === end);
  const ended = known === undefined ? t('dashboard.figures.end-unknown') : t(`dashboard.figures.end-${known}`);
  const said = LEAVING_REASONS.find((one) => one === leaving);
  const key = `dashboard.leaving.${said?.replaceAll('_', '-') ?? ''}`;
  return said !== undefined && isTextKey(key) ? `${ended}: ${t(key)}` : ended;
}
