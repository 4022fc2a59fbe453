// A disk of a few megabytes that can be filled: a file system in memory for one process, by a mount namespace.
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inNamespace } from '../processes/mount-namespace.ts';

const MEBIBYTES = 16;
const FULL = 'ENOSPC';

const MOUNT = `
mount -t tmpfs -o size=${MEBIBYTES}m masthead "$0/disk" && cp "$0"/*.sqlite "$0/disk" || {
  echo "no small disk can be mounted here: run the tests as root, or allow users to make namespaces" >&2; exit 1; }`;

/** @param folder with a folder \`disk\` in it; what its parent has of databases is copied there. */
export function onSmallDisk(folder: string): readonly string[] {
  return inNamespace(MOUNT, folder);
}

/** The folder in that process's namespace. */
export function seenBy(pid: number, folder: string): string {
  return join('/proc', String(pid), 'root', folder);
}

/** Fills the disk to the last page; returns a function that frees the space. */
export function fill(disk: string): () => void {
  const file = join(disk, 'ballast');
  for (const bytes of [2 ** 20, 4096]) {
    while (isWritten(file, bytes));
  }
  if (statfsSync(disk).bavail > 0) throw new Error(`${disk} is not full`);
  return () => rmSync(file);
}

function isWritten(file: string, bytes: number): boolean {
  try {
    writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    return true;
  } catch (error) {
    if (Object(error).code === FULL) return false;
    throw error;
  }
}
