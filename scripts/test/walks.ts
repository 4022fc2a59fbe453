// The walks and cases of which `npm test` takes a part that changes from day to day (test/support/runs/drawn.ts), whole.
import { preparedChromium } from '../setup/chromium.mjs';
import { cannotRun, runVitest, type Outcome, type Run } from './outcome.ts';

const IN_BROWSER = [
  'axe',
  'dashboard-axe',
  'dashboard-every-way',
  'docs',
  'every-way',
  'every-way-account',
  'languages',
];
const ON_SQLITE = ['test/mails/whole-life.test.ts'];
const ON_BOTH = [
  'test/database/fail-at-n.test.ts',
  'test/database/query-plans.test.ts',
  'test/payments/events.test.ts',
];
/** Of which `npm test` runs one half a day there. */
const ON_POSTGRES = ['bounces', 'dashboard', 'figures', 'mails', 'pages', 'payments', 'receipts'].map(
  (folder) => `test/${folder}/`,
);
const WHOLE = { WALKS: 'all' };

export async function runWalks(print: (text: string) => void): Promise<Outcome> {
  const outcomes = [
    await runVitest({ filters: [...ON_SQLITE, ...ON_BOTH], print }, 'sqlite', WHOLE),
    await runVitest({ filters: [...ON_BOTH, ...ON_POSTGRES], print }, 'postgres', WHOLE),
    await runVitest({ filters: [], print }, 'sdk', WHOLE),
    await runInBrowser(print),
  ];
  return outcomes.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }));
}

async function runInBrowser(print: (text: string) => void): Promise<Outcome> {
  const run: Run = { filters: IN_BROWSER.map((name) => `test/browser/${name}.test.ts`), print };
  const path = preparedChromium();
  if (path === undefined) return cannotRun(run, 'there is no Chromium: node scripts/setup.mjs --tests says why');
  return await runVitest(run, 'browser', { CHROMIUM_PATH: path, ...WHOLE });
}
