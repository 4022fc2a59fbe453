// Why the service could not start: one line that says what, where, and what to do. The file or database itself is left as it is.
import { dirname } from 'node:path';
import { InvalidConfig, type Config } from './config.ts';
import { isUnavailable, UserIsBound } from './database/connection.ts';
import { WrongEnvironment } from './database/environment.ts';
import { MigrationHeldUp } from './database/migrating/apply.ts';
import { OlderInstances } from './database/migrating/running-instances.ts';
import { NeedsLaterVersion, UnfitSchema } from './database/migrating/schema-state.ts';

export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

type Explain = (config: Config, error: Error) => string;

const sqliteFile = (config: Config): string => config.databaseUrl.replace(/^sqlite:/, '');

const database = (config: Config): string =>
  config.databaseUrl.startsWith('sqlite:') ? sqliteFile(config) : databaseServer(config);

/** Without user and password. */
function databaseServer(config: Config): string {
  if (!URL.canParse(config.databaseUrl)) return 'any server of DATABASE_URL';
  const url = new URL(config.databaseUrl);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

const noServer: Explain = (config, error) =>
  `No PostgreSQL answers at ${databaseServer(config)} (${error.message}): start it, or correct DATABASE_URL.`;
const noAddress: Explain = (config, error) => {
  const { host, setting } = listenerOf(config, error);
  return `This machine has no address ${host}: correct ${setting.replace('PORT', 'HOST')}.`;
};

/** The listener that the system refused: of HTTP, of metrics, or of mails that come back. */
function listenerOf({ host, port, bounceListener, watching: { metrics } }: Config, error: Error) {
  if (metrics !== undefined && 'port' in error && error.port === metrics.port)
    return { ...metrics, setting: 'METRICS_PORT' };
  const isOfBounces = bounceListener !== undefined && 'port' in error && error.port === bounceListener.port;
  return isOfBounces ? { ...bounceListener, setting: 'BOUNCE_PORT' } : { host, port, setting: 'PORT' };
}
const notReadable: Explain = (_config, error) =>
  `A file that DATABASE_URL names cannot be read (${error.message}): correct DATABASE_URL.`;
const notWritable: Explain = (config) =>
  `${sqliteFile(config)} cannot be opened for writing: give this user the right to write the file and its folder, or set DATA_DIR or DATABASE_URL to another place.`;
const notADatabase: Explain = (config) =>
  `${sqliteFile(config)} is no SQLite database, or is damaged: restore it from a backup, or move it away to start anew. It was not touched.`;

const notTrusted: Explain = (config, error) =>
  `The certificate of PostgreSQL at ${databaseServer(config)} is not trusted (${error.message}): name its authority in DATABASE_URL by sslrootcert=FILE, or correct the host.`;
/** pg gives this error no code. */
const WITHOUT_TLS = 'The server does not support SSL connections';
const withoutTls: Explain = (config) =>
  `PostgreSQL at ${databaseServer(config)} has no TLS, and is not on this machine: switch ssl on there, or add sslmode=disable to DATABASE_URL where the network between is trusted.`;

/** About the path that the system refused; `$` in the text is the setting that names it. */
function ofPath(text: string): Explain {
  return ({ databaseUrl, dataDir }, error) => {
    const folder = databaseUrl.startsWith('sqlite:') ? dirname(databaseUrl.slice('sqlite:'.length)) : dataDir;
    const path = 'path' in error && typeof error.path === 'string' ? error.path : folder;
    return `${path} ${text.replace('$', folder === dataDir ? 'DATA_DIR' : 'DATABASE_URL')}`;
  };
}
const notWritablePath = ofPath(
  'cannot be written: give this user the right to write there, or set $ to another place.',
);

const EXPLANATIONS: Record<string, Explain> = {
  EADDRINUSE: (config, error) => {
    const { host, port, setting } = listenerOf(config, error);
    return `Port ${port} on ${host} is taken: stop what listens there, or set ${setting} to another.`;
  },
  EACCES: (config, error) => {
    const call = 'syscall' in error ? error.syscall : undefined;
    if (call === 'listen') {
      const { port, setting } = listenerOf(config, error);
      return `Port ${port} needs more rights than this user has: set ${setting} to one above 1023.`;
    }
    return call === 'access' ? notWritable(config, error) : notWritablePath(config, error);
  },
  EPERM: notWritablePath,
  ENOENT: ofPath('cannot be created: set $ to a place where files can be made.'),
  EROFS: ofPath('is on a read-only file system: set $ to a place that can be written.'),
  ENOTDIR: ofPath('is not a folder: set $ to one.'),
  EEXIST: ofPath('is not a folder: set $ to one.'),
  ELOOP: ofPath('is a link that leads to itself: set $ to another place.'),
  ENAMETOOLONG: ofPath('is too long a name for the file system: set $ to a shorter one.'),
  ENOSPC: ofPath('is on a disk without space: free some, or set $ to another place.'),
  NOT_A_FILE: (config) =>
    `${sqliteFile(config)} is a folder, a device or a pipe, and not a file: set DATABASE_URL to a file, or DATA_DIR to a folder.`,
  EADDRNOTAVAIL: noAddress,
  SQLITE_CANTOPEN: notWritable,
  SQLITE_READONLY: notWritable,
  SQLITE_NOTADB: notADatabase,
  SQLITE_CORRUPT: notADatabase,
  SQLITE_IOERR: (config, error) =>
    `${sqliteFile(config)} cannot be read or written (${error.message}): set DATA_DIR or DATABASE_URL to a place on a disk.`,
  SQLITE_BUSY: (config) =>
    `${sqliteFile(config)} is locked by another process: stop that one, or set DATA_DIR or DATABASE_URL to another place.`,
  SQLITE_FULL: (config) => `No space is left for ${sqliteFile(config)}: free some.`,
  ECONNREFUSED: noServer,
  ENOTFOUND: noServer,
  EAI_AGAIN: noServer,
  ETIMEDOUT: noServer,
  [WITHOUT_TLS]: withoutTls,
  DEPTH_ZERO_SELF_SIGNED_CERT: notTrusted,
  SELF_SIGNED_CERT_IN_CHAIN: notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notTrusted,
  CERT_HAS_EXPIRED: notTrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: notTrusted,
  '28P01': (config) =>
    `PostgreSQL at ${databaseServer(config)} refuses the user or password of DATABASE_URL: correct them.`,
  '28000': (config) =>
    `PostgreSQL at ${databaseServer(config)} refuses the user of DATABASE_URL: correct it, or allow it in pg_hba.conf.`,
  '3D000': (config) => `PostgreSQL has no database at ${databaseServer(config)}: create it, or correct DATABASE_URL.`,
};

/** What to do; the first that fits. */
const SCHEMA: readonly (readonly [new (...values: never[]) => Error, string])[] = [
  [NeedsLaterVersion, 'install that version, or restore a backup of before the upgrade.'],
  [UnfitSchema, 'install the version that made it, or set DATABASE_URL to another database.'],
  [OlderInstances, 'stop it, or wait for 90 seconds if it was killed, and start again. Nothing was changed.'],
  [UserIsBound, 'make it their owner, or let it bypass row-level security.'],
  [MigrationHeldUp, 'end the transactions that last, such as a dump, and start again. The steps before it stay.'],
];

/** An error that nobody foresaw passes as it is, with its stack. */
export function toStartFailure(error: unknown, config: Config): Error {
  if (error instanceof InvalidConfig || error instanceof StartFailure) return error;
  if (error instanceof WrongEnvironment) return new StartFailure(explainEnvironment(config, error), { cause: error });
  if (!(error instanceof Error)) return new StartFailure(String(error));
  const schema = SCHEMA.find(([kind]) => error instanceof kind);
  if (schema !== undefined)
    return new StartFailure(`The schema of ${database(config)} cannot be used: ${error.message}: ${schema[1]}`, {
      cause: error,
    });
  const code = codeOf(error);
  const explain = byCause(config, error) ?? EXPLANATIONS[code] ?? EXPLANATIONS[code.split('_').slice(0, 2).join('_')];
  return explain === undefined ? error : new StartFailure(explain(config, error), { cause: error });
}

/** What a code alone does not tell: several of them mean a folder, HOST or the PostgreSQL server. */
function byCause({ host, databaseUrl, dataDir }: Config, error: Error): Explain | undefined {
  if ('hostname' in error && error.hostname === host) return noAddress;
  if (databaseUrl.startsWith('sqlite:')) return undefined;
  if ('syscall' in error && error.syscall === 'connect') return noServer;
  if ('path' in error && typeof error.path === 'string' && !error.path.startsWith(dataDir)) return notReadable;
  return EXPLANATIONS[codeOf(error)] === undefined && isUnavailable(error) ? noServer : undefined;
}

function explainEnvironment(config: Config, { owner }: WrongEnvironment): string {
  return `The database ${database(config)} belongs to the ${owner} environment, and this is the ${config.environment} environment: set ENVIRONMENT=${owner} to use it, or DATABASE_URL to another database.`;
}

function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error.message === WITHOUT_TLS) return WITHOUT_TLS;
  // A refused connection to every address of a name arrives as one error around them.
  return error instanceof AggregateError && error.errors[0] instanceof Error ? codeOf(error.errors[0]) : '';
}
