// Faults of the figures: what is counted, when, and how often.
import type { Mutant } from '../mutant.ts';

export const FIGURE_MUTANTS: readonly Mutant[] = [
  {
    what: 'Two workers fold the same changes',
    file: 'src/models/figures/fold.ts',
    find: '  const claimed = FigureBookRecord.in(publication, transaction, { revision: known.revision });\n  if ((await claimed.patch(book)) === 0) return undefined;',
    replace: '  await FigureBookRecord.in(publication, transaction).patch(book);',
    part: 'postgres',
    tests: ['test/figures/year.test.ts'],
  },
  {
    what: 'A change that was folded is folded again',
    file: 'src/models/figures/fold.ts',
    find: 'await transaction.run(mark, { publicationId, generation: book.generation, numbers });',
    replace: 'void mark; void numbers;',
    part: 'sqlite',
    tests: ['test/figures/year.test.ts'],
  },
  {
    what: 'Changes are marked as folded in a transaction of its own, after the one that adds them',
    file: 'src/models/figures/fold.ts',
    find: `    const numbers = JSON.stringify(changes.map(({ number }) => number));
    await transaction.run(mark, { publicationId, generation: book.generation, numbers });
  });
`,
    replace: `    const numbers = JSON.stringify(changes.map(({ number }) => number));
    Object.assign(publication, { marked: { publicationId, generation: book.generation, numbers } });
  });
  await database.transaction((transaction) => transaction.run(mark, Reflect.get(publication, 'marked')));
`,
    part: 'faults',
    tests: ['test/faults/kill-figures.test.ts'],
  },
  {
    what: 'A refund counts again with each report of it',
    file: 'src/models/counting/money.ts',
    find: 'const went = row.refundedAmount - row.countedRefund;',
    replace: 'const went = row.refundedAmount;',
    part: 'sqlite',
    tests: ['test/figures/year.test.ts'],
  },
  {
    what: 'A trial counts as revenue',
    file: 'src/models/counting/recurring-revenue.ts',
    find: ' || isInTrial(facts)',
    replace: '',
    part: 'sqlite',
    tests: ['test/figures/year.test.ts'],
  },
  {
    what: 'A merge counts as a loss',
    file: 'src/models/figures/period.ts',
    find: "isSubscriber(from) && !isSubscriber(to) && to !== 'merged'",
    replace: 'isSubscriber(from) && !isSubscriber(to)',
    part: 'sqlite',
    tests: ['test/figures/year.test.ts'],
  },
  {
    what: 'Who leaves in a pause is in no count of reasons',
    file: 'src/payments/apply.ts',
    find: '    await endPausedSubscription(publication, transaction, clock, id, end);\n',
    replace: '',
    part: 'sqlite',
    tests: ['test/figures/year.test.ts'],
  },
  {
    what: 'Failed charges stand among the money that came in',
    file: 'src/models/figures/money-list.ts',
    find: "net: (query) => query.whereIn('figure_changes.figure', ['in', 'out']),",
    replace: "net: (query) => query.whereIn('figure_changes.figure', ['in', 'out', 'failed']),",
    part: 'sqlite',
    tests: ['test/figures/money.test.ts'],
  },
  {
    what: 'The list behind a figure has rows of one moment on two of its pages',
    file: 'src/models/figures/money-list.ts',
    find: ".orWhere('figure_changes.number', '<', before.number)",
    replace: ".orWhere('figure_changes.number', '<=', before.number)",
    part: 'sqlite',
    tests: ['test/figures/money.test.ts'],
  },
  {
    what: 'Whoever left a state stays in the list of a past day',
    file: 'src/models/figures/people-at.ts',
    find: 'sign: meant.has(to) ? 1 : -1 }',
    replace: 'sign: 1 }',
    part: 'sqlite',
    tests: ['test/figures/doors.test.ts'],
  },
  {
    what: 'The list of a past day knows what came later',
    file: 'src/models/figures/people-at.ts',
    find: "where f.at < :until and (:currency = ''",
    replace: "where f.at <= :until + 8640000000000 and (:currency = ''",
    part: 'sqlite',
    tests: ['test/figures/doors.test.ts'],
  },
  {
    what: 'Whoever was merged into another is not counted with them in the list of a past day',
    file: 'src/models/figures/people-at.ts',
    find: 'c.merged_into_id = m.id)',
    replace: "c.merged_into_id = m.id and m.id = '')",
    part: 'sqlite',
    tests: ['test/figures/year.test.ts'],
  },
];
