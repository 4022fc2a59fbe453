// Faults of the import of people.
import type { Mutant } from '../mutant.ts';

const TESTS = ['test/dashboard/moving/imports.test.ts'];
const TAKEOVER_TESTS = ['test/dashboard/moving/takeover.test.ts'];

export const IMPORTS_MUTANTS: readonly Mutant[] = [
  {
    what: 'Two workers import the same block',
    file: 'src/models/imports/import.ts',
    find: '{ id, state, revision, nextBlock: number }',
    replace: '{ id, state, revision }',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'Somebody who was erased after the check is created anew',
    file: 'src/models/imports/rows-of-block.ts',
    find: "if (customerId !== undefined && people.gone.has(customerId)) return 'erased';",
    replace: '',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'The next export brings a newsletter back that the reader left here',
    file: 'src/models/imports/row-plan.ts',
    find: 'const added = overwrites ? wanted :',
    replace: 'const added = wanted.length > 0 ? wanted :',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'The next export replaces the postal address that was changed here',
    file: 'src/models/imports/row-plan.ts',
    find: 'return isNews && isSaid(present, saidMac) ? wanted : undefined;',
    replace: 'return isNews ? wanted : undefined;',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'A postal address that does not fit its country is dropped by an import',
    file: 'src/models/imports/row-address.ts',
    find: 'text: address === undefined ? given',
    replace: 'text: country === undefined ? given',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'What the file said is kept after the import',
    file: 'src/models/imports/run.ts',
    find: '{ outcomes, isOver: true }',
    replace: '{ outcomes }',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'A later file ends what a gateway collects for by now',
    file: 'src/models/imports/row-plan.ts',
    find: "id === said?.subscriptionId && (billing === 'outside' || billing === 'none')",
    replace: "id === said?.subscriptionId && billing !== 'gift'",
    part: 'sqlite',
    tests: TAKEOVER_TESTS,
  },
  {
    what: 'What was paid before a takeover is confirmed by a mail',
    file: 'src/models/money/payment.ts',
    find: 'const isFormer = takenOverAt !== null && given.paidAt < takenOverAt;',
    replace: 'const isFormer = takenOverAt === 0;',
    part: 'sqlite',
    tests: TAKEOVER_TESTS,
  },
  {
    what: 'The grace of a payment that was owed began before the takeover',
    file: 'src/payments/takeover/since.ts',
    find: 'pastDueSince: isOwedLonger ? new Date(takenOverAt) : pastDueSince,',
    replace: 'pastDueSince,',
    part: 'sqlite',
    tests: TAKEOVER_TESTS,
  },
  {
    what: 'Payments of years before a takeover are recorded',
    file: 'src/payments/takeover/since.ts',
    find: '.filter(({ periodEnd }) => periodEnd.getTime() > takenOverAt)',
    replace: '',
    part: 'sqlite',
    tests: TAKEOVER_TESTS,
  },
  {
    what: 'A failed payment is mailed about at the takeover',
    file: 'src/payments/takeover/take-over.ts',
    find: "reminders: facts.state === 'past_due' ? 1 : 0,",
    replace: 'reminders: 0,',
    part: 'sqlite',
    tests: TAKEOVER_TESTS,
  },
  {
    what: 'Two publications take over one subscription',
    file: 'src/payments/takeover/plan-row.ts',
    find: "if (known !== undefined && known.publicationId !== here.publicationId) return faulty('of-another');",
    replace:
      "if (known !== undefined && known.publicationId !== here.publicationId) return { kind: 'nothing', customerId: undefined };",
    part: 'sqlite',
    tests: TAKEOVER_TESTS,
  },
  {
    what: 'Whoever was given a plan pays for it after a takeover',
    file: 'src/payments/takeover/plan-row.ts',
    find: "return billing === 'outside' && !complimentary;",
    replace: "return billing !== 'gateway' || complimentary;",
    part: 'sqlite',
    tests: TAKEOVER_TESTS,
  },
  {
    what: 'A webhook that comes during a takeover is lost',
    file: 'src/payments/events.ts',
    find: "return (await isTakingOver(parts.database, gateway.name)) ? 'again' : 'not ours';",
    replace: "return 'not ours';",
    part: 'sqlite',
    tests: TAKEOVER_TESTS,
  },
  {
    what: 'What has ended since the check is taken over',
    file: 'src/payments/takeover/run-block.ts',
    find: "if (state === 'ended' || state === 'paused') return 'over';",
    replace: '',
    part: 'sqlite',
    tests: TAKEOVER_TESTS,
  },
  {
    what: 'A subscription that is paid by invoice is taken over',
    file: 'src/payments/stripe/takeover.ts',
    find: "method === 'send_invoice'",
    replace: "method === 'invoice'",
    part: 'sqlite',
    tests: TAKEOVER_TESTS,
  },
  {
    what: 'The dry run of a takeover misses a second subscription to one plan',
    file: 'src/payments/takeover/check-block.ts',
    find: '!note(`${who} ${plan.plan}`, row.line)',
    replace: 'false',
    part: 'sqlite',
    tests: TAKEOVER_TESTS,
  },
  {
    what: 'A change of SECRET_KEY leaves the files of imports under the former secret',
    file: 'src/models/lifecycle/re-encryption.ts',
    find: "(publication_id, import_id, number) > (?, ?, ?) and rows_sealed <> ''",
    replace: "(publication_id, import_id, number) > (?, ?, ?) and rows_sealed = ''",
    part: 'sqlite',
    tests: ['test/oauth/secret-key.test.ts'],
  },
  {
    what: 'After a change of SECRET_KEY an import adds the notes of the last file again',
    file: 'src/models/imports/imported-person.ts',
    find: "secretKeys.macs('import', `${publication.id} ${text}`)",
    replace: "secretKeys.macs('import', `${publication.id} ${text}`, 1)",
    part: 'sqlite',
    tests: ['test/oauth/secret-key.test.ts'],
  },
  {
    what: 'A block of an import is counted in a transaction of its own, after the one that writes its people',
    file: 'src/models/imports/run.ts',
    find: `    await settle(run, step);
    return true;
  });
`,
    replace: `    Object.assign(block, { run });
    return true;
  }).then(async (isDone) => {
    const run = Reflect.get(block, 'run');
    if (isDone) await database.transaction((transaction) => settle({ ...run, transaction }, step));
    return isDone;
  });
`,
    part: 'faults',
    tests: ['test/faults/kill-import.test.ts'],
  },
  {
    what: 'An import keeps the quotes by which cells were made harmless',
    file: 'src/models/imports/file.ts',
    find: 'record.map(plainText)',
    replace: 'record',
    part: 'unit',
    tests: ['test/models/imports/file.test.ts'],
  },
  {
    what: 'A line break of two characters within quotes counts as two lines',
    file: 'src/models/imports/file.ts',
    find: 'const LINE_END = /\\r\\n?/g;',
    replace: 'const LINE_END = /\\r/g;',
    part: 'unit',
    tests: ['test/models/imports/row.test.ts'],
  },
];
