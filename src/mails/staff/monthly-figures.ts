// The mail with the figures of the month before, on the first of a month in the publication's time zone, to each staff
// member who wants it (src/models/figures/figure-mail.ts).
import { inPublication } from '../../database/scope.ts';
import { claimFigureMail } from '../../models/figures/figure-mail.ts';
import { foldFigures } from '../../models/figures/fold.ts';
import { addMonthsTo, lastDayOf } from '../../models/figures/local-day.ts';
import { readPeriods, type Period } from '../../models/figures/period.ts';
import { Publication } from '../../models/publication/publication.ts';
import { listDue } from '../../payments/due.ts';
import { formatAmount, formatCount, formatMonth, formatShare } from '../../views/formats.ts';
import type { TextKey } from '../../views/text.ts';
import { dueMail, type DueMail, type DueRow } from '../due-mail.ts';
import { notice, type Reader } from '../mail.ts';

interface Row extends DueRow {
  readonly staffId: string;
  readonly email: string;
  readonly dueAt: number;
  readonly timeZone: string;
}

interface Facts extends Row {
  readonly month: string;
  readonly former: Period;
  readonly present: Period;
  /** Empty in a deployment without a dashboard. */
  readonly dashboardUrl: string;
}

const MAIL = dueMail<Row, Facts>({
  name: 'figures',
  // Nobody is the customer of this mail: it is written in the publication's language.
  due: (
    offset,
  ) => `select m.publication_id, '' as customer_id, m.staff_id, m.due_at, s.email, p.time_zone, ${offset('m')} as clock_offset
    from figure_mails m join staff_roles r on r.publication_id = m.publication_id and r.staff_id = m.staff_id
    join staff_members s on s.id = m.staff_id join publications p on p.id = m.publication_id
    where m.due_at <= :latest and m.due_at - ${offset('m')} <= :now order by m.due_at`,
  async claim(transaction, row, now, { config }) {
    const publication = { id: row.publicationId, timeZone: row.timeZone };
    const month = await claimFigureMail(publication, transaction, { ...row, now: now.getTime() });
    if (month === undefined) return undefined;
    const range = { from: `${addMonthsTo(month, -1)}-01`, to: lastDayOf(month) };
    const [former, present] = await readPeriods(publication, transaction, range, 'month');
    if (former === undefined || present === undefined) return undefined;
    return { ...row, month, former, present, dashboardUrl: config.dashboardUrl ?? '' };
  },
  recipient: ({ email }) => email,
  write(facts, reader) {
    const { t, tag, publication } = reader;
    const month = formatMonth(Date.parse(`${facts.month}-01`), tag);
    const href = `${facts.dashboardUrl}/dashboard/${publication.id}/figures?month=${facts.month}`;
    return notice(t('dashboard.mail.figures', { publication: publication.name, month }), {
      paragraphs: [t('dashboard.mail.figures-lead'), t('dashboard.mail.figures-off')],
      rows: rowsOf(facts, reader),
      links: facts.dashboardUrl === '' ? [] : [{ href, text: t('dashboard.mail.figures-link') }],
    });
  },
});

/** What has just arrived is folded first, so that the mail has what the pages have. */
export const FIGURES: DueMail = {
  ...MAIL,
  async send(parts, clocks, onError) {
    const rows = await listDue(parts, MAIL.due, { ...clocks });
    const ids = [...new Set(rows.map(({ publicationId }) => publicationId))];
    for (const publication of ids.length === 0 ? [] : await Publication.query(parts.database.knex).findByIds(ids))
      await inPublication(publication, async () => {
        while (!(await foldFigures(parts.database, publication)));
      });
    return rows.length > 0 && MAIL.send(parts, clocks, onError);
  },
};

function rowsOf({ former, present }: Facts, { t, tag }: Reader): { label: string; value: string }[] {
  const row = (label: string, own: string, before: string) => ({
    label,
    value: t('dashboard.mail.figures-value', { own, before }),
  });
  const currencies = [
    ...new Set([former, present].flatMap(({ money, revenue }) => [...money.keys(), ...revenue.keys()])),
  ];
  const money = currencies.toSorted().flatMap((currency) => {
    const net = ({ money: own }: Period): string => {
      const { in: came, out } = own.get(currency) ?? { in: 0, out: 0 };
      return formatAmount(came - out, currency, tag);
    };
    const recurring = ({ revenue }: Period): string =>
      formatAmount(Math.round((revenue.get(currency)?.atEnd ?? 0) / 12), currency, tag);
    return [
      row(t('dashboard.figures.earned', { currency }), net(present), net(former)),
      row(t('dashboard.figures.mrr', { currency }), recurring(present), recurring(former)),
    ];
  });
  const counts: readonly (readonly [TextKey, (period: Period) => number])[] = [
    ['dashboard.figures.how-many-pay', ({ states }) => states.paying],
    ['dashboard.figures.members', ({ members }) => members],
    ['dashboard.figures.new', ({ joined }) => joined],
    ['dashboard.figures.began', ({ began }) => began],
    ['dashboard.figures.lost', ({ lost }) => lost],
  ];
  const share = ({ lost, subscribersAtStart }: Period): string =>
    subscribersAtStart === 0 ? '–' : formatShare(lost / subscribersAtStart, tag);
  return [
    ...money,
    ...counts.map(([key, of]) => row(t(key), formatCount(of(present), tag), formatCount(of(former), tag))),
    row(t('dashboard.figures.churn'), share(present), share(former)),
  ];
}
