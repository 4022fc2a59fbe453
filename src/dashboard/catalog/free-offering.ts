// `/dashboard/:publication/free-offering`: the newsletters that readers get for their address alone. It is made, changed,
// withdrawn and brought back.
import type { FastifyReply } from 'fastify';
import {
  findKeptFreeOffering,
  restoreFreeOffering,
  setFreeOffering,
  withdrawFreeOffering,
} from '../../models/catalog/free-offering.ts';
import { listNewsletters } from '../../models/catalog/newsletter.ts';
import { InvalidValue } from '../../models/errors.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { actAndGo, runAct, toFault } from '../act.ts';
import { EDITORS } from '../navigation.ts';
import { goTo, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { valuesOf } from './choices.ts';

const FIELDS = { name: 'name', description: 'description' } as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>> & { readonly newsletterIds: readonly string[] };

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/free-offering': DashboardData &
      Omit<Typed, 'newsletterIds'> & {
        readonly state: 'none' | 'offered' | 'withdrawn';
        readonly newsletters: readonly { readonly id: string; readonly name: string; readonly isChecked: boolean }[];
        readonly links: readonly { readonly text: string; readonly href: string }[];
        readonly isEditor: boolean;
      };
  }
}

export function showCatalogFreeOffering(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, undefined, FRESH);
}

export async function submitFreeOffering(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const typed = { ...fieldsOf(visit.form, FIELDS), newsletterIds: valuesOf(visit.form, 'newsletter') };
  const { name, description, newsletterIds: newsletters } = typed;
  try {
    await runAct(service, visit, async (transaction) => {
      await setFreeOffering(publication, transaction, service.clock, { name, description, newsletters });
      if (newsletters.length === 0) throw new InvalidValue('newsletter', 'a free offering needs a newsletter');
      return { result: null, act: { name: 'free-offering.set', recordId: null, recordName: name } };
    });
  } catch (error) {
    return show(service, visit, typed, toFault(visit.language, error));
  }
  return goTo(visit, '/free-offering', 'free-offering-set');
}

export function withdraw(service: Service, visit: FormVisit): Promise<FastifyReply> {
  return actAndGo(service, visit, { path: '/free-offering', done: 'free-offering-withdrawn' }, async (transaction) => {
    const { name } = await withdrawFreeOffering(visit.session.publication, transaction, service.clock);
    return { name: 'free-offering.withdraw', recordId: null, recordName: name };
  });
}

export async function restore(service: Service, visit: FormVisit): Promise<FastifyReply> {
  try {
    await runAct(service, visit, async (transaction) => {
      const { name } = await restoreFreeOffering(visit.session.publication, transaction);
      return { result: null, act: { name: 'free-offering.restore', recordId: null, recordName: name } };
    });
  } catch (error) {
    return show(service, visit, undefined, toFault(visit.language, error));
  }
  return goTo(visit, '/free-offering', 'free-offering-set');
}

/** @param typed in the form; undefined for what is stored */
async function show(service: Service, visit: Visit, typed: Typed | undefined, state: FormState): Promise<FastifyReply> {
  const { publication, role } = visit.session;
  const { t } = visit.language;
  const [offering, newsletters] = await Promise.all([
    findKeptFreeOffering(publication, service.database),
    listNewsletters(publication, service.database),
  ]);
  const { newsletterIds, ...fields } = typed ?? {
    name: offering?.name ?? '',
    description: offering?.description ?? '',
    newsletterIds: offering?.newsletters.map(({ id }) => id) ?? [],
  };
  const links = [
    { text: t('dashboard.free-offering.page'), href: `${publication.siteUrl}/free_offering` },
    { text: t('dashboard.free-offering.subscribe'), href: `${publication.siteUrl}/free_offering/subscribe` },
  ];
  const data = {
    ...fields,
    links,
    state: offering === undefined ? 'none' : offering.withdrawnAt === null ? 'offered' : 'withdrawn',
    newsletters: newsletters
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ id, name }) => ({ id, name, isChecked: newsletterIds.includes(id) })),
    isEditor: EDITORS.includes(role),
  } as const;
  return showDashboard(service, visit, 'dashboard/catalog/free-offering', data, state);
}
