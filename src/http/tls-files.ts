// Reads certificate and key where the service terminates TLS itself (decisions 7).
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { InvalidConfig, type Config } from '../config.ts';

/** Throws InvalidConfig. */
export function readTlsFiles({ certificate, key }: NonNullable<Config['tls']>): { cert: Buffer; key: Buffer } {
  const files = { cert: readFile('TLS_CERTIFICATE', certificate), key: readFile('TLS_KEY', key) };
  try {
    createSecureContext(files);
  } catch (error) {
    throw new InvalidConfig([
      `TLS_CERTIFICATE ${certificate} and TLS_KEY ${key} must be PEM files that belong together (${messageOf(error)})`,
    ]);
  }
  return files;
}

function readFile(setting: string, path: string): Buffer {
  try {
    // A pipe would be waited for.
    if (statSync(path).isFile()) return readFileSync(path);
  } catch (error) {
    throw new InvalidConfig([`${setting} cannot be read (${messageOf(error)})`]);
  }
  throw new InvalidConfig([`${setting} ${path} is not a file`]);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
