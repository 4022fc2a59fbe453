// Time as processes have it that wait for a processor: what a machine that is busy with other things takes is not the service's own delay.
import { readFileSync } from 'node:fs';

/** How many milliseconds the main thread of a process was ready to run and could not, as Linux counts it; 0 where nobody counts, and once it is gone. */
export function processorWait(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** A clock in milliseconds that stands still while this process or those, which have to be running, wait for a processor. */
export function ownTime(...pids: readonly number[]): number {
  return [process.pid, ...pids].reduce((time, pid) => time - processorWait(pid), performance.now());
}
