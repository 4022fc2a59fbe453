// `/dashboard/:publication/people/:customer/payments/:payment/refund`, and `…/gifts/:gift/refund`: pays a reader back, in
// part or in whole, and cancels what was paid for if asked.
import type { FastifyReply } from 'fastify';
import { addSeconds } from '../../database/clock.ts';
import { Conflict, InvalidValue } from '../../models/errors.ts';
import { cancelSubscription } from '../../models/money/subscription.ts';
import { listAuditEntries } from '../../models/staff/audit-entry.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, keptOf, type FormState } from '../../site/form.ts';
import { formatAmount, formatDay } from '../../views/formats.ts';
import { formIdOf, runAct, toFault } from '../act.ts';
import { parseMoney } from '../catalog/money-field.ts';
import { goTo } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { readerPath, showAct, type ActField } from './act-page.ts';
import { refundableOf, type Refundable } from './refundable.ts';

/** Our choice: above so many minor units, €50 or ¥5,000, a refund is for owners, who prove that it is them. */
const LARGE_REFUND = 5000;
/** Our choice: so is each one after the fifth that a person makes within a day. */
const REFUNDS_A_DAY = 5;
const DAY_SECONDS = 24 * 3600;

const FIELDS = { amount: 'amount', andCancel: 'and_cancel' } as const;
/** The fields that the page shows again after a proof. */
export const REFUND_FIELDS: readonly string[] = Object.values(FIELDS);
type Typed = Readonly<Record<keyof typeof FIELDS, string>>;
type RefundAct = `${Refundable['kind']}.refund${'' | '-and-cancel'}`;
const REFUND_ACTS: readonly RefundAct[] = [
  'payment.refund',
  'payment.refund-and-cancel',
  'gift.refund',
  'gift.refund-and-cancel',
];

export async function showRefund(service: Service, visit: Visit): Promise<FastifyReply> {
  const refundable = await refundableOf(service, visit);
  return show(service, visit, refundable, keptOf(visit.query, FIELDS), FRESH);
}

/** The gateway is asked before the act is recorded, never in its transaction; a second click asks for the same refund. */
export async function refund(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const key = `form ${formIdOf(visit)}`;
  const { publication, role } = visit.session;
  const refundable = await refundableOf(service, visit);
  const { id, kind, subscriptionId } = refundable;
  const typed = fieldsOf(visit.form, FIELDS);
  const isCanceled = typed.andCancel === 'yes' && subscriptionId !== null;
  try {
    const amount = amountOf(refundable, typed);
    if (amount === undefined) throw new InvalidValue('amount', 'no amount', 'refund');
    if (role !== 'owner' && (await isLarge(service, visit, amount)))
      throw new Conflict('amount', 'A refund for owners', 'owner');
    await refundable.refund(amount, key);
    await runAct(service, visit, async (transaction) => {
      if (isCanceled) await cancelSubscription(publication, transaction, service.clock, subscriptionId);
      const name: RefundAct = `${kind}.refund${isCanceled ? '-and-cancel' : ''}`;
      return { result: null, act: { name, recordId: id } };
    });
  } catch (error) {
    return show(service, visit, refundable, typed, toFault(visit.language, error));
  }
  return goTo(visit, readerPath(refundable.reader), 'refunded');
}

/** Whether an owner has to prove that it is them. Somebody else is refused such a refund. */
export async function isRefundSensitive(service: Service, visit: FormVisit): Promise<boolean> {
  if (visit.session.role !== 'owner') return false;
  const amount = amountOf(await refundableOf(service, visit), fieldsOf(visit.form, FIELDS));
  return amount !== undefined && isLarge(service, visit, amount);
}

/** Undefined where there is no amount. */
function amountOf({ currency }: Refundable, { amount: typed }: Typed): number | undefined {
  const amount = parseMoney(typed, currency) ?? 0;
  return amount > 0 ? amount : undefined;
}

async function isLarge({ database, clock }: Service, { session }: Visit, amount: number): Promise<boolean> {
  if (amount > LARGE_REFUND) return true;
  const createdAfter = addSeconds(clock.now(), -DAY_SECONDS);
  const lists = await Promise.all(
    REFUND_ACTS.map((act) =>
      listAuditEntries(session.publication, database, {
        act,
        actorId: session.staffId,
        createdAfter,
        limit: REFUNDS_A_DAY,
      }),
    ),
  );
  return lists.reduce((sum, { objects }) => sum + objects.length, 0) >= REFUNDS_A_DAY;
}

function show(
  service: Service,
  visit: Visit,
  refundable: Refundable,
  typed: Typed | undefined,
  state: FormState,
): FastifyReply {
  const { t, tag } = visit.language;
  const { reader, planName, amount, refundedAmount, currency, paidAt, kind, isUnclaimed } = refundable;
  const money = (minor: number): string => formatAmount(minor, currency, tag);
  const left = amount - refundedAmount;
  const lead = `${planName}, ${money(amount)}, ${formatDay(paidAt, tag)}`;
  const title = t(kind === 'gift' ? 'dashboard.helping.refund-gift' : 'dashboard.helping.refund');
  const refunded =
    refundedAmount === 0 ? [] : [t('dashboard.helping.refunded-already', { amount: money(refundedAmount) })];
  if (left === 0) return showAct(service, visit, { reader, page: { title, lead, facts: refunded } }, state);
  const form = {
    action: refundable.path,
    method: 'post',
    fields: fieldsFor(visit, refundable, typed),
    hidden: {},
    button: t('dashboard.helping.refund-button'),
    isDanger: true,
  } as const;
  const facts = [
    ...refunded,
    t('dashboard.helping.refund-left', { amount: money(left) }),
    t('dashboard.helping.refund-means'),
    ...(isUnclaimed ? [t('dashboard.helping.refund-unclaimed')] : []),
  ];
  return showAct(service, visit, { reader, page: { title, lead, facts, form } }, state);
}

function fieldsFor(visit: Visit, refundable: Refundable, typed: Typed | undefined): ActField[] {
  const { t, tag } = visit.language;
  const { amount, refundedAmount, currency, subscriptionId } = refundable;
  const hint = t('dashboard.helping.amount-hint', { amount: formatAmount(amount - refundedAmount, currency, tag) });
  const label = t('dashboard.helping.amount', { currency });
  const fields: ActField[] = [{ kind: 'text', id: 'amount', label, hint, value: typed?.amount ?? '' }];
  if (subscriptionId === null) return fields;
  const isChecked = typed?.andCancel === 'yes';
  return [...fields, { kind: 'check', id: 'and_cancel', label: t('dashboard.helping.and-cancel'), isChecked }];
}
