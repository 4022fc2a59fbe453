// masthead translation: what offers, plans, newsletters, the free offering and the publication itself say in languages
// beside the publication's own.
import { Argument, type Command } from 'commander';
import {
  listTranslatable,
  translate,
  TRANSLATED,
  translatedFields,
  type Translatable,
  type Translated,
} from '../../models/catalog/translation.ts';
import { PAGE_LANGUAGES } from '../../models/publication/languages.ts';
import type { Texts, TextValue } from '../../models/publication/texts.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { printList, printOne, type Cells } from '../output.ts';

interface SetOptions extends PublicationOptions {
  language: string;
  name?: string;
  description?: string;
  benefit?: string[];
}

/** There is one of each, so that none is named. */
const SINGLE: readonly Translated[] = ['publication', 'free-offering'];

export function register(noun: Command): void {
  addPublicationVerb(
    noun,
    'list',
    'List what can be translated, and how much of it is, by language',
    'translation list',
  ).action(list);
  addPublicationVerb(
    noun,
    'set',
    'Change words in another language; what is not named stays',
    'translation set offer reader --language de --name "Leser" --description "Jeder Artikel."',
  )
    .addArgument(new Argument('<kind>', 'what it is').choices(TRANSLATED))
    .argument('[id-or-slug]', `which one; none for ${SINGLE.join(' and ')}`)
    .requiredOption('--language <language>', `one of ${PAGE_LANGUAGES.join(', ')}, but the publication's own`)
    .option('--name <name>', 'empty for none')
    .option('--description <text>', 'empty for none')
    .option('--benefit <text...>', 'what an offer brings, repeatable; one empty text for none')
    .action(set);
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const all = await listTranslatable(publication, database);
    printList(options, all.map(toObject), toCells);
  });
}

async function set(kind: Translated, idOrSlug: string | undefined, options: SetOptions): Promise<void> {
  const isNamed = idOrSlug !== undefined;
  if (isNamed === SINGLE.includes(kind))
    throw new UsageError(isNamed ? `Name no ${kind}: there is one` : `Say which ${kind}: give its id or slug`);
  const { language, name, description, benefit: benefits } = options;
  const given = Object.entries({ name, description, benefits }).filter(([, value]) => value !== undefined);
  if (given.length === 0)
    throw new UsageError(`Say what to change: ${translatedFields(kind).map(optionOf).join(', ')}`);
  const texts = { [language]: Object.fromEntries(given) as Record<string, TextValue> };
  await withPublication(options, async ({ database }, publication) => {
    const translations = await database.transaction((transaction) =>
      translate(publication, transaction, { kind, idOrSlug: idOrSlug ?? '', texts }),
    );
    printOne(options, { kind, language, ...translations[language] }, asTexts);
  });
}

function optionOf(field: string): string {
  return field === 'benefits' ? '--benefit' : `--${field}`;
}

function asTexts(item: Readonly<Record<string, TextValue>>): Cells {
  return item;
}

interface TranslatableObject {
  readonly kind: Translated;
  readonly id: string | null;
  readonly name: string;
  readonly own: Readonly<Record<string, TextValue>>;
  readonly translations: Texts;
}

function toObject({ kind, id, name, own, texts }: Translatable): TranslatableObject {
  return { kind, id: id === '' ? null : id, name, own, translations: texts };
}

/** Each language with how many of the fields it has. */
function toCells({ kind, id, name, own, translations }: TranslatableObject): Cells {
  const fields = Object.keys(own);
  const done = Object.entries(translations).map(
    ([language, words]) =>
      `${language} ${fields.filter((field) => words[field] !== undefined).length}/${fields.length}`,
  );
  return { kind, id, name, translations: done };
}
