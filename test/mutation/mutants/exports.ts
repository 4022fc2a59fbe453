// Exports that hold somebody who was erased, or that two workers write; imports that lose, double or believe.
import type { Mutant } from '../mutant.ts';

export const EXPORT_MUTANTS: readonly Mutant[] = [
  {
    what: 'an erasure while an export is made goes unnoticed',
    file: 'src/models/lifecycle/kept-export.ts',
    find: 'if (!(await isUnerased(publication, transaction, erasures))) {',
    replace: 'if (erasures < 0) {',
    part: 'sqlite',
    tests: ['test/dashboard/moving/exports'],
  },
  {
    what: 'an erasure leaves the exports that hold the person',
    file: 'src/models/lifecycle/erasure.ts',
    find: '  await removeExports(publication, transaction);\n',
    replace: '',
    part: 'sqlite',
    tests: ['test/dashboard/moving/exports'],
  },
  {
    what: 'a worker that was taken for dead goes on writing its export',
    file: 'src/models/lifecycle/kept-export.ts',
    find: "{ id, attempts, state: 'running' }",
    replace: "{ id, attempts: attempts + 1, state: 'running' }",
    part: 'sqlite',
    tests: ['test/dashboard/moving/exports'],
  },
  {
    what: 'an export is kept for ever',
    file: 'src/models/lifecycle/retention.ts',
    find: "rule('expired_exports', 'exports', 'publication_id, id', 't.expires_at < ?', 0)",
    replace: "rule('expired_exports', 'exports', 'publication_id, id', 't.expires_at < ?', 9e9)",
    part: 'sqlite',
    tests: ['test/dashboard/moving/exports'],
  },
  {
    what: 'an import does not keep its place',
    file: 'src/moving/import-export.ts',
    find: 'await moveImport(publication, transaction, at, until);',
    replace: '',
    part: 'sqlite',
    tests: ['test/moving/round-trip'],
  },
  {
    what: 'a changed file of an export is believed',
    file: 'src/moving/read-export.ts',
    find: '!== entry.sha256)',
    replace: "=== '')",
    part: 'sqlite',
    tests: ['test/moving/command-line'],
  },
  {
    what: 'an export is imported over what a publication has',
    file: 'src/models/lifecycle/moving/import-state.ts',
    find: 'if (content !== undefined)',
    replace: "if (content === 'nothing')",
    part: 'sqlite',
    tests: ['test/moving/round-trip'],
  },
  {
    what: 'ids that the deployment has already are kept',
    file: 'src/moving/import-export.ts',
    find: 'return newShift();',
    replace: 'return NO_SHIFT;',
    part: 'sqlite',
    tests: ['test/moving/round-trip'],
  },
  {
    what: 'An export that was cut off is continued behind what it had written',
    file: 'src/moving/export-folder.ts',
    find: '{ mode: FILE_MODE, flush: isLast }',
    replace: "{ mode: FILE_MODE, flush: isLast, flags: 'a' }",
    part: 'faults',
    tests: ['test/faults/kill-export.test.ts'],
  },
  {
    what: 'A restore notes the place that it reached before the records are committed',
    file: 'src/moving/import-export.ts',
    find: `    await run(parts, at, async (transaction) => {
      await moveImport(publication, transaction, at, until);
`,
    replace: `    await run(parts, at, (transaction) => moveImport(publication, transaction, at, until));
    await run(parts, at, async (transaction) => {
`,
    part: 'faults',
    tests: ['test/faults/kill-export.test.ts'],
  },
];
