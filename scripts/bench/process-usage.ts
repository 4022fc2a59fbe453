// What a process has used so far, from Linux's /proc; elsewhere unknown, and the columns stay empty.
import { readFileSync } from 'node:fs';

/** Of the interface, whatever the kernel's own clock is. */
const TICKS_PER_SECOND = 100;
const KIBIBYTES_PER_MEGABYTE = 1000 / 1.024;

/** CPU time of all threads, in microseconds. */
export function cpuMicroseconds(pid: number): number | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  // The name of the program, in parentheses, may hold spaces; user and system time are fields 14 and 15.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? undefined : ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS_PER_SECOND;
}

/** Resident memory now and at its highest, in MB. */
export function memoryMegabytes(pid: number): { readonly now: number; readonly peak: number } | undefined {
  const status = readOrUndefined(`/proc/${pid}/status`);
  const read = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status ?? '')?.[1]) / KIBIBYTES_PER_MEGABYTE;
  return status === undefined ? undefined : { now: read('VmRSS'), peak: read('VmHWM') };
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
