// Newsletters of the data API (decisions 15).
import type { components } from '../../generated/types.ts';
import type { DataApiHandlers } from '../http/operation.ts';
import { listPlansOf, plansOf } from '../models/catalog/newsletter-audience.ts';
import { getNewsletter, pageOfNewsletters, type Newsletter } from '../models/catalog/newsletter.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { toTranslations } from './translations.ts';

export function newsletterHandlers({
  database,
}: Service): Pick<DataApiHandlers<Caller>, 'listNewsletters' | 'getNewsletter'> {
  return {
    async listNewsletters({ query }, { publication }) {
      const { objects, nextPage } = await pageOfNewsletters(publication, database, query);
      const ids = objects.map(({ id }) => id);
      const plans = await plansOf(publication, database, ids);
      return {
        status: 200,
        body: {
          objects: objects.map((newsletter) => toNewsletterObject(newsletter, plans.get(newsletter.id) ?? [])),
          next_page: nextPage,
        },
      };
    },

    async getNewsletter({ params }, { publication }) {
      const newsletter = await getNewsletter(publication, database, params.id);
      const planIds = await listPlansOf(publication, database, newsletter.id);
      return { status: 200, body: toNewsletterObject(newsletter, planIds) };
    },
  };
}

function toNewsletterObject(
  { id, slug, name, description, texts, audience, archivedAt }: Newsletter,
  planIds: string[],
): components['schemas']['Newsletter'] {
  return {
    id,
    slug,
    name,
    description,
    translations: toTranslations(texts),
    audience,
    plan_ids: planIds,
    archived: archivedAt !== null,
  };
}
