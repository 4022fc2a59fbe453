// The mail about a complimentary subscription, which a publisher has sent when giving it
// (src/dashboard/helping/give.ts).
import { formatDayIn } from '../views/formats.ts';
import { notice, type Mail, type PlanFacts } from './mail.ts';
import { DAY_MILLISECONDS } from './words/example.ts';

export interface Complimentary extends PlanFacts {
  /** In milliseconds; null for no end. */
  readonly endsAt: number | null;
}

export const COMPLIMENTARY: Mail<Complimentary> = {
  name: 'complimentary',
  planName: ({ planName }) => planName,
  example: ({ now, planName }) => ({ planName, endsAt: now + 90 * DAY_MILLISECONDS }),
  write: ({ planName, endsAt }, { t, tag, publication }) =>
    notice(t('mail.complimentary-subject', { publication: publication.name, plan: planName }), {
      paragraphs: [
        t('mail.complimentary', { plan: planName, publication: publication.name }),
        endsAt === null
          ? t('mail.complimentary-for-good')
          : t('mail.complimentary-until', { day: formatDayIn(endsAt - 1, tag, publication.timeZone) }),
      ],
      links: [{ href: `${publication.siteUrl}/`, text: t('mail.complimentary-button') }],
    }),
};
