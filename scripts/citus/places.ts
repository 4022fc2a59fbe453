// On which nodes of a Citus cluster the rows of each table lie, and what of the schema Citus would refuse there.
import type { ForeignKey, Schema, Table, UniqueKey } from './schema.ts';

/**
 * `publication`: each publication's rows on one node, beside its rows of the other such tables. `bucket`: spread by their bucket.
 * `reference`: the whole table on every node. `local`: on the coordinator alone.
 */
export type Place = 'publication' | 'bucket' | 'reference' | 'local';

/** Read before the publication is known, by a host, a key or a staff member, or the target of other tables' foreign keys. Few rows, rarely written. */
const REFERENCE: ReadonlySet<string> = new Set([
  'publications',
  'site_hosts',
  'api_keys',
  'oauth_applications',
  'signing_keys',
  'staff_members',
  'staff_roles',
  'staff_invitations',
  'staff_links',
  'staff_passkeys',
  'staff_recovery_codes',
  'staff_sessions',
]);

/** By which a publication's rows are spread. */
export const PUBLICATION_COLUMN = 'publication_id';

/** A unique index across publications, which no node could hold alone, and what is held in its place. */
export interface ReplacedIndex {
  readonly name: string;
  readonly create: string;
  /** What is no longer held. */
  readonly lost: string;
}

export const REPLACED: readonly ReplacedIndex[] = [
  {
    name: 'billings_taken_over',
    create:
      'create unique index billings_taken_over on billings (publication_id, gateway, ref) where taken_over_at is not null',
    lost: 'that two publications connected to one payment account cannot both take over the same subscription',
  },
];

/** A new table of publications lies with them; one of the deployment stays on the coordinator unless it is named above. */
export function placeOf({ name, isOfPublication }: Table): Place {
  if (REFERENCE.has(name)) return 'reference';
  if (name === 'limits') return 'bucket';
  return isOfPublication ? 'publication' : 'local';
}

/** What Citus would refuse of the schema in these places, a sentence each. */
export function faultsOf({ tables, uniqueKeys, foreignKeys }: Schema): string[] {
  const places = new Map(tables.map((table) => [table.name, placeOf(table)]));
  const replaced = new Set(REPLACED.map(({ name }) => name));
  return [
    ...[...REFERENCE].filter((name) => !places.has(name)).map((name) => `there is no table ${name}`),
    ...uniqueKeys.filter(({ name }) => !replaced.has(name)).flatMap((key) => faultOfUniqueKey(key, places)),
    ...foreignKeys.flatMap((key) => faultOfForeignKey(key, places)),
  ];
}

type Places = ReadonlyMap<string, Place>;

/** Each node sees its own rows only, so a unique key must hold the column by which rows are spread. */
function faultOfUniqueKey({ table, name, columns }: UniqueKey, places: Places): string[] {
  const place = places.get(table);
  const needed = place === 'publication' ? PUBLICATION_COLUMN : place === 'bucket' ? 'bucket' : undefined;
  if (needed === undefined || columns.includes(needed)) return [];
  return [`the unique key ${name} of ${table} lacks ${needed}`];
}

/** A foreign key is checked on the node of its row: the target is there as well, or on every node. */
function faultOfForeignKey({ table, name, target, columns, targetColumns }: ForeignKey, places: Places): string[] {
  const [from, to] = [places.get(table), places.get(target)];
  if (to === 'reference') return [];
  if (from === 'local' && to === 'local') return [];
  const position = columns.indexOf(PUBLICATION_COLUMN);
  const isBeside = from === 'publication' && to === 'publication' && position >= 0;
  if (isBeside && targetColumns[position] === PUBLICATION_COLUMN) return [];
  return [`the foreign key ${name} leads from ${table} (${from}) to ${target} (${to})`];
}
