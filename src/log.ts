// The log: JSON lines without personal data. No IP address, e-mail address, code, token, cookie or query string is
// passed to it.
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

/** Writes to standard output unless a destination is given. */
export function createLogger(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const settings = { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return destination === undefined ? pino(settings) : pino(settings, destination);
}
