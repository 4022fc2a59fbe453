// CPU time and memory of a process, from Linux's /proc; unknown elsewhere.
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of /proc, whatever the kernel's own clock is. */
const TICKS_PER_SECOND = 100;
const KIBIBYTES_PER_MEGABYTE = 1000 / 1.024;

interface Usage {
  readonly parent: number;
  /** Microseconds of all threads. */
  readonly own: number;
  /** The same for children that have ended. */
  readonly ended: number;
}

/** CPU time of all threads, in microseconds; NaN where it is unknown. */
export function cpuMicroseconds(pid: number | undefined): number {
  return usageOf(String(pid))?.own ?? Number.NaN;
}

/** The same for a process with its children, such as PostgreSQL's backends. */
export function cpuOfFamily(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => usageOf(name) ?? [])
    .filter(({ parent }) => parent === pid);
  const { own, ended } = usageOf(String(pid)) ?? { own: Number.NaN, ended: Number.NaN };
  return children.reduce((sum, child) => sum + child.own + child.ended, own + ended);
}

function usageOf(pid: string): Usage | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  // The name of the program, in parentheses, may hold spaces; from the state on, which is field 3, there are none.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  const microseconds = (first: number): number =>
    ((Number(fields[first - 3]) + Number(fields[first - 2])) * 1e6) / TICKS_PER_SECOND;
  return { parent: Number(fields[4 - 3]), own: microseconds(14), ended: microseconds(16) };
}

/** Resident memory now and at its highest, in MB. */
export function memoryMegabytes(pid: number | undefined): { readonly now: number; readonly peak: number } {
  const status = readOrUndefined(`/proc/${pid}/status`);
  const read = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status ?? '')?.[1]) / KIBIBYTES_PER_MEGABYTE;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
