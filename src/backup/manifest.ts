// The manifest of a backup: what its files are, and what is needed to restore it. It is written last, so that a folder with a manifest is whole.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const MANIFEST_FILE = 'manifest.json';
const FORMAT = 'masthead-backup';
const VERSION = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  made_at: z.string(),
  environment: z.enum(['production', 'test']),
  database: z.enum(['sqlite', 'postgres']),
  /** The migrations that had been applied. */
  schema: z.array(z.string()),
  /** Names of the secrets in SECRET_KEY, the newest first: by them it is known whether they are the right ones. */
  secret_keys: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      file: z.string().regex(/^[a-z_]+\.jsonl\.gz$/),
      rows: z.number().int(),
      bytes: z.number().int(),
      sha256: z.string(),
    }),
  ),
});

export type Manifest = z.output<typeof manifestSchema>;
export type BackupFile = Manifest['tables'][number];

/** What is at the path is no whole and sound backup; the message says why. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup';
}

export function toManifest(facts: Omit<Manifest, 'format' | 'version'>): Manifest {
  return { format: FORMAT, version: VERSION, ...facts };
}

/** Throws BadBackup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST_FILE);
  const text = await readFile(path, 'utf8').catch(() => {
    throw new BadBackup(`There is no backup at ${folder}, or it was not finished: it has no ${MANIFEST_FILE}`);
  });
  const read = manifestSchema.safeParse(parse(text));
  if (!read.success) throw new BadBackup(`${path} is no manifest of a backup that this version of Masthead knows`);
  return read.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
