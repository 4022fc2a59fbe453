// Measures time without the wait for a processor, since delays of a busy machine are not the service's own.
import { readFileSync } from 'node:fs';

/** The milliseconds for which the main thread of a process was ready to run and waited, by Linux's count; 0 elsewhere, and once the process is gone. */
export function processorWait(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** A clock in milliseconds that stops while this process or the given running ones wait for a processor. */
export function ownTime(...pids: readonly number[]): number {
  return [process.pid, ...pids].reduce((time, pid) => time - processorWait(pid), performance.now());
}
