// The sign-in trail of a person or an address as a table: what happened, when, and where.
import type { DiagnosisFacts } from '../models/lifecycle/diagnosis-facts.ts';
import { browserText } from '../views/browser-text.ts';
import { formatMoment } from '../views/formats.ts';
import type { Visit } from './visit.ts';

export interface ShownStep {
  readonly time: string;
  readonly what: string;
  /** The network, and the browser where it is known. */
  readonly where: string;
}

/** Our choice: as many as fit under the answers; the export of a person's data has all. */
const STEPS_SHOWN = 30;

/** The latest first. */
export function toShownSteps({ language, session }: Visit, { steps, sessions }: DiagnosisFacts): ShownStep[] {
  const { t, tag } = language;
  const { timeZone } = session.publication;
  const all = [
    ...steps.map(({ lastAt: at, kind, times, network }) => ({
      at,
      what: t(`dashboard.step.${kind}`) + (times > 1 ? ` ×${times}` : ''),
      where: network ?? '',
    })),
    ...sessions.flatMap(({ createdAt, endedAt, browser, network }) => {
      const where = [browserText(browser, language), network ?? ''].filter((part) => part !== '').join(', ');
      const began = { at: createdAt, what: t('dashboard.step.signed-in'), where };
      return endedAt === null ? [began] : [began, { at: endedAt, what: t('dashboard.step.signed-out'), where }];
    }),
  ];
  return all
    .toSorted((a, b) => b.at - a.at)
    .slice(0, STEPS_SHOWN)
    .map(({ at, what, where }) => ({ time: formatMoment(at, tag, timeZone), what, where }));
}
