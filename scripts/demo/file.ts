// data/demo.json: the ids, addresses and secrets that a program needs to try the demo, readable by its owner only.
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../src/config.ts';
import { makeFolder } from '../../src/database/file.ts';
import type { Demo } from './publication.ts';

/** The ids and secrets of the last start, of which the database has only hashes. */
const remembered = z.object({
  publication_id: z.string(),
  api_key: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  endpoint_id: z.string().optional(),
  endpoint_secret: z.string().optional(),
});
export type Remembered = z.infer<typeof remembered>;

const ONLY_THE_OWNER = 0o600;

/** Returns undefined when there is no readable file; then new secrets are made. */
export function readDemoFile(config: Pick<Config, 'dataDir'>): Remembered | undefined {
  try {
    const result = remembered.safeParse(JSON.parse(readFileSync(fileIn(config), 'utf8')));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically. Returns its path. */
export function writeDemoFile(config: Pick<Config, 'dataDir'>, demo: Demo): string {
  const file = fileIn(config);
  const unfinished = `${file}.new`;
  makeFolder(config.dataDir);
  writeFileSync(unfinished, `${JSON.stringify(demo, undefined, 2)}\n`, { mode: ONLY_THE_OWNER });
  chmodSync(unfinished, ONLY_THE_OWNER);
  renameSync(unfinished, file);
  return file;
}

function fileIn({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'demo.json');
}
