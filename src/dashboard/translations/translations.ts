// `/dashboard/:publication/translations`: the languages to translate into, and how far each is.
import type { FastifyReply } from 'fastify';
import { languagesToTranslate, listTranslatable } from '../../models/catalog/translation.ts';
import { baseOf, languagesOf } from '../../models/publication/languages.ts';
import type { Service } from '../../service.ts';
import { languageName } from '../../views/language-name.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/translations/translations': DashboardData & {
      /** The language of the publication. */
      readonly own: string;
      readonly languages: readonly {
        readonly href: string;
        readonly name: string;
        readonly done: number;
        readonly all: number;
        /** Whether the pages have it. */
        readonly isSpoken: boolean;
      }[];
    };
  }
}

export async function showTranslations(service: Service, visit: Visit): Promise<FastifyReply> {
  const { session, language } = visit;
  const { publication } = session;
  const all = await listTranslatable(publication, service.database);
  const spoken = languagesOf(publication);
  const languages = languagesToTranslate(publication, all).map((name) => ({
    href: pathOf(visit, `/translations/${name}`),
    name: languageName(name, language),
    isSpoken: spoken.includes(name),
    ...countOf(all, name),
  }));
  const own = languageName(baseOf(publication.locale), language);
  return showDashboard(service, visit, 'dashboard/translations/translations', { own, languages });
}

function countOf(
  all: Awaited<ReturnType<typeof listTranslatable>>,
  language: string,
): { readonly done: number; readonly all: number } {
  const fields = all.flatMap(({ own, texts }) => Object.keys(own).map((field) => texts[language]?.[field]));
  return { done: fields.filter((words) => words !== undefined).length, all: fields.length };
}
