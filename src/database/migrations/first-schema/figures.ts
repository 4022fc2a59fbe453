// Figures: the changes that they are made of, and the sums of each day (src/models/figures/).
import type { Columns } from './columns.ts';

const MONEY = "figure in ('in', 'out', 'failed')";

export function figureTables({ dialect, id, ofPublication }: Columns): string[] {
  return [
    `create table figure_changes (
      number ${dialect === 'postgres' ? 'bigserial' : 'integer primary key'},
      ${ofPublication},
      customer_id ${id},
      at bigint not null,
      figure text not null,
      part ${id} not null,
      currency text not null,
      amount bigint not null,
      since bigint,
      record_id ${id},
      plan_id ${id},
      folded_as integer not null default 0${dialect === 'postgres' ? ', primary key (publication_id, number)' : ''}
    )`,
    ...(dialect === 'postgres'
      ? []
      : ['create index figure_changes_in_order on figure_changes (publication_id, number)']),
    'create index figure_changes_by_time on figure_changes (publication_id, figure, at)',
    'create index figure_changes_to_fold on figure_changes (publication_id, number) where folded_as = 0',
    // Who was in a state, a subscriber, or paid for a plan at the end of a day.
    ...['people', 'cohort', 'mrr'].map(
      (figure) =>
        `create index figure_changes_of_${figure} on figure_changes (publication_id, part, customer_id, at) where figure = '${figure}'`,
    ),
    "create index figure_changes_of_first_payment on figure_changes (publication_id, since, customer_id) where figure = 'cohort'",
    // Of money alone, which is a small part of the changes: by time, by plan, of gifts, and of a person.
    `create index figure_changes_of_money on figure_changes (publication_id, at, number) where ${MONEY}`,
    `create index figure_changes_of_plan on figure_changes (publication_id, plan_id, at, number) where ${MONEY}`,
    `create index figure_changes_of_gifts on figure_changes (publication_id, at, number) where ${MONEY} and part = 'gift'`,
    `create index figure_changes_of_payer on figure_changes (publication_id, customer_id, at, number) where ${MONEY}`,
    `create table figure_books (
      ${ofPublication},
      time_zone text not null,
      generation integer not null,
      revision integer not null,
      refolded_to bigint,
      primary key (publication_id)
    )`,
    `create table daily_figures (
      ${ofPublication},
      generation integer not null,
      day text not null,
      figure text not null,
      part ${id} not null,
      currency text not null,
      amount bigint not null,
      primary key (publication_id, generation, figure, day, part, currency)
    )`,
    `create table figure_mails (
      ${ofPublication},
      staff_id ${id} not null references staff_members (id) on delete cascade,
      gateway text not null,
      due_at bigint not null,
      primary key (publication_id, staff_id)
    )`,
    'create index figure_mails_due on figure_mails (due_at)',
  ];
}
