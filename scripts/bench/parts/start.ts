// Start: from the start of the process to its first good answer at /readyz, on a database that is there already; beside it bare Fastify.
import type { PartAlone } from '../part.ts';
import { startReference } from '../reference.ts';
import { median } from '../rounds.ts';
import { startService } from '../service-process.ts';

const STARTS = 9;
const MOST_MILLISECONDS = 1000;

export const start: PartAlone = {
  name: 'start',
  what: 'from the start of the process to ready',
  async run({ database }) {
    const bare: number[] = [];
    const service: number[] = [];
    for (let round = 0; round < STARTS; round += 1) {
      for (const [times, started] of [
        [bare, await startReference(['bare'])],
        [service, await startService(database.url)],
      ] as const) {
        times.push(started.readyAfter);
        await started.end('SIGTERM');
      }
    }
    const figures = (times: readonly number[]) => ({
      ms: median(times).toFixed(0),
      'lowest–highest': `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`,
    });
    return [
      { name: 'bare Fastify ready', figures: figures(bare) },
      {
        name: 'service ready',
        figures: figures(service),
        goal: { text: `≤ ${MOST_MILLISECONDS} ms`, isMet: median(service) <= MOST_MILLISECONDS },
      },
    ];
  },
};
