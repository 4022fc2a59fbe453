// Generated requests in full numbers, by `npm run test:long`: `npm test` draws a few hundred for each operation, and a dozen for each page.
import { runVitest, type Outcome } from './outcome.ts';

/** Of docs/reliability.md, R-B2. */
const TWINS = [
  { file: 'test/api/twin.test.ts', settings: { TWIN_CASES: '10000' } },
  { file: 'test/oauth/twin.test.ts', settings: { TWIN_CASES: '5000' } },
  { file: 'test/pages/twin.test.ts', settings: { PAGE_CASES: '2000' } },
] as const;

export async function runTwins(print: (text: string) => void): Promise<Outcome> {
  const outcome = { passed: 0, failed: 0 };
  for (const { file, settings } of TWINS) {
    const { passed, failed } = await runVitest({ filters: [file], print }, 'sqlite', settings);
    outcome.passed += passed;
    outcome.failed += failed;
  }
  return outcome;
}
