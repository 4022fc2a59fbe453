// Secrets may come in files, as container engines and service managers hand them over: NAME_FILE is the path of a file that holds the value of NAME.
import { readFileSync } from 'node:fs';
import { GATEWAY_SECRETS } from './payments/deployment-settings.ts';
import type { Settings } from './setting.ts';

/** The settings that are secret, or have a password in them. TLS_KEY is a path already. */
export const SECRET_SETTINGS = [
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'MAIL_URL',
  'MAIL_WEBHOOK_SECRET',
  'SECRET_KEY',
  'SENDGRID_WEBHOOK_KEY',
  ...GATEWAY_SECRETS,
] as const;

interface WithFiles {
  readonly settings: Settings;
  /** One line each: which setting, which file, and what to do. */
  readonly faults: readonly string[];
  /** The settings that the faults are about. */
  readonly missing: readonly string[];
}

type Read = { readonly value: string } | { readonly fault: string };

/** Puts the content of each file in the place of its setting. @param given without empty settings */
export function readSecretFiles(given: Settings): WithFiles {
  const rows = SECRET_SETTINGS.flatMap((name) => {
    const path = given[`${name}_FILE`];
    return path === undefined ? [] : [{ name, read: readSecret(given, name, path) }];
  });
  return {
    settings: {
      ...given,
      ...Object.fromEntries(rows.flatMap(({ name, read }) => ('value' in read ? [[name, read.value]] : []))),
    },
    faults: rows.flatMap(({ read }) => ('fault' in read ? [read.fault] : [])),
    missing: rows.flatMap(({ name, read }) => ('fault' in read ? [name] : [])),
  };
}

function readSecret(given: Settings, name: string, path: string): Read {
  if (given[name] !== undefined) return { fault: `${name} and ${name}_FILE are both set: unset one of them` };
  try {
    // Editors and `echo` end a file with a new line, which is no part of the secret.
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    if (value === '') return { fault: `${name}_FILE names ${path}, which is empty: write the value into it` };
    return /[\r\n\0]/.test(value)
      ? { fault: `${name}_FILE names ${path}, which has more than one line: write the value alone into it` }
      : { value };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { fault: `${name}_FILE names ${path}, which ${WHY[code] ?? `cannot be read (${code})`}` };
  }
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist: correct the path, or make the file',
  EACCES: 'this user may not read: give it the right to, or correct the path',
  EPERM: 'this user may not read: give it the right to, or correct the path',
  EISDIR: 'is a folder: name a file',
  ENOTDIR: 'does not exist: correct the path, or make the file',
};
