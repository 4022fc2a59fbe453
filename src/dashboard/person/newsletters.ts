// The newsletters that a person receives, and those that they could receive.
import { listNewsletters } from '../../models/catalog/newsletter.ts';
import { listNewslettersOf } from '../../models/people/newsletter-subscription.ts';
import type { Service } from '../../service.ts';
import type { Visit } from '../visit.ts';
import type { PartFrame, PersonRow } from './part.ts';

interface NewslettersOf {
  readonly newsletters: readonly {
    readonly id: string;
    readonly name: string;
    readonly isReceived: boolean;
    readonly isArchived: boolean;
  }[];
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/newsletters': NewslettersOf & PartFrame;
  }
}

export async function readNewsletters({ database }: Service, visit: Visit, { id }: PersonRow): Promise<NewslettersOf> {
  const { publication } = visit.session;
  const [all, received] = await Promise.all([
    listNewsletters(publication, database),
    listNewslettersOf(publication, database, id),
  ]);
  const receivedIds = new Set(received.map((newsletter) => newsletter.id));
  return {
    newsletters: all
      .filter((newsletter) => newsletter.archivedAt === null || receivedIds.has(newsletter.id))
      .map((newsletter) => ({
        id: newsletter.id,
        name: newsletter.name,
        isReceived: receivedIds.has(newsletter.id),
        isArchived: newsletter.archivedAt !== null,
      })),
  };
}
