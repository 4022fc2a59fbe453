// Where databases of tests lie in memory, so that commits and copies do not wait for the disk: only a power cut could tell.
import { accessSync, constants, statfsSync } from 'node:fs';

/** Linux's folder in memory. */
const MEMORY_FOLDER = '/dev/shm';

/** Undefined where there is none, where we may not write to it, or where it has less room than that. */
export function memoryFolder(roomBytes: number): string | undefined {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= roomBytes ? MEMORY_FOLDER : undefined;
  } catch {
    return undefined;
  }
}
