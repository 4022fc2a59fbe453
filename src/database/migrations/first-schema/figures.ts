// Figures: the changes that they are made of, and the sums of each day (src/models/figures/).
import type { Columns } from './columns.ts';

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
      folded_as integer not null default 0${dialect === 'postgres' ? ', primary key (publication_id, number)' : ''}
    )`,
    ...(dialect === 'postgres'
      ? []
      : ['create index figure_changes_in_order on figure_changes (publication_id, number)']),
    'create index figure_changes_by_time on figure_changes (publication_id, figure, at)',
    'create index figure_changes_to_fold on figure_changes (publication_id, number) where folded_as = 0',
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
