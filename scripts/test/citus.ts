// The journeys on a Citus cluster, by `npm run test:long`, where TEST_CITUS_URL names a coordinator (docs/scaling.md).
import type { Tried } from './generators.ts';
import { runVitest } from './outcome.ts';

/** Readers, relying parties, programs, payments, and what the worker does for them. */
const JOURNEYS = [
  'test/api/',
  'test/events/',
  'test/oauth/',
  'test/outbound/',
  'test/pages/',
  'test/payments/',
  'test/tenancy/',
];

export async function tryCitus(print: (text: string) => void): Promise<Tried> {
  const coordinator = process.env['TEST_CITUS_URL'];
  if (coordinator === undefined)
    return { passed: 0, failed: 0, notRun: ['Citus: TEST_CITUS_URL names no coordinator'] };
  const run = { filters: JOURNEYS, print };
  return { ...(await runVitest(run, 'postgres')), notRun: [] };
}
