// What the columns and words of a file mean, as its form shows and sends it.
import type { FormReading } from '../../http/bodies/form.ts';
import { listNewsletters } from '../../models/catalog/newsletter.ts';
import { listPlans } from '../../models/catalog/plan.ts';
import { listPrices } from '../../models/catalog/price.ts';
import { firstUnknownWords } from '../../models/imports/check.ts';
import { findBlock, type ImportBlock } from '../../models/imports/import-block.ts';
import type { Import } from '../../models/imports/import-record.ts';
import { NO_SETTINGS, type ImportSettings } from '../../models/imports/import-settings.ts';
import { IMPORT_FIELDS } from '../../models/imports/presets.ts';
import type { Service } from '../../service.ts';
import { fieldOf } from '../../site/form.ts';
import { priceText } from '../../views/price-text.ts';
import type { Visit } from '../visit.ts';

export interface Option {
  readonly value: string;
  readonly text: string;
}

export interface MappingOnPage {
  readonly columns: readonly {
    readonly name: string;
    readonly examples: string;
    readonly value: string;
  }[];
  readonly fieldOptions: readonly Option[];
  readonly planWords: readonly { readonly word: string; readonly value: string }[];
  readonly newsletterWords: readonly { readonly word: string; readonly value: string }[];
  readonly planOptions: readonly Option[];
  readonly newsletterOptions: readonly Option[];
  readonly newsletters: readonly { readonly value: string; readonly text: string; readonly isChosen: boolean }[];
  readonly planOfRest: string;
  readonly withoutEnd: string;
  readonly dayOrder: string;
  readonly overwrites: boolean;
}

/** Stands for no plan and no newsletter; an empty value for a word that nothing is said of yet. */
const NONE = '-';
const EXAMPLES = 3;
const EXAMPLE_LENGTH = 40;

export async function mappingOnPage(
  service: Service,
  visit: Visit,
  of: Import,
  settings: ImportSettings,
): Promise<MappingOnPage> {
  const { database } = service;
  const { publication } = visit.session;
  const { t } = visit.language;
  const newsletters = (await listNewsletters(publication, database)).filter(({ archivedAt }) => archivedAt === null);
  const block = await findBlock(publication, database, service.secretKeys, { importId: of.id, number: 0 });
  const isUnchecked = of.state === 'uploaded' && block !== undefined;
  const unknown = isUnchecked ? await firstUnknownWords(publication, database, block, settings) : of.unknownWords;
  return {
    columns: columnsOnPage(visit, of, settings, block),
    fieldOptions: [
      { value: '', text: t('dashboard.imports.left-out') },
      ...IMPORT_FIELDS.map((field) => ({ value: field, text: t(`dashboard.imports.field.${field}`) })),
    ],
    planWords: wordsOnPage(unknown.plans, settings.plans),
    newsletterWords: wordsOnPage(unknown.newsletters, settings.newsletters),
    planOptions: await planOptions(service, visit),
    newsletterOptions: newsletters.map(({ id, name }) => ({ value: id, text: name })),
    newsletters: newsletters.map(({ id, name }) => ({
      value: id,
      text: name,
      isChosen: settings.newslettersOfAll.includes(id),
    })),
    planOfRest: settings.planOfRest,
    withoutEnd: settings.withoutEnd,
    dayOrder: settings.dayOrder ?? '',
    overwrites: settings.overwrites,
  };
}

function columnsOnPage(
  { language }: Visit,
  { header }: Import,
  { fields }: ImportSettings,
  block: ImportBlock | undefined,
): MappingOnPage['columns'] {
  const examplesOf = (column: number): string => {
    const cells = (block?.rows ?? []).map((row) => row.cells[column]?.trim() ?? '').filter((cell) => cell !== '');
    const different = [...new Set(cells)].slice(0, EXAMPLES);
    return different.map((cell) => cell.slice(0, EXAMPLE_LENGTH)).join(' · ');
  };
  return header.map((name, at) => ({
    name: name === '' ? language.t('dashboard.imports.nameless', { number: String(at + 1) }) : name,
    examples: examplesOf(at),
    value: fields[at] ?? '',
  }));
}

/** Each plan, and each with one of its prices. */
async function planOptions({ database }: Service, { language, session }: Visit): Promise<Option[]> {
  const { publication } = session;
  const [plans, prices] = await Promise.all([listPlans(publication, database), listPrices(publication, database)]);
  return plans
    .filter(({ archivedAt }) => archivedAt === null)
    .flatMap(({ id, name }) => [
      { value: id, text: name },
      ...prices
        .filter(({ planId, archivedAt }) => planId === id && archivedAt === null)
        .map((price) => ({ value: `${id} ${price.id}`, text: `${name}: ${priceText(price, language)}` })),
    ]);
}

function wordsOnPage(
  unknown: readonly string[],
  said: Readonly<Record<string, string>>,
): { readonly word: string; readonly value: string }[] {
  const words = [...new Set([...Object.keys(said), ...unknown])];
  return words.map((word) => ({ word, value: said[word] === '' ? NONE : (said[word] ?? '') }));
}

/** Reads the form. What is no choice of the page counts as not said. */
export function readMapping(form: FormReading, { header }: Import, newsletterIds: readonly string[]): ImportSettings {
  const dayOrder = fieldOf(form, 'days');
  return {
    ...NO_SETTINGS,
    fields: header.map((_, at) => IMPORT_FIELDS.find((field) => field === fieldOf(form, `column-${at}`)) ?? null),
    plans: readWords(form, 'plan'),
    newsletters: readWords(form, 'newsletter'),
    newslettersOfAll: newsletterIds.filter((id) => fieldOf(form, `all-${id}`) !== ''),
    planOfRest: fieldOf(form, 'plan_of_rest'),
    withoutEnd: fieldOf(form, 'without_end') === 'outside' ? 'outside' : 'complimentary',
    dayOrder: dayOrder === 'dmy' || dayOrder === 'mdy' ? dayOrder : null,
    overwrites: fieldOf(form, 'overwrites') !== '',
  };
}

function readWords(form: FormReading, kind: 'plan' | 'newsletter'): Readonly<Record<string, string>> {
  const said: [string, string][] = [];
  for (let at = 0; fieldOf(form, `${kind}-word-${at}`) !== ''; at += 1) {
    const value = fieldOf(form, `${kind}-${at}`);
    if (value !== '') said.push([fieldOf(form, `${kind}-word-${at}`), value === NONE ? '' : value]);
  }
  return Object.fromEntries(said);
}
