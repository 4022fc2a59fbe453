// `/dashboard/:publication/people/:customer/merge`: merges two records of one person. The form asks who the other is and
// who stays; its answer is the preview, and what is confirmed there happens.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { Conflict, InvalidValue, NotFound } from '../../models/errors.ts';
import { mergePeople, previewMerge, type MergeClash, type MergePreview } from '../../models/lifecycle/merge-people.ts';
import { getCustomer } from '../../models/people/customer-person.ts';
import { findCustomerByEmail, type CustomerSummary } from '../../models/people/customer-summary.ts';
import type { Service } from '../../service.ts';
import { fieldOf, fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { formatCount } from '../../views/formats.ts';
import type { TextKey } from '../../views/text.ts';
import { formIdOf, runAct, toFault } from '../act.ts';
import { goTo } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { nameOf, optionsOf, readerOf, readerPath, showAct, type ActField, type ActPage } from './act-page.ts';

/** `other` is an address or an id; `shown` the subscriptions of plans that both have, as the preview showed them. */
const FIELDS = { other: 'other', stays: 'stays', shown: 'shown' } as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>>;
const STAYS: Readonly<Record<'this' | 'other', TextKey>> = {
  this: 'dashboard.helping.stays-this',
  other: 'dashboard.helping.stays-other',
};
/** Our choice: how many plans that both pay for can be chosen of; a reader has few. */
const CHOICES_MAX = 20;

export async function showMerge(service: Service, visit: Visit): Promise<FastifyReply> {
  const reader = await readerOf(service, visit);
  const typed = fieldsOf(visit.query, FIELDS);
  if (valueOf(visit.query, FIELDS.other) === undefined)
    return showForm(service, visit, reader, { typed: { ...typed, stays: 'this' }, state: FRESH });
  try {
    const other = await findOther(service, visit, typed.other);
    const preview = await previewMerge(
      visit.session.publication,
      service.database,
      toMerge(reader.id, other.id, typed.stays),
    );
    return showAct(service, visit, { reader, page: previewPage(visit, reader, preview, typed.stays) });
  } catch (error) {
    return showForm(service, visit, reader, { typed, state: toFault(visit.language, error) });
  }
}

export async function merge(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication } = visit.session;
  const reader = await readerOf(service, visit);
  const typed = fieldsOf(visit.form, FIELDS);
  const kept = Array.from({ length: CHOICES_MAX }, (_one, index) => fieldOf(visit.form, `keep_${index}`));
  try {
    const intoId = await runAct(service, visit, async (transaction) => {
      const people = toMerge(reader.id, typed.other, typed.stays);
      const { clashes } = await previewMerge(publication, transaction, people);
      if (shownOf(clashes) !== typed.shown) throw new Conflict('other', 'changed since the preview', 'shown');
      const { id } = await mergePeople(publication, transaction, service.clock, { ...people, kept });
      return { result: id, act: { name: 'customer.merge', recordId: id, recordName: people.fromId } };
    });
    return goTo(visit, `/people/${intoId}`, 'merged');
  } catch (error) {
    if (error instanceof NotFound) throw error;
    return showForm(service, visit, reader, { typed, state: toFault(visit.language, error) });
  }
}

/** Throws InvalidValue. */
async function findOther({ database }: Service, { session }: Visit, text: string): Promise<CustomerSummary> {
  const typed = text.trim();
  const found = typed.includes('@')
    ? await findCustomerByEmail(session.publication, database, parseEmailAddress(typed)).catch(toUndefined)
    : await getCustomer(session.publication, database, typed).catch(toUndefined);
  if (found === undefined) throw new InvalidValue('other', 'nobody is called so');
  return found;
}

function toUndefined(error: unknown): undefined {
  if (!(error instanceof NotFound || error instanceof InvalidValue)) throw error;
}

/** Throws InvalidValue. */
function toMerge(readerId: string, otherId: string, stays: string): { fromId: string; intoId: string } {
  if (stays === 'this') return { fromId: otherId, intoId: readerId };
  if (stays === 'other') return { fromId: readerId, intoId: otherId };
  throw new InvalidValue('stays', 'nobody stays');
}

function shownOf(clashes: readonly MergeClash[]): string {
  return clashes.map(({ own, brought }) => `${own.id} ${brought.id}`).join(' ');
}

