// Lengths of time, and what needs a look, in the operator's language.
import { formatMoment } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import type { Problem } from '../../watching/problems.ts';

/** Our choice: from here on the larger unit says it better. */
const UNITS = [
  { name: 'days', seconds: 86_400, from: 2 * 86_400 },
  { name: 'hours', seconds: 3600, from: 2 * 3600 },
  { name: 'minutes', seconds: 60, from: 120 },
] as const;

export function lengthText({ t }: Language, seconds: number): string {
  const unit = UNITS.find(({ from }) => seconds >= from);
  return unit === undefined
    ? t('dashboard.operating.seconds', { count: Math.round(seconds) })
    : t(`dashboard.operating.${unit.name}`, { count: Math.floor(seconds / unit.seconds) });
}

export function problemText(language: Language, problem: Problem): string {
  const { t, tag } = language;
  switch (problem.kind) {
    case 'no-instance':
    case 'no-backup':
      return t(`dashboard.operating.problem-${problem.kind}`);
    case 'replica':
      return t('dashboard.operating.problem-replica', { cause: problem.cause });
    case 'silent': {
      const since = formatMoment(Date.parse(problem.since), tag, 'UTC');
      return t('dashboard.operating.problem-silent', { host: problem.host, since });
    }
    case 'overdue': {
      const kind = t(`dashboard.operating.kind-${problem.deliveries}`);
      return t('dashboard.operating.problem-overdue', { kind, time: lengthText(language, problem.seconds) });
    }
    case 'event-log':
    case 'webhooks':
      return t(`dashboard.operating.problem-${problem.kind}`, { time: lengthText(language, problem.seconds) });
    case 'drifted':
      return t('dashboard.operating.problem-drifted', { count: problem.count });
    case 'old-backup':
      return t('dashboard.operating.problem-old-backup', { time: lengthText(language, problem.hours * 3600) });
  }
}
