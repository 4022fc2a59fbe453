// `/dashboard/:publication/translations/:language`: what the publication says in its own language, with a field beside
// each for the words in this one. Each record has a form, so that saving one changes no other.
import type { FastifyReply } from 'fastify';
import {
  listTranslatable,
  translate,
  translatedFields,
  type Translatable,
  type Translated,
} from '../../models/catalog/translation.ts';
import { NotFound } from '../../models/errors.ts';
import { baseOf, isPageLanguage, languagesOf } from '../../models/publication/languages.ts';
import type { TextValue } from '../../models/publication/texts.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { languageName } from '../../views/language-name.ts';
import type { Language } from '../../views/language.ts';
import { formIdOf, runAct, toFault } from '../act.ts';
import { EDITORS, OWNERS } from '../navigation.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';

interface FieldOnPage {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** The words in the publication's language. */
  readonly own: string;
  readonly value: string;
  readonly hasLines: boolean;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/translations/language': DashboardData & {
      readonly heading: string;
      readonly own: string;
      readonly ownTag: string;
      readonly tag: string;
      readonly isSpoken: boolean;
      readonly records: readonly {
        readonly kind: Translated;
        readonly id: string;
        readonly anchor: string;
        readonly action: string;
        readonly name: string;
        readonly kindText: string;
        readonly fields: readonly FieldOnPage[];
        /** Whether the visitor may change it. */
        readonly isEditable: boolean;
      }[];
    };
  }
}

interface Typed {
  readonly kind: Translated;
  readonly id: string;
  readonly words: Readonly<Record<string, string>>;
}

export function showLanguage(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, undefined, FRESH);
}

export async function submitCatalogWords(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const kind = CATALOG_KINDS.find((one) => one === fieldOf(visit.form, 'kind'));
  if (kind === undefined) throw new NotFound('nothing of that kind is translated');
  return submit(service, visit, kind);
}

export function submitPublicationWords(service: Service, visit: FormVisit): Promise<FastifyReply> {
  return submit(service, visit, 'publication');
}

const CATALOG_KINDS = ['offer', 'plan', 'newsletter', 'free-offering'] as const satisfies readonly Translated[];

async function submit(service: Service, visit: FormVisit, kind: Translated): Promise<FastifyReply> {
  const { session, form } = visit;
  const language = languageIn(visit);
  const id = fieldOf(form, 'record');
  // What the page did not show stays.
  const shown = translatedFields(kind).filter((field) => form.pairs.some(({ name }) => name === field));
  const words = Object.fromEntries(shown.map((field) => [field, fieldOf(form, field)]));
  try {
    await runAct(service, visit, async (transaction) => {
      await translate(session.publication, transaction, { kind, idOrSlug: id, texts: { [language]: words } });
      const about = { recordId: id === '' ? null : id, recordName: language };
      return { result: null, act: { name: `${kind}.translate`, ...about } };
    });
  } catch (error) {
    const { errors, ...state } = toFault(visit.language, error);
    const own = errors.map(({ field, message }) => ({ field: `${anchorOf({ kind, id })}-${field}`, message }));
    return show(service, visit, { kind, id, words }, { ...state, errors: own });
  }
  return goTo(visit, `/translations/${language}`, 'saved', anchorOf({ kind, id }));
}

/** Throws NotFound for what is no language of pages, and for the publication's own. */
function languageIn({ request, session }: Visit): string {
  const { language = '' } = request.params as { language?: string };
  if (!isPageLanguage(language) || language === baseOf(session.publication.locale))
    throw new NotFound(`no language to translate into: ${language}`);
  return language;
}

function anchorOf({ kind, id }: Pick<Translatable, 'kind' | 'id'>): string {
  return id === '' ? kind : id;
}

/** @param typed what a form was sent with; undefined for what is stored */
async function show(service: Service, visit: Visit, typed: Typed | undefined, state: FormState): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { t } = visit.language;
  const language = languageIn(visit);
  const all = await listTranslatable(publication, service.database);
  const data = {
    heading: languageName(language, visit.language),
    own: languageName(baseOf(publication.locale), visit.language),
    ownTag: publication.locale,
    tag: language,
    isSpoken: languagesOf(publication).some((spoken) => spoken === language),
    records: all.flatMap((record) => {
      const anchor = anchorOf(record);
      const own = typed !== undefined && anchorOf(typed) === anchor ? typed.words : undefined;
      const fields = fieldsOf(record, language, own ?? record.texts[language] ?? {}, t);
      const { kind, id, name } = record;
      const action = pathOf(visit, `/translations/${language}${kind === 'publication' ? '/publication' : ''}`);
      const isEditable = (kind === 'publication' ? OWNERS : EDITORS).includes(visit.session.role);
      const kindText = t(`dashboard.translations.kind-${kind}`);
      return fields.length === 0 ? [] : [{ kind, id, anchor, action, name, kindText, fields, isEditable }];
    }),
  };
  return showDashboard(service, visit, 'dashboard/translations/language', data, state);
}

/** The fields that have words in either language. */
function fieldsOf(
  record: Translatable,
  language: string,
  words: Readonly<Record<string, TextValue>>,
  t: Language['t'],
): FieldOnPage[] {
  return translatedFields(record.kind).flatMap((name) => {
    const [own, value] = [toText(record.own[name] ?? '', ' · '), toText(words[name] ?? '')];
    const label = LABELS[name];
    if (label === undefined || (own === '' && value === '' && record.texts[language]?.[name] === undefined)) return [];
    const id = `${anchorOf(record)}-${name}`;
    const hasLines = name !== 'name';
    return [{ id, name, label: t(label), own, value, hasLines }];
  });
}

const LABELS: Readonly<
  Record<string, 'dashboard.offer.name' | 'dashboard.offer.description' | 'dashboard.offer.benefits'>
> = {
  name: 'dashboard.offer.name',
  description: 'dashboard.offer.description',
  benefits: 'dashboard.offer.benefits',
};

function toText(value: TextValue, separator = '\n'): string {
  return typeof value === 'string' ? value : value.join(separator);
}
