// Newsletters of the data API (decisions 15).
import type { components } from '../../generated/types.ts';
import type { DataApiHandlers } from '../http/operation.ts';
import { getNewsletter, pageOfNewsletters, type Newsletter } from '../models/catalog/newsletter.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';

export function newsletterHandlers({
  database,
}: Service): Pick<DataApiHandlers<Caller>, 'listNewsletters' | 'getNewsletter'> {
  return {
    async listNewsletters({ query }, { publication }) {
      const { objects, nextPage } = await pageOfNewsletters(publication, database, query);
      return { status: 200, body: { objects: objects.map(toNewsletterObject), next_page: nextPage } };
    },

    async getNewsletter({ params }, { publication }) {
      return { status: 200, body: toNewsletterObject(await getNewsletter(publication, database, params.id)) };
    },
  };
}

function toNewsletterObject({
  id,
  slug,
  name,
  description,
  archivedAt,
}: Newsletter): components['schemas']['Newsletter'] {
  return { id, slug, name, description, archived: archivedAt !== null };
}
