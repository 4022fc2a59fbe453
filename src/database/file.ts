// The file of a SQLite database and its folder: only the user whom the service runs as may read what is in them. Files
// beside it (-wal, -shm) get the rights of the database from SQLite.
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OF_OTHERS = 0o077;
const BESIDE = ['', '-wal', '-shm'];

/** Something is at the path that is neither a file nor absent: a folder, a device, a pipe. */
class NotAFile extends Error {
  override readonly name = 'NotAFile';
  readonly code = 'NOT_A_FILE';
}

/** Something is at the path that is no folder. */
class NotAFolder extends Error {
  override readonly name = 'NotAFolder';
  readonly code = 'ENOTDIR';
  readonly path: string;

  constructor(path: string) {
    super(`${path} is not a folder`);
    this.path = path;
  }
}

/**
 * Makes the folder and those above it that are missing. Step by step, since the recursive mkdir of Node never ends where
 * the system refuses a folder by ENOENT, as under /proc.
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

/** Throws NotAFolder where something else is at the path. */
function isFolder(path: string): boolean {
  if (!existsSync(path)) return false;
  if (!statSync(path).isDirectory()) throw new NotAFolder(path);
  return true;
}

/**
 * Makes the file where it is missing, in an existing folder. Throws where it may not be written: SQLite would open it
 * read-only, and every write would fail; and NotAFile, since SQLite would wait for ever at the end of a pipe.
 * @returns a function that takes the rights of others away from what is there, to be called once the database is open
 */
export function claimFile(file: string): () => void {
  if (existsSync(file)) {
    if (!statSync(file).isFile()) throw new NotAFile(file);
    accessSync(file, constants.R_OK | constants.W_OK);
    return () => restrict(...BESIDE.map((end) => file + end));
  }
  // As initdb of PostgreSQL does: a folder that holds nothing else is the database's own.
  const isOwnFolder = readdirSync(dirname(file)).length === 0;
  closeSync(openSync(file, 'a', FILE_MODE));
  return () => restrict(...(isOwnFolder ? [dirname(file)] : []));
}

function restrict(...paths: readonly string[]): void {
  for (const path of paths) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & OF_OTHERS) !== 0) chmodAsOwner(path, mode & ~OF_OTHERS);
  }
}

/** What belongs to another user keeps its rights. */
function chmodAsOwner(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}
