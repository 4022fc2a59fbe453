// The walks of which `npm test` takes a part that changes from day to day (test/support/runs/drawn.ts), whole.
import { preparedChromium } from '../setup/chromium.mjs';
import { cannotRun, runVitest, type Outcome, type Run } from './outcome.ts';

const IN_BROWSER = ['dashboard-axe', 'dashboard-every-way', 'every-way', 'every-way-account', 'languages'];
const OF_MAILS = ['test/mails/whole-life.test.ts'];

export async function runWalks(print: (text: string) => void): Promise<Outcome> {
  const mails = await runVitest({ filters: OF_MAILS, print }, 'sqlite', { WALKS: 'all' });
  const run: Run = { filters: IN_BROWSER.map((name) => `test/browser/${name}.test.ts`), print };
  const path = preparedChromium();
  const pages =
    path === undefined
      ? cannotRun(run, 'there is no Chromium: node scripts/setup.mjs --tests says why')
      : await runVitest(run, 'browser', { CHROMIUM_PATH: path, WALKS: 'all' });
  return { passed: mails.passed + pages.passed, failed: mails.failed + pages.failed };
}
