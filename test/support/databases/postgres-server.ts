// One PostgreSQL for a test run: its own data folder, a free loopback port, a password nobody else knows.
// It throws where it cannot run, since a test run without PostgreSQL must fail and not be skipped.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { preparePostgres, sharedTemporaryFolder, type User } from '../../../scripts/setup/postgres.mjs';
import { memoryFolder } from './memory-folder.ts';

export interface PostgresServer {
  /** The address of the database `postgres`, as a superuser. */
  readonly url: string;
  /** Ends the server and deletes its data. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Off, a commit does not wait for the disk: faster, and only a power cut would show a difference. */
  readonly fsync?: boolean;
  readonly maxConnections?: number;
  /** A folder that keeps the data between runs. By default the data are deleted. */
  readonly keptFolder?: string;
  /** PEM: with them the server speaks TLS, besides plain text. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The port, such as that of a server that ran before. By default a free one. */
  readonly port?: number;
}

const START_TIMEOUT_MILLISECONDS = 60_000;
/** Three times the most that a whole run takes, write-ahead log included, as other programs use this memory, too. */
const ROOM_IN_MEMORY_BYTES = 4 * 2 ** 30;

// The shell stands between us and the server: when this process ends, in whatever way, kill -9 included, its standard input closes;
// then it stops the server by its process id (SIGQUIT: at once, the data is thrown away) and deletes the folder. Kept data gets a clean stop.
const KEEPER = `
exec 3<&0
"$@" </dev/null & server=$!
{ read -r _ <&3; kill -"$SIGNAL" "$server"; } 2>/dev/null & watcher=$!
wait "$server"; status=$?
kill "$watcher" 2>/dev/null
[ "$SIGNAL" = INT ] || rm -rf "$FOLDER"
exit "$status"
`;

/** Starts a server and waits until it answers. Throws with the server's output when it does not start. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { binFolder, user } = preparePostgres();
  const { keptFolder, fsync = false } = options;
  const folder = keptFolder ?? (await mkdtemp(join(parentFolder(fsync), 'masthead-test-')));
  try {
    const password = await openFolder(binFolder, folder, user);
    if (options.tls !== undefined) await writeTls(folder, options.tls, user);
    const port = options.port ?? (await findFreePort());
    const keeper = await startServer(join(binFolder, 'postgres'), folder, { port, options, user });
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop: () => stopServer(keeper) };
  } catch (error) {
    if (keptFolder === undefined) await rm(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL cannot run: ${String(error)}`, { cause: error });
  }
}

/** In memory, unless a disk is asked for, since a disk's file system is slow to allocate the hundreds of files of each copied database. */
function parentFolder(fsync: boolean): string {
  return (fsync ? undefined : memoryFolder(ROOM_IN_MEMORY_BYTES)) ?? sharedTemporaryFolder();
}

/** The password of the server whose data are in the folder; runs initdb where there are none. */
async function openFolder(binFolder: string, folder: string, user: User | undefined): Promise<string> {
  // The server's first start writes this file; without it initdb may not have finished.
  if (existsSync(join(folder, 'data', 'postmaster.opts'))) return readFile(join(folder, 'password'), 'utf8');
  await rm(join(folder, 'data'), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const password = randomBytes(16).toString('hex');
  await initialize(binFolder, folder, password, user);
  return password;
}

async function initialize(binFolder: string, folder: string, password: string, user: User | undefined): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  if (user !== undefined) {
    await chown(folder, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const flags = [
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  await promisify(execFile)(join(binFolder, 'initdb'), ['-D', join(folder, 'data'), ...flags], {
    cwd: folder,
    ...user,
  });
}

/** The server insists that nobody but its user may read the key. */
async function writeTls(
  folder: string,
  { key, cert }: NonNullable<PostgresOptions['tls']>,
  user: User | undefined,
): Promise<void> {
  for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': cert })) {
    const file = join(folder, 'data', name);
    await writeFile(file, text, { mode: 0o600 });
    if (user !== undefined) await chown(file, user.uid, user.gid);
  }
}

function settings(port: number, { fsync = false, maxConnections = 100, tls }: PostgresOptions): Record<string, string> {
  const durability = fsync ? 'on' : 'off';
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: String(maxConnections),
    ssl: tls === undefined ? 'off' : 'on',
    fsync: durability,
    synchronous_commit: durability,
    full_page_writes: durability,
    // A time zone other than UTC finds code that forgets to state UTC.
    timezone: 'Pacific/Chatham',
  };
}

async function startServer(
  command: string,
  folder: string,
  { port, options, user }: { port: number; options: PostgresOptions; user: User | undefined },
): Promise<ChildProcess> {
  const flags = Object.entries(settings(port, options)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sh', command, '-D', join(folder, 'data'), ...flags], {
    cwd: folder,
    // Of its own group, so that Ctrl-C at the terminal reaches the shell through the closed pipe only.
    detached: true,
    env: {
      PATH: '/usr/bin:/bin',
      LC_ALL: 'C',
      FOLDER: folder,
      SIGNAL: options.keptFolder === undefined ? 'QUIT' : 'INT',
    },
    stdio: ['pipe', 'ignore', 'pipe'],
    ...user,
  });
  await becomesReady(keeper);
  return keeper;
}

async function becomesReady(keeper: ChildProcess): Promise<void> {
  const log: string[] = [];
  const started = Promise.withResolvers<void>();
  keeper.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log.push(text);
    if (/ready to accept (?:read-only )?connections/.test(log.join(''))) started.resolve();
  });
  keeper.once('error', started.reject);
  keeper.once('exit', () => started.reject(new Error(log.join(''))));
  const timeout = setTimeout(
    () => started.reject(new Error(`not ready in time\n${log.join('')}`)),
    START_TIMEOUT_MILLISECONDS,
  );
  try {
    await started.promise;
  } catch (error) {
    keeper.stdin?.destroy();
    throw error;
  } finally {
    clearTimeout(timeout);
    keeper.stderr?.removeAllListeners('data').resume();
  }
}

async function stopServer(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return;
  const exited = once(keeper, 'exit');
  keeper.stdin?.destroy();
  await exited;
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
