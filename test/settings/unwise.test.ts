// What is legal and unwise: said for servers on other machines and for files on other machines' disks, and for nothing on this one.
import { expect, test } from 'vitest';
import { warningsOf } from '../../src/unwise.ts';

const FINE = {
  databaseUrl: 'sqlite:/var/lib/masthead/masthead.sqlite',
  replicaUrl: undefined,
  mailUrl: undefined,
  mailTls: 'required',
} as const;
const NFS = 0x69_69;
const EXT4 = 0xef_53;

test.each([
  ['PostgreSQL elsewhere with TLS that is checked', { databaseUrl: 'postgres://db.example.org/masthead' }, []],
  [
    'PostgreSQL elsewhere with its own authority',
    { databaseUrl: 'postgres://db.example.org/m?sslmode=verify-full&sslrootcert=/ca.pem' },
    [],
  ],
  [
    'PostgreSQL elsewhere in plain text',
    { databaseUrl: 'postgres://db.example.org/m?sslmode=disable' },
    ['DATABASE_URL switches off TLS'],
  ],
  [
    'PostgreSQL elsewhere, whoever it is',
    { databaseUrl: 'postgres://db.example.org/m?sslmode=no-verify' },
    ['DATABASE_URL switches off TLS'],
  ],
  [
    'the second of two servers of PostgreSQL in plain text',
    { databaseUrl: 'postgres://127.0.0.1:5432,db.example.org:5433/m?sslmode=disable' },
    ['DATABASE_URL switches off TLS'],
  ],
  [
    'a replica elsewhere in plain text',
    { databaseUrl: 'postgres:///m', replicaUrl: 'postgres://db.example.org/m?sslmode=disable' },
    ['DATABASE_READ_URL switches off TLS'],
  ],
  ['PostgreSQL here in plain text', { databaseUrl: 'postgres://127.0.0.1/m?sslmode=disable' }, []],
  ['PostgreSQL on a socket', { databaseUrl: 'postgres:///m?host=/run/postgresql&sslmode=disable' }, []],
  [
    'PostgreSQL elsewhere by a parameter',
    { databaseUrl: 'postgres:///m?host=db.example.org&sslmode=disable' },
    ['DATABASE_URL switches off TLS'],
  ],
  [
    'a mail server elsewhere that may do without TLS',
    { mailUrl: 'smtp://mail.example.org', mailTls: 'optional' },
    ['MAIL_TLS=optional'],
  ],
  [
    'a mail server elsewhere with TLS from the first byte',
    { mailUrl: 'smtps://mail.example.org', mailTls: 'optional' },
    [],
  ],
  ['a mail server here', { mailUrl: 'smtp://127.0.0.1:25', mailTls: 'optional' }, []],
] as const)('%s', (_what, settings, expected) => {
  const warnings = warningsOf({ ...FINE, ...settings }, () => EXT4);
  expect(warnings.map((warning) => expected.find((text) => warning.startsWith(text)) ?? warning)).toEqual(expected);
});

test('a SQLite file on a network file system', () => {
  const asked: string[] = [];
  const typeOf = (path: string): number => {
    asked.push(path);
    return NFS;
  };
  expect(warningsOf(FINE, typeOf)).toEqual([
    expect.stringMatching(/^The SQLite file \S+ is on a network file system \(NFS\)/),
  ]);
  expect(asked).toEqual(['/var/lib/masthead']);
  expect(warningsOf({ ...FINE, databaseUrl: 'postgres://db.example.org/masthead' }, typeOf)).toEqual([]);
  // The real one, of a folder that is there and one that is not.
  expect(warningsOf({ ...FINE, databaseUrl: `sqlite:${import.meta.filename}` })).toEqual([]);
  expect(warningsOf({ ...FINE, databaseUrl: 'sqlite:/nowhere/masthead.sqlite' })).toEqual([]);
});
