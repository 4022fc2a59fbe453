// `/dashboard/:publication/people/:customer/erase`: erases a person at the publisher's request, as the data API does
// (reliability R-P3).
import type { FastifyReply } from 'fastify';
import { InvalidValue } from '../../models/errors.ts';
import { erasePerson } from '../../models/lifecycle/erasure.ts';
import { listSubscribedPlans } from '../../models/money/subscription-record.ts';
import { getCustomer } from '../../models/people/customer-person.ts';
import type { CustomerSummary } from '../../models/people/customer-summary.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { formIdOf, runAct, toFault } from '../act.ts';
import { goTo } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { nameOf, paramOf, readerOf, readerPath, showAct } from './act-page.ts';

export async function showErase(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, FRESH, '');
}

export async function erase(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication, staffId } = visit.session;
  const typed = fieldOf(visit.form, 'confirm');
  let erased: string;
  try {
    erased = await runAct(service, visit, async (transaction) => {
      const reader = await getCustomer(publication, transaction, paramOf(visit, 'customer'));
      if (typed.trim().toLowerCase() !== toType(reader).toLowerCase()) throw new InvalidValue('confirm', 'not typed');
      const { id } = await erasePerson(service, publication, transaction, reader.id, 'customer');
      return { result: id, act: { name: 'customer.erase', recordId: id } };
    });
  } catch (error) {
    return show(service, visit, toFault(visit.language, error), typed);
  }
  service.securityLog.record('customer_erased', { publication, request: visit.request, record: staffId, erased });
  return goTo(visit, '/people', 'person-erased');
}

/** What has to be typed, so that nobody is erased by a slip. */
function toType({ id, email }: CustomerSummary): string {
  return email ?? id;
}

async function show(service: Service, visit: Visit, state: FormState, typed: string): Promise<FastifyReply> {
  const reader = await readerOf(service, visit);
  const { t } = visit.language;
  const plans = await listSubscribedPlans(visit.session.publication, service.database, reader.id);
  const form = {
    action: readerPath(reader, '/erase'),
    method: 'post',
    fields: [
      {
        kind: 'text',
        id: 'confirm',
        label: t('dashboard.helping.confirm', { text: toType(reader) }),
        hint: '',
        value: typed,
      },
    ],
    hidden: {},
    button: t('dashboard.helping.erase-button'),
    isDanger: true,
  } as const;
  const facts = [
    t('dashboard.helping.erase-goes'),
    ...(plans.length === 0 ? [] : [t('dashboard.helping.erase-plans', { plans: plans.join(', ') })]),
    t('dashboard.helping.erase-stays'),
    t('dashboard.helping.erase-for-good'),
  ];
  const page = { title: t('dashboard.helping.erase'), lead: nameOf(reader), facts, form };
  return showAct(service, visit, { reader, page }, state);
}
