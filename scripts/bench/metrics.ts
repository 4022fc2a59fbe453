// What METRICS_PORT costs a request: the service with it and without it, on the same lists.
import { measure, pairsOf, type Part } from './measure.ts';
import { serviceLists } from './reads.ts';

/** Of the rate without it. */
const RATE_MIN = 0.95;

export const metrics: Part = {
  name: 'metrics',
  what: 'lists with METRICS_PORT against the same without it',
  async run(stage) {
    // 0: any free port, where nobody asks.
    const counting = await serviceLists(stage.database, { METRICS_PORT: '0' });
    const quiet = await serviceLists(stage.database);
    const goals = [{ of: 'rate', least: RATE_MIN }] as const;
    const [first = ''] = quiet.map(({ name }) => name);
    return measure(stage, pairsOf(counting, quiet, { [first]: goals }).slice(0, 2));
  },
};
