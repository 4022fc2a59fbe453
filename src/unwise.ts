// Settings that are legal and unwise: the service starts, and says so in its log; check-config says it, too. One sentence each: what, and what to do.
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from './config.ts';
import { isLoopbackAddress } from './loopback.ts';
import { databaseAddresses } from './setting.ts';

/** statfs(2), by the number of the file system. SQLite needs locks and shared memory that work, which these do not promise. */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x69_69, 'NFS'],
  [0x51_7b, 'SMB'],
  [0xff_53_4d_42, 'CIFS'],
  [0xfe_53_4d_42, 'SMB'],
  [0x00_c3_64_00, 'Ceph'],
  [0x0b_d0_0b_d0, 'Lustre'],
  [0x53_46_41_4f, 'AFS'],
  [0x01_02_19_97, '9p'],
]);

type Checked = Pick<Config, 'databaseUrl' | 'replicaUrl' | 'mailUrl' | 'mailTls'>;

export function warningsOf(config: Checked, typeOf: (path: string) => number | undefined = fileSystemOf): string[] {
  return [
    ...plainTextFault('DATABASE_URL', config.databaseUrl),
    ...plainTextFault('DATABASE_READ_URL', config.replicaUrl),
    ...(isMailInPlainText(config)
      ? ['MAIL_TLS=optional lets mails with codes go in plain text to a mail server on another machine: leave it out']
      : []),
    ...networkFileFault(config, typeOf),
  ];
}

function plainTextFault(setting: string, url = 'sqlite:'): string[] {
  if (url.startsWith('sqlite:') || !databaseAddresses(url).some(isServerInPlainText)) return [];
  return [
    `${setting} switches off TLS, or the check of the certificate, for a PostgreSQL on another machine: leave sslmode out, or set sslmode=verify-full`,
  ];
}

function isServerInPlainText(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false;
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  const isHere = host === '' || host.startsWith('/') || isLoopbackAddress(host);
  // prefer and allow are those of libpq that take what the server offers.
  return !isHere && /^(?:disable|allow|prefer|no-verify)$/.test(searchParams.get('sslmode') ?? '');
}

function isMailInPlainText({ mailUrl, mailTls }: Checked): boolean {
  if (mailUrl === undefined || mailTls !== 'optional' || !URL.canParse(mailUrl)) return false;
  const { protocol, hostname } = new URL(mailUrl);
  return protocol === 'smtp:' && !isLoopbackAddress(hostname);
}

function networkFileFault({ databaseUrl }: Checked, typeOf: (path: string) => number | undefined): string[] {
  if (!databaseUrl.startsWith('sqlite:')) return [];
  const file = databaseUrl.slice('sqlite:'.length);
  const name = NETWORK_FILE_SYSTEMS.get(typeOf(dirname(file)) ?? 0);
  return name === undefined
    ? []
    : [
        `The SQLite file ${file} is on a network file system (${name}), where it can be damaged: set DATABASE_URL to a disk of this machine, or to PostgreSQL`,
      ];
}

/** Undefined for a folder that is not there yet. */
function fileSystemOf(path: string): number | undefined {
  try {
    // The number is unsigned, and Node gives it as it came.
    return statfsSync(path).type >>> 0;
  } catch {
    return undefined;
  }
}
