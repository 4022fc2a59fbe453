// `/dashboard/:publication/new-plan`: makes a plan without an offer; its prices are added on its page.
import type { FastifyReply } from 'fastify';
import { createPlan, findPlan } from '../../models/catalog/plan.ts';
import { toSlug } from '../../models/catalog/slug.ts';
import type { Service } from '../../service.ts';
import { fieldOf, fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { runAct } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { toTakenFault } from './taken.ts';

const FIELDS = { name: 'name', slug: 'slug' } as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>> & { readonly isSentByPost: boolean };

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/new-plan': DashboardData & Typed;
  }
}

export async function showNewPlan(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, { name: '', slug: '', isSentByPost: false }, FRESH);
}

export async function submitNewPlan(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const typed = {
    ...fieldsOf(visit.form, FIELDS),
    isSentByPost: fieldOf(visit.form, 'sent-by-post') === 'yes',
  };
  const slug = typed.slug.trim() || toSlug(typed.name);
  try {
    const id = await runAct(service, visit, async (transaction) => {
      const given = { slug, name: typed.name, sentByPost: typed.isSentByPost };
      const plan = await createPlan(publication, transaction, service.clock, given);
      return { result: plan.id, act: { name: 'plan.create', recordId: plan.id, recordName: slug } };
    });
    return goTo(visit, `/plans/${id}`, 'plan-created');
  } catch (error) {
    const taken = await findPlan(publication, service.database, slug);
    const href = taken && pathOf(visit, `/plans/${taken.id}`);
    return show(service, visit, typed, toTakenFault(visit, error, href, 'dashboard.taken.program-name'));
  }
}

async function show(service: Service, visit: Visit, typed: Typed, state: FormState): Promise<FastifyReply> {
  return showDashboard(service, visit, 'dashboard/catalog/new-plan', typed, state);
}
