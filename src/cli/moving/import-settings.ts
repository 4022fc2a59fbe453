// What the options of masthead import say about a file, as the dashboard's form does.
import type { Connection } from '../../database/connection.ts';
import { getNewsletter } from '../../models/catalog/newsletter.ts';
import { getPlan } from '../../models/catalog/plan.ts';
import type { DayOrder } from '../../models/imports/day.ts';
import type { Import } from '../../models/imports/import-record.ts';
import { NO_SETTINGS, wordOf, type ImportSettings } from '../../models/imports/import-settings.ts';
import { toFields } from '../../models/imports/import.ts';
import { IMPORT_FIELDS, PRESETS } from '../../models/imports/presets.ts';
import type { Tenant } from '../../models/record.ts';
import { UsageError } from '../failure.ts';

export interface MappingOptions {
  readonly preset?: string;
  readonly map?: readonly string[];
  readonly plan?: readonly string[];
  readonly newsletter?: readonly string[];
  readonly newsletters?: string;
  readonly planOfRest?: string;
  readonly withoutEnd?: string;
  readonly days?: string;
  readonly overwrite?: boolean;
}

/** Stands for nothing: a column left out, no plan, no newsletter. */
const NOTHING = '-';

/** Throws UsageError for an option that cannot be read, and NotFound for an unknown plan or newsletter. */
export async function settingsFrom(
  publication: Tenant,
  connection: Connection,
  { header, settings }: Pick<Import, 'header' | 'settings'>,
  options: MappingOptions,
): Promise<ImportSettings> {
  const planId = async (slug: string): Promise<string> =>
    slug === NOTHING ? '' : (await getPlan(publication, connection, slug)).id;
  const newsletterId = async (slug: string): Promise<string> =>
    slug === NOTHING ? '' : (await getNewsletter(publication, connection, slug)).id;
  const slugs = (options.newsletters ?? '').split(',').filter((slug) => slug !== '');
  const { dayOrder } = settings;
  return {
    ...NO_SETTINGS,
    fields: mapped(header, fieldsBy(header, settings, options.preset), options.map ?? []),
    plans: await assigned(options.plan ?? [], planId),
    newsletters: await assigned(options.newsletter ?? [], newsletterId),
    newslettersOfAll: await Promise.all(slugs.map(newsletterId)),
    planOfRest: options.planOfRest === undefined ? '' : await planId(options.planOfRest),
    withoutEnd: oneOf('--without-end', ['complimentary', 'outside'], options.withoutEnd ?? settings.withoutEnd),
    dayOrder: options.days === undefined ? dayOrder : oneOf<DayOrder>('--days', ['dmy', 'mdy'], options.days),
    overwrites: options.overwrite === true,
  };
}

function fieldsBy(
  header: readonly string[],
  { fields }: ImportSettings,
  preset: string | undefined,
): ImportSettings['fields'] {
  return preset === undefined ? fields : toFields(header, oneOf('--preset', PRESETS, preset));
}

function mapped(
  header: readonly string[],
  fields: ImportSettings['fields'],
  pairs: readonly string[],
): ImportSettings['fields'] {
  const next = [...fields];
  for (const [column, field] of pairs.map((pair) => halves('--map', pair))) {
    const at = header.findIndex((name) => name.toLowerCase() === column.toLowerCase());
    if (at === -1) throw new UsageError(`--map: the file has no column ${column}; it has ${header.join(', ')}`);
    next[at] = field === NOTHING ? null : oneOf('--map', IMPORT_FIELDS, field);
  }
  return next;
}

async function assigned(
  pairs: readonly string[],
  idOf: (slug: string) => Promise<string>,
): Promise<Readonly<Record<string, string>>> {
  const entries = pairs.map(async (pair) => {
    const [word, slug] = halves('--plan and --newsletter', pair);
    return [wordOf(word), await idOf(slug)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The last = divides, as names of columns may hold one. */
export function halves(option: string, pair: string): readonly [string, string] {
  const at = pair.lastIndexOf('=');
  if (at < 1) throw new UsageError(`${option}: ${pair} is not of the form NAME=VALUE`);
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

function oneOf<Choice extends string>(option: string, choices: readonly Choice[], text: string): Choice {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new UsageError(`${option} must be one of ${choices.join(', ')}`);
  return found;
}
