// `/dashboard/:publication/new-newsletter` makes a newsletter, `/dashboard/:publication/newsletters/:newsletter` changes
// what it says.
import type { FastifyReply } from 'fastify';
import { AUDIENCES, listPlansOf } from '../../models/catalog/newsletter-audience.ts';
import { createNewsletter, getNewsletter, updateNewsletter, type Newsletter } from '../../models/catalog/newsletter.ts';
import { listPlans } from '../../models/catalog/plan.ts';
import { toSlug } from '../../models/catalog/slug.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { runAct, toFault } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { valuesOf } from './choices.ts';
import { toTakenFault } from './taken.ts';

const FIELDS = { name: 'name', slug: 'slug', description: 'description', audience: 'audience' } as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>> & { readonly planIds: readonly string[] };

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/newsletter-form': DashboardData &
      Omit<Typed, 'planIds'> & {
        /** Of a new one, the title of the page. */
        readonly heading: string;
        readonly action: string;
        readonly isNew: boolean;
        readonly audiences: readonly { readonly value: string; readonly text: string }[];
        /** The plans that it can come with. */
        readonly plans: readonly { readonly id: string; readonly name: string; readonly isChecked: boolean }[];
      };
  }
}

export async function showNewNewsletter(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, undefined, { name: '', slug: '', description: '', audience: 'all', planIds: [] }, FRESH);
}

export async function submitNewNewsletter(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const typed = typedIn(visit);
  const { name, description, audience, planIds: plans } = typed;
  const slug = typed.slug.trim() || toSlug(name);
  try {
    await runAct(service, visit, async (transaction) => {
      const given = { slug, name, description, audience, plans };
      const { id } = await createNewsletter(publication, transaction, service.clock, given);
      return { result: null, act: { name: 'newsletter.create', recordId: id, recordName: slug } };
    });
  } catch (error) {
    const state = toTakenFault(visit, error, pathOf(visit, '/newsletters'), 'dashboard.taken.program-name');
    return show(service, visit, undefined, typed, state);
  }
  return goTo(visit, '/newsletters', 'newsletter-created');
}

export async function showNewsletterForm(service: Service, visit: Visit): Promise<FastifyReply> {
  const newsletter = await newsletterOf(service, visit);
  const { name, slug, description, audience } = newsletter;
  const planIds = await listPlansOf(visit.session.publication, service.database, newsletter.id);
  return show(service, visit, newsletter, { name, slug, description: description ?? '', audience, planIds }, FRESH);
}

export async function submitNewsletter(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const newsletter = await newsletterOf(service, visit);
  const typed = typedIn(visit);
  const { name, description, audience, planIds: plans } = typed;
  try {
    await runAct(service, visit, async (transaction) => {
      await updateNewsletter(publication, transaction, newsletter.id, { name, description, audience, plans });
      const { id: recordId, slug: recordName } = newsletter;
      return { result: null, act: { name: 'newsletter.update', recordId, recordName } };
    });
  } catch (error) {
    return show(service, visit, newsletter, typed, toFault(visit.language, error));
  }
  return goTo(visit, '/newsletters', 'saved');
}

function typedIn({ form }: FormVisit): Typed {
  return { ...fieldsOf(form, FIELDS), planIds: valuesOf(form, 'plan') };
}

/** Throws NotFound. */
function newsletterOf({ database }: Service, { request, session }: Visit): Promise<Newsletter> {
  const { newsletter: idOrSlug = '' } = request.params as { newsletter?: string };
  return getNewsletter(session.publication, database, idOrSlug);
}

async function show(
  service: Service,
  visit: Visit,
  newsletter: Newsletter | undefined,
  typed: Typed,
  state: FormState,
): Promise<FastifyReply> {
  const { t } = visit.language;
  const { planIds, ...fields } = typed;
  const all = await listPlans(visit.session.publication, service.database);
  const plans = all
    .filter(({ id, archivedAt }) => archivedAt === null || planIds.includes(id))
    .map(({ id, name }) => ({ id, name, isChecked: planIds.includes(id) }));
  const audiences = AUDIENCES.map((value) => ({ value, text: t(`dashboard.newsletters.audience-${value}`) }));
  const heading = newsletter?.name ?? t('dashboard.newsletters.new');
  const action = pathOf(visit, newsletter === undefined ? '/new-newsletter' : `/newsletters/${newsletter.id}`);
  const data = { heading, action, isNew: newsletter === undefined, audiences, plans, ...fields };
  return showDashboard(service, visit, 'dashboard/catalog/newsletter-form', data, state);
}
