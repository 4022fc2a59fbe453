// The log: JSON lines without personal data. No IP address, e-mail address, code, token, cookie or query string is
// passed to it.
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

/** Writes to standard output unless a destination is given. */
export function createLogger(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const settings = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutValues },
  };
  return destination === undefined ? pino(settings) : pino(settings, destination);
}

/** The fields of an error that are logged. PostgreSQL gives more, such as `detail`, which quotes the row. */
const LOGGED = new Set([
  'type',
  'message',
  'stack',
  'code',
  'syscall',
  'statusCode',
  'severity',
  'table',
  'column',
  'constraint',
]);

function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fields = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(fields.filter(([name]) => LOGGED.has(name)));
}
