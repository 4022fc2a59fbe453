// `/dashboard/:publication/people/:customer/give`: gives a reader a complimentary subscription, with an end or without.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { COMPLIMENTARY, type Complimentary } from '../../mails/complimentary.ts';
import { queueMail } from '../../mails/queue.ts';
import { listPlans, type Plan } from '../../models/catalog/plan.ts';
import { InvalidValue } from '../../models/errors.ts';
import { listActiveSubscriptions } from '../../models/money/subscription-record.ts';
import { createSubscription } from '../../models/money/subscription.ts';
import { findCorrespondent } from '../../models/people/customer-language.ts';
import type { CustomerSummary } from '../../models/people/customer-summary.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { languageOf } from '../../views/language.ts';
import { formIdOf, runAct, toFault } from '../act.ts';
import { goTo } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { readerOf, readerPath, showAct, type ActField } from './act-page.ts';
import { parseLastDay } from './end-field.ts';

const FIELDS = { plan: 'plan', lastDay: 'last_day', tell: 'tell' } as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>>;

export async function showGive(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, await readerOf(service, visit), { plan: '', lastDay: '', tell: '' }, FRESH);
}

export async function give(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication } = visit.session;
  const reader = await readerOf(service, visit);
  const typed = fieldsOf(visit.form, FIELDS);
  try {
    const endsAt = parseLastDay(service, visit, typed.lastDay);
    await runAct(service, visit, async (transaction) => {
      const plan = await planOf(service, visit, typed.plan);
      const made = await createSubscription(publication, transaction, service.clock, {
        customerId: reader.id,
        planId: plan.id,
        complimentary: true,
        endsAt,
      });
      if (typed.tell === 'yes')
        await tell(service, visit, transaction, {
          customerId: reader.id,
          planName: plan.name,
          planTexts: plan.texts,
          endsAt: made.endsAt,
        });
      return { result: null, act: { name: 'subscription.create', recordId: made.id } };
    });
  } catch (error) {
    return show(service, visit, reader, typed, toFault(visit.language, error));
  }
  return goTo(visit, readerPath(reader), 'subscription-given');
}

/** Writes to the reader in their language, if they have an address. */
async function tell(
  service: Service,
  visit: FormVisit,
  transaction: Transaction,
  { customerId, ...facts }: Complimentary & { readonly customerId: string },
): Promise<void> {
  const { publication } = visit.session;
  const reader = await findCorrespondent(publication, transaction, customerId);
  if (reader === undefined || reader.email === null) return;
  const language = languageOf(publication, reader.language === null ? {} : { 'accept-language': reader.language });
  await queueMail(service, transaction, COMPLIMENTARY, {
    publication,
    language,
    to: reader.email,
    readerName: reader.name,
    facts,
  });
}

async function planOf(service: Service, visit: Visit, id: string): Promise<Plan> {
  const plans = await listPlans(visit.session.publication, service.database);
  const plan = plans.find((one) => one.id === id && one.archivedAt === null);
  if (plan === undefined) throw new InvalidValue('plan', 'no such plan');
  return plan;
}

async function show(
  service: Service,
  visit: Visit,
  reader: CustomerSummary,
  typed: Typed,
  state: FormState,
): Promise<FastifyReply> {
  const { language, session } = visit;
  const { t } = language;
  const held = await listActiveSubscriptions(session.publication, service.database, reader.id);
  const plans = (await listPlans(session.publication, service.database)).filter(
    ({ id, archivedAt }) => archivedAt === null && held.every(({ planId }) => planId !== id),
  );
  const options = plans.map(({ id, name }) => ({ value: id, text: name }));
  const hint = t('dashboard.helping.last-day-hint', { zone: session.publication.timeZone });
  const fields: ActField[] = [
    { kind: 'select', id: 'plan', label: t('dashboard.helping.plan'), hint: '', value: typed.plan, options },
    { kind: 'date', id: 'last_day', label: t('dashboard.helping.last-day'), hint, value: typed.lastDay },
  ];
  if (reader.email !== null)
    fields.push({ kind: 'check', id: 'tell', label: t('dashboard.helping.tell'), isChecked: typed.tell === 'yes' });
  const facts = plans.length === 0 ? [t('dashboard.helping.give-none')] : [t('dashboard.helping.give-means')];
  const page = {
    title: t('dashboard.helping.give'),
    lead: t('dashboard.helping.give-lead'),
    facts: [...facts, ...(reader.email === null ? [t('dashboard.helping.no-address')] : [])],
    ...(plans.length === 0
      ? {}
      : {
          form: {
            action: readerPath(reader, '/give'),
            method: 'post',
            fields,
            hidden: {},
            button: t('dashboard.helping.give-button'),
            isDanger: false,
          } as const,
        }),
  };
  return showAct(service, visit, { reader, page }, state);
}
