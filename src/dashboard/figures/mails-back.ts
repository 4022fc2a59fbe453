// How many mails came back in a month, and how many were marked as spam, in the days of the publication's time zone.
import type { Connection } from '../../database/connection.ts';
import { addDaysTo } from '../../models/figures/local-day.ts';
import type { Period } from '../../models/figures/period.ts';
import { countMailReports } from '../../models/outbox/mail-report.ts';
import { startOfDayIn } from '../../models/time-zone.ts';
import type { Visit } from '../visit.ts';
import type { Cell } from './subject.ts';
import { Words } from './words.ts';

interface Row {
  readonly label: string;
  readonly own: Cell;
  readonly before: Cell;
}

export async function readMailsBack(
  connection: Connection,
  visit: Visit,
  former: Pick<Period, 'from' | 'to'>,
  present: Pick<Period, 'from' | 'to'>,
): Promise<Row[]> {
  const { publication } = visit.session;
  const { t } = visit.language;
  const words = new Words(visit);
  const startOf = (day: string): Date => startOfDayIn(publication.timeZone, Date.parse(day));
  const countOf = ({ from, to }: Pick<Period, 'from' | 'to'>) =>
    countMailReports(publication, connection, { from: startOf(from), until: startOf(addDaysTo(to, 1)) });
  const [own, before] = [await countOf(present), await countOf(former)];
  const list = words.href('/undeliverable');
  return (['bounces', 'complaints'] as const).map((name) => ({
    label: t(`dashboard.undeliverable.${name}`),
    own: words.count(own[name], list),
    before: words.count(before[name], list),
  }));
}
