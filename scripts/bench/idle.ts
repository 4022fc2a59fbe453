// What a service costs whom nobody asks anything: CPU time of its process and of its database server.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from './measure.ts';
import { cpuMicroseconds, cpuOfFamily } from './process-usage.ts';
import { startService } from './service.ts';

/** The checkpoint after the filling; and PostgreSQL keeps the plan of a statement after its fifth run on a connection. */
const SETTLE_MILLISECONDS = 90_000;
const IDLE_MILLISECONDS = 30_000;
/** Milliseconds of CPU time a second. */
const DATABASE_MAX = 5;

export const idle: Part = {
  name: 'idle',
  what: 'CPU time while nothing happens',
  async run({ database: { serverPid, ...database } }) {
    const ofDatabase = (): number => (serverPid === undefined ? 0 : cpuOfFamily(serverPid));
    const [unused = 0] = await whileIdle(ofDatabase);
    const service = await startService({ serverPid, ...database });
    try {
      const [own = 0, used = 0] = await whileIdle(() => cpuMicroseconds(service.process.pid), ofDatabase);
      const figures = {
        'service ms/s': own.toFixed(1),
        'database ms/s': (used - unused).toFixed(1),
        'database unused ms/s': unused.toFixed(1),
      };
      const goal = { text: `database ≤ ${DATABASE_MAX} ms/s`, isMet: used - unused <= DATABASE_MAX };
      return [{ name: 'idle', figures, goal }];
    } finally {
      await service.end('SIGTERM');
    }
  },
};

/** @param readings CPU time in microseconds; returns the milliseconds a second of each */
async function whileIdle(...readings: readonly (() => number)[]): Promise<readonly number[]> {
  await sleep(SETTLE_MILLISECONDS);
  const before = readings.map((read) => read());
  await sleep(IDLE_MILLISECONDS);
  return readings.map((read, at) => (read() - (before[at] ?? 0)) / IDLE_MILLISECONDS);
}
