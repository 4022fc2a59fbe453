// Builds the Go client of OpenID Connect by which tests sign in; finds a Go compiler, or installs Debian's.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  cacheFolder,
  CannotPrepare,
  findCommand,
  installDebianPackages,
  isExecutable,
  lastLines,
  projectFolder,
  readState,
  remember,
  run,
  say,
} from './machine.mjs';

const source = join(projectFolder, 'test', 'clients', 'go');
const OLDEST_MINOR = 19;
const PATHS = ['/usr/local/go/bin/go', '/opt/homebrew/bin/go', '/usr/lib/go/bin/go'];

const folder = join(cacheFolder, 'go');
const path = join(folder, 'path');
/**
 * Go's settings for all that the set-up and the tests build: with the same flags, shared packages such as the standard library are compiled once.
 * Each program runs for seconds, so the build is made fast: no C, no inlining, no debug information, and few garbage collections of the compiler.
 */
export const goEnvironment = {
  GOPATH: path,
  GOMODCACHE: join(path, 'pkg', 'mod'),
  GOCACHE: join(folder, 'build'),
  CGO_ENABLED: '0',
  GOGC: '400',
  GOFLAGS: "-buildvcs=false -modcacherw -trimpath -ldflags=-s '-gcflags=all=-l -dwarf=false'",
};

/** The program that the tests run; it exists after `prepareGoClient`. */
export const goClient = join(folder, 'client');

/** Builds the client from its pinned modules unless it is there. Throws CannotPrepare. */
export function prepareGoClient() {
  const key = keyOfSource();
  if (readState()['go'] === key && existsSync(goClient)) return;
  const go = getGo();
  say('building the Go client into .cache/go (about half a minute, once)');
  const result = run(go, ['build', '-o', goClient, '.'], { cwd: source, env: goEnvironment });
  if (!result.ok) throw new CannotPrepare(`the Go client cannot be built\n${lastLines(result.output)}`);
  remember('go', key);
}

/**
 * A Go that is recent enough, installed if necessary. Throws CannotPrepare.
 * @param {number} [oldestMinor]
 */
export function getGo(oldestMinor = OLDEST_MINOR) {
  return findGo(oldestMinor) ?? installGo(oldestMinor);
}

function keyOfSource() {
  const files = readdirSync(source)
    .filter((name) => /\.go$|^go\.(mod|sum)$/.test(name))
    .toSorted();
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${goEnvironment.GOMODCACHE}`);
  for (const file of files) hash.update(file).update(readFileSync(join(source, file)));
  return hash.digest('hex');
}

/**
 * The Go of the tests; undefined when none is new enough.
 * @param {number} [oldestMinor] 19 for Go 1.19
 */
export function findGo(oldestMinor = OLDEST_MINOR) {
  const onPath = findCommand('go');
  return [...(onPath === undefined ? [] : [onPath]), ...PATHS.filter(isExecutable)].find(
    (go) => minorOf(go) >= oldestMinor,
  );
}

/** @param {string} go */
function minorOf(go) {
  const [, minor] = /\bgo1\.(\d+)/.exec(run(go, ['version']).output) ?? [];
  return Number(minor);
}

/** @param {number} oldestMinor */
function installGo(oldestMinor) {
  const reason = installDebianPackages(['golang-go']);
  const go = findGo(oldestMinor);
  if (go !== undefined) return go;
  const how = `install Go 1.${oldestMinor} or newer (on Debian: apt-get install golang-go)`;
  throw new CannotPrepare(
    `there is no Go of 1.${oldestMinor} or newer${reason === undefined ? '' : `, and ${reason}`}\n    ${how}`,
  );
}
