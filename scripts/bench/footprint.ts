// The footprint of the service: resident memory after lists, writes and pages, and the time from the start of the process to its first good answer at
// /readyz on an existing database, beside bare Fastify's.
import { median, type Part } from './measure.ts';
import { memoryMegabytes } from './process-usage.ts';
import { offersPage, serviceLists } from './reads.ts';
import { startReference, startService } from './service.ts';
import { serviceCreates } from './writes.ts';

const MEGABYTES_MAX = 160;
const STARTS = 9;
const MILLISECONDS_MAX = 1000;

export const memory: Part = {
  name: 'memory',
  what: 'resident memory after lists, creates and pages',
  async run({ database, loadProcess, length }) {
    const subjects = [...(await serviceLists(database)), serviceCreates(database), offersPage(database)];
    const service = await startService(database);
    try {
      for (const { prepare } of subjects)
        await loadProcess.run((await prepare(service))(0), length.rounds * length.seconds);
      const { now, peak } = memoryMegabytes(service.process.pid);
      const goal = { text: `≤ ${MEGABYTES_MAX} MB`, isMet: now <= MEGABYTES_MAX };
      return [{ name: 'resident memory', figures: { MB: now.toFixed(0), 'peak MB': peak.toFixed(0) }, goal }];
    } finally {
      await service.end('SIGTERM');
    }
  },
};

export const start: Part = {
  name: 'start',
  what: 'from the start of the process to ready',
  async run({ database }) {
    const bare: number[] = [];
    const service: number[] = [];
    for (let round = 0; round < STARTS; round += 1) {
      for (const [times, started] of [
        [bare, await startReference(['bare'])],
        [service, await startService(database)],
      ] as const) {
        times.push(started.readyAfter);
        await started.end('SIGTERM');
      }
    }
    const figures = (times: readonly number[]) => ({
      ms: median(times).toFixed(0),
      'lowest–highest': `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`,
    });
    const goal = { text: `≤ ${MILLISECONDS_MAX} ms`, isMet: median(service) <= MILLISECONDS_MAX };
    return [
      { name: 'service ready', figures: figures(service), goal },
      { name: 'bare Fastify ready', figures: figures(bare) },
    ];
  },
};
