// Orders test files: the longest first, so that no worker ends with a long file while the other is idle. Vitest knows the duration of files that ran
// here before, without their setup; in a fresh clone it knows their sizes only.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take five seconds or more on either database, the longest first. */
const LONG = [
  'database/query-plans',
  'site/csrf',
  'api/twin',
  'cli/records',
  'payments/events',
  'oauth/twin',
  'reference/samples',
  'cli/endpoint',
  'outbound/dispatcher',
  'site/destinations',
  'payments/stripe-door',
  'cli/payment',
  'oauth/secret-key',
  'cli/stripe',
  'payments/checkout',
  'pages/checkout',
  'outbound/mail',
  'cli/refusals',
  'scripts/demo',
  'scripts/docs',
].map((name) => `/test/${name}.test.ts`);

export class LongestFirst extends BaseSequencer {
  /** Projects stay apart. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, which answers with a new list
    const sorted = await super.sort(files);
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flatMap((ofProject) =>
      ofProject.toSorted((a, b) => placeOf(a) - placeOf(b)),
    );
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? LONG.length : place;
}
