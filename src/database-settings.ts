// Settings that say where the data is (docs/operating.md).
import { resolve } from 'node:path';
import { z } from 'zod';
import { databaseAddresses, settingsOf, type Settings } from './setting.ts';

export interface DatabaseSettings {
  readonly dataDir: string;
  /** sqlite:PATH or postgres://… */
  readonly databaseUrl: string;
  /** A standby of that PostgreSQL, which answers long reads; undefined where the primary answers all. */
  readonly replicaUrl: string | undefined;
  /** Whether PostgreSQL is to keep publications apart, beside the filter in each statement. */
  readonly isWalled: boolean;
}

const fields = z.object({
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.|postgres(ql)?:\/\/.)/, 'must begin with sqlite: or postgres://')
    .optional(),
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must begin with postgres://')
    .refine((url) => databaseAddresses(url).length === 1, 'must name one server, a standby')
    .optional(),
  DATABASE_WALL: z.enum(['on', 'off'], 'must be on or off').default('on'),
});

export const databaseSettings = settingsOf(fields, replicaFaults, (given): DatabaseSettings => {
  const dataDir = resolve(given.DATA_DIR);
  return {
    dataDir,
    databaseUrl: given.DATABASE_URL ?? `sqlite:${resolve(dataDir, 'masthead.sqlite')}`,
    replicaUrl: given.DATABASE_READ_URL,
    isWalled: given.DATABASE_WALL === 'on',
  };
});

function replicaFaults({ DATABASE_URL, DATABASE_READ_URL }: Settings): string[] {
  if (DATABASE_READ_URL === undefined || DATABASE_URL?.startsWith('postgres') === true) return [];
  return ['DATABASE_READ_URL needs a PostgreSQL in DATABASE_URL: a SQLite file has no replica'];
}
