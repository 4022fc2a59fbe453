// How long a process was ready to run and had no processor: the delay of a machine that is busy with other things, not the service's own.
import { existsSync, readFileSync } from 'node:fs';

/** Milliseconds of its main thread since it began, as Linux counts them; 0 where nobody counts, and once the process is gone. */
export function processorWait(pid: number): number {
  const file = `/proc/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6 : 0;
}
