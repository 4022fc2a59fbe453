// The walks of which `npm test` takes a part that changes from day to day (test/support/runs/drawn.ts), whole.
import { preparedChromium } from '../setup/chromium.mjs';
import { cannotRun, runVitest, type Outcome, type Run } from './outcome.ts';

const FILES = ['dashboard-axe', 'dashboard-every-way', 'every-way', 'every-way-account', 'languages'];

export async function runWalks(print: (text: string) => void): Promise<Outcome> {
  const run: Run = { filters: FILES.map((name) => `test/browser/${name}.test.ts`), print };
  const path = preparedChromium();
  if (path === undefined) return cannotRun(run, 'there is no Chromium: node scripts/setup.mjs --tests says why');
  return await runVitest(run, 'browser', { CHROMIUM_PATH: path, WALKS: 'all' });
}
