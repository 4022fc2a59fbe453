// The manifest of an export: what its files are, and the hash of each. It is written last, so that a folder with a manifest
// is whole; docs/export-format.md describes it for those who read one with programs of their own.
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Kind } from '../models/lifecycle/moving/kind.ts';
import { KINDS, TABLES_LEFT_OUT } from '../models/lifecycle/moving/kinds.ts';
import type { PublicationRow } from '../models/publication/publication.ts';

const FORMAT = 'masthead-export';
/** Another one for every change of the kinds or their columns, once there is a release. */
const FORMAT_VERSION = 1;
export const MANIFEST_FILE = 'manifest.json';

const file = z.object({
  name: z.string(),
  kind: z.string(),
  records: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
});

/** What an import reads of a manifest. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  environment: z.enum(['production', 'test']),
  as_of: z.string(),
  publication: z.object({ id: z.string(), name: z.string(), site_url: z.string() }),
  files: z.array(file),
});

export type Manifest = z.output<typeof manifestSchema>;
export type ManifestFile = z.output<typeof file>;

export function toManifest(
  { environment }: Pick<Config, 'environment'>,
  publication: Pick<PublicationRow, 'id' | 'name' | 'siteUrl'>,
  asOf: Date,
  files: readonly ManifestFile[],
): object {
  const { id, name, siteUrl } = publication;
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    environment,
    as_of: asOf.toISOString(),
    publication: { id, name, site_url: siteUrl },
    files,
    kinds: Object.fromEntries(KINDS.map((kind) => [kind.table, describe(kind)])),
    not_exported: TABLES_LEFT_OUT,
  };
}

function describe({ columns, leftOut, notImported }: Kind): object {
  return {
    ...(notImported !== undefined && { not_imported: notImported }),
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [
        name,
        {
          type: column.type,
          ...(column.of !== undefined && { of: column.of }),
          ...(column.isPersonal && { personal: true }),
          ...(column.notImported !== undefined && { not_imported: column.notImported }),
        },
      ]),
    ),
    left_out: Object.fromEntries(Object.entries(leftOut).map(([name, { leftOut: because }]) => [name, because])),
  };
}
