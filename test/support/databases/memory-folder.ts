// A folder in memory for the databases of tests, so that commits and copies do not wait for the disk; only a power cut would show a difference.
import { accessSync, constants, statfsSync } from 'node:fs';

/** Linux's folder in memory. */
const MEMORY_FOLDER = '/dev/shm';

/** Returns undefined where there is none, where we may not write to it, or where it has too little space. */
export function memoryFolder(roomBytes: number): string | undefined {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= roomBytes ? MEMORY_FOLDER : undefined;
  } catch {
    return undefined;
  }
}
