// When the parts of the worker are woken: after commits, and by the clock. No timer keeps the process alive.
import type { Database } from './database/connection.ts';

/** Wakes a part this long after the first of the commits that came since it was last woken. Returns a function that stops it. */
export function wakeAfterCommits(database: Database, part: { wake(): void }, milliseconds: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stop = database.listen('commits', () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      part.wake();
    }, milliseconds).unref();
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Returns a function that stops the timer. */
export function startTimer(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds).unref();
  return () => clearTimeout(timer);
}

/** Returns a function for each timer that stops it. */
export function startTimers(...rows: readonly (readonly [run: () => void, milliseconds: number])[]): (() => void)[] {
  return rows.map(([run, milliseconds]) => {
    const timer = setInterval(run, milliseconds).unref();
    return () => clearInterval(timer);
  });
}