function showForm(
  service: Service,
  visit: Visit,
  reader: CustomerSummary,
  { typed, state }: { readonly typed: Typed; readonly state: FormState },
): FastifyReply {
  const { t } = visit.language;
  const label = t('dashboard.helping.other');
  const fields: ActField[] = [
    { kind: 'text', id: 'other', label, hint: t('dashboard.helping.other-hint'), value: typed.other },
    {
      kind: 'radio',
      id: 'stays',
      label: t('dashboard.helping.stays'),
      hint: t('dashboard.helping.stays-hint'),
      value: typed.stays,
      options: optionsOf(visit, STAYS),
    },
  ];
  const form = {
    action: readerPath(reader, '/merge'),
    method: 'get',
    fields,
    hidden: {},
    button: t('dashboard.pricing.preview'),
    isDanger: false,
  } as const;
  const title = t('dashboard.helping.merge');
  const page = { title, lead: nameOf(reader), facts: [t('dashboard.helping.merge-lead')], form };
  return showAct(service, visit, { reader, page }, state);
}

function previewPage(visit: Visit, reader: CustomerSummary, preview: MergePreview, stays: string): ActPage {
  const { t } = visit.language;
  const { leaving, remaining, clashes } = preview;
  const other = remaining.person.id === reader.id ? leaving.person : remaining.person;
  const choices = clashes.flatMap((clash, index) => (clash.isChoice ? [choiceOf(visit, clash, index)] : []));
  return {
    title: t('dashboard.helping.merge'),
    lead: `${nameOf(leaving.person)} → ${nameOf(remaining.person)}`,
    table: tableOf(visit, preview),
    facts: factsOf(visit, preview),
    form: {
      action: readerPath(reader, '/merge'),
      method: 'post',
      fields: choices,
      hidden: { other: other.id, stays, shown: shownOf(clashes) },
      button: t('dashboard.helping.merge-button', { leaving: nameOf(leaving.person) }),
      isDanger: true,
    },
  };
}

function choiceOf(visit: Visit, { planName, own, brought }: MergeClash, index: number): ActField {
  const { t } = visit.language;
  const label = t('dashboard.helping.keep', { plan: planName });
  const options = [
    { value: own.id, text: t('dashboard.helping.keep-own') },
    { value: brought.id, text: t('dashboard.helping.keep-brought') },
  ];
  return { kind: 'radio', id: `keep_${index}`, label, hint: t('dashboard.helping.keep-hint'), value: own.id, options };
}

function tableOf(visit: Visit, { leaving, remaining }: MergePreview): NonNullable<ActPage['table']> {
  const { t, tag } = visit.language;
  const sides = [leaving, remaining];
  const row = (head: TextKey, cell: (side: (typeof sides)[number]) => string): string[] => [
    t(head),
    ...sides.map((side) => cell(side) || '–'),
  ];
  return {
    label: t('dashboard.helping.merge'),
    columns: [t('dashboard.helping.has'), t('dashboard.helping.leaves'), t('dashboard.helping.remains')],
    rows: [
      row('dashboard.helping.address', ({ person }) => person.email ?? ''),
      row('dashboard.helping.name', ({ person }) => person.name ?? ''),
      row('dashboard.helping.plans', ({ plans }) => plans.join(', ')),
      row('dashboard.helping.newsletters', ({ person }) => person.newsletterSlugs.join(', ')),
      row('dashboard.helping.payments', ({ payments }) => formatCount(payments, tag)),
      row('dashboard.helping.gifts', ({ gifts }) => formatCount(gifts, tag)),
    ],
  };
}

function factsOf({ language: { t } }: Visit, { leaving, remaining, clashes }: MergePreview): string[] {
  const [former, email] = [leaving.person.email, remaining.person.email];
  const address =
    former === null || former === email
      ? []
      : email === null
        ? [t('dashboard.helping.takes-address', { email: former })]
        : [t('dashboard.helping.leaves-address', { former, email })];
  const canceled = clashes
    .filter(({ isChoice }) => !isChoice)
    .map(({ planName }) => t('dashboard.helping.merge-cancels', { plan: planName }));
  return [t('dashboard.helping.merge-moves'), ...address, ...canceled, t('dashboard.helping.merge-for-good')];
}
