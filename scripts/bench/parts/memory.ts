// Memory: what the service holds after the parts before this one ran on it.
import type { Part } from '../part.ts';
import { memoryMegabytes } from '../process-usage.ts';

const MOST_MEGABYTES = 160;

export const memory: Part = {
  name: 'memory',
  what: 'resident memory after the parts before',
  async run({ service }) {
    const used = service.process.pid === undefined ? undefined : memoryMegabytes(service.process.pid);
    if (used === undefined) return [{ name: 'resident memory', figures: { MB: 'unknown on this system' } }];
    const figures = { MB: used.now.toFixed(0), 'peak MB': used.peak.toFixed(0) };
    return [
      { name: 'resident memory', figures, goal: { text: `≤ ${MOST_MEGABYTES} MB`, isMet: used.now <= MOST_MEGABYTES } },
    ];
  },
};
