// `/dashboard/:publication/newsletters`: the newsletters in the order of the publisher's, and the archived ones, which can
// be brought back.
import type { FastifyReply } from 'fastify';
import { findFreeOffering } from '../../models/catalog/free-offering.ts';
import {
  archiveNewsletter,
  listNewsletters,
  moveNewsletter,
  unarchiveNewsletter,
  type Newsletter,
} from '../../models/catalog/newsletter.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { actAndGo, runAct, toFault } from '../act.ts';
import { EDITORS } from '../navigation.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { mover, withPlaces, type Placed } from './order.ts';

interface NewsletterInList {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly href: string;
  /** The list of its readers. */
  readonly readersHref: string;
  /** Who can join it. */
  readonly audience: string;
  /** Whether the free offering gives it. */
  readonly isFree: boolean;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/newsletters': DashboardData & {
      readonly newsletters: readonly (NewsletterInList & { readonly place: Placed })[];
      readonly archived: readonly NewsletterInList[];
      readonly isEditor: boolean;
    };
  }
}

export function showNewsletters(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, FRESH);
}

export async function archiveOnNewsletters(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const id = fieldOf(visit.form, 'newsletter');
  try {
    await runAct(service, visit, async (transaction) => {
      const { slug } = await archiveNewsletter(visit.session.publication, transaction, service.clock, id);
      return { result: null, act: { name: 'newsletter.archive', recordId: id, recordName: slug } };
    });
  } catch (error) {
    return show(service, visit, toFault(visit.language, error));
  }
  return goTo(visit, '/newsletters', 'newsletter-archived');
}

export function unarchiveOnNewsletters(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const id = fieldOf(visit.form, 'newsletter');
  return actAndGo(service, visit, { path: '/newsletters', done: 'newsletter-unarchived' }, async (transaction) => {
    const { slug } = await unarchiveNewsletter(visit.session.publication, transaction, id);
    return { name: 'newsletter.unarchive', recordId: id, recordName: slug };
  });
}

export const moveOnNewsletters = mover({
  path: '/newsletters',
  act: 'newsletter.move',
  move: moveNewsletter,
  list: async (publication, transaction) =>
    (await listNewsletters(publication, transaction))
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ id }) => id),
});

async function show(service: Service, visit: Visit, state: FormState): Promise<FastifyReply> {
  const { publication, role } = visit.session;
  const [all, offering] = await Promise.all([
    listNewsletters(publication, service.database),
    findFreeOffering(publication, service.database),
  ]);
  const toRow = ({ id, slug, name, description, audience }: Newsletter): NewsletterInList => ({
    id,
    slug,
    name,
    description: description ?? '',
    href: pathOf(visit, `/newsletters/${id}`),
    readersHref: pathOf(visit, `/people?newsletter=${slug}`),
    audience: visit.language.t(`dashboard.newsletters.audience-${audience}`),
    isFree: offering?.newsletters.some((given) => given.id === id) ?? false,
  });
  const data = {
    newsletters: withPlaces(all.filter(({ archivedAt }) => archivedAt === null).map(toRow)),
    archived: all.filter(({ archivedAt }) => archivedAt !== null).map(toRow),
    isEditor: EDITORS.includes(role),
  };
  return showDashboard(service, visit, 'dashboard/catalog/newsletters', data, state);
}
