// Plans of the data API (decisions 15).
import type { components } from '../../generated/types.ts';
import type { DataApiHandlers } from '../http/operation.ts';
import { getPlan, pageOfPlans, type Plan } from '../models/catalog/plan.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { toTranslations } from './translations.ts';

export function planHandlers({ database }: Service): Pick<DataApiHandlers<Caller>, 'listPlans' | 'getPlan'> {
  return {
    async listPlans({ query }, { publication }) {
      const { objects, nextPage } = await pageOfPlans(publication, database, query);
      return { status: 200, body: { objects: objects.map(toPlanObject), next_page: nextPage } };
    },

    async getPlan({ params }, { publication }) {
      return { status: 200, body: toPlanObject(await getPlan(publication, database, params.id)) };
    },
  };
}

function toPlanObject({ id, slug, name, texts, sentByPost, archivedAt }: Plan): components['schemas']['Plan'] {
  return {
    id,
    slug,
    name,
    translations: toTranslations(texts),
    sent_by_post: sentByPost,
    archived: archivedAt !== null,
  };
}
