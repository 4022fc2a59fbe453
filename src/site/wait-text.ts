// Says until when a visitor has to wait, as a time of day and as a length of time, which is true in every time zone.
import { formatTime } from '../views/formats.ts';
import type { Language } from '../views/language.ts';
import type { Site } from './site.ts';

const MINUTE = 60;
/** Our choice: from here on hours say it better than minutes. */
const MINUTES_MAX = 120;

/** @param site undefined where none is known; then the time is in UTC @param resetsIn seconds */
export function waitText(
  { t, tag }: Language,
  site: Pick<Site, 'timeZone'> | undefined,
  now: Date,
  resetsIn: number,
): string {
  const until = now.getTime() + resetsIn * 1000;
  const time = formatTime(until, now.getTime(), { tag, timeZone: site?.timeZone ?? 'UTC' });
  const minutes = Math.ceil(resetsIn / MINUTE);
  return minutes < MINUTES_MAX
    ? t('limited.wait-minutes', { count: minutes, time })
    : t('limited.wait-hours', { count: Math.ceil(minutes / 60), time });
}
