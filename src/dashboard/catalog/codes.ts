// `/dashboard/:publication/codes`: the discount codes with how often each was used, those that can be used and the archived
// ones, which can be brought back.
import type { FastifyReply } from 'fastify';
import {
  archiveDiscountCode,
  getDiscountCode,
  listDiscountCodes,
  unarchiveDiscountCode,
  type DiscountCode,
} from '../../models/catalog/discount-code.ts';
import type { Service } from '../../service.ts';
import { fieldOf } from '../../site/form.ts';
import { formatAmount, formatMoment } from '../../views/formats.ts';
import { actAndGo, formIdOf } from '../act.ts';
import { EDITORS } from '../navigation.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';

interface CodeInList {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly off: string;
  readonly used: string;
  /** Empty for a code that does not end. */
  readonly ends: string;
  readonly isOver: boolean;
  readonly offers: string;
  readonly href: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/codes': DashboardData & {
      readonly codes: readonly CodeInList[];
      readonly archived: readonly CodeInList[];
      readonly isEditor: boolean;
    };
  }
}

export async function showCodes(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication, role } = visit.session;
  const now = service.clock.now().getTime();
  const all = (await listDiscountCodes(publication, service.database)).toReversed();
  const toRow = (code: DiscountCode): CodeInList => toCodeInList(visit, code, now);
  return showDashboard(service, visit, 'dashboard/catalog/codes', {
    codes: all.filter(({ archivedAt }) => archivedAt === null).map(toRow),
    archived: all.filter(({ archivedAt }) => archivedAt !== null).map(toRow),
    isEditor: EDITORS.includes(role),
  });
}

export async function archiveOnCodes(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication } = visit.session;
  const { id, code } = await getDiscountCode(publication, service.database, fieldOf(visit.form, 'code'));
  return actAndGo(service, visit, { path: '/codes', done: 'code-archived' }, async (transaction) => {
    await archiveDiscountCode(publication, transaction, service.clock, code);
    return { name: 'code.archive', recordId: id, recordName: code };
  });
}

export async function unarchiveOnCodes(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication } = visit.session;
  const { id, code } = await getDiscountCode(publication, service.database, fieldOf(visit.form, 'code'));
  return actAndGo(service, visit, { path: '/codes', done: 'code-unarchived' }, async (transaction) => {
    await unarchiveDiscountCode(publication, transaction, code);
    return { name: 'code.unarchive', recordId: id, recordName: code };
  });
}

/** What the code takes off: "50% off, 3 payments". */
export function offText({ percentOff, amountOff, currency, periods }: DiscountCode, { language }: Visit): string {
  const { t, tag } = language;
  const off =
    percentOff === null
      ? formatAmount(amountOff ?? 0, currency ?? 'EUR', tag)
      : new Intl.NumberFormat(tag, { style: 'percent' }).format(percentOff / 100);
  return periods === null
    ? t('dashboard.codes.off-forever', { off })
    : t('dashboard.codes.off-periods', { off, count: periods });
}

function toCodeInList(visit: Visit, discountCode: DiscountCode, now: number): CodeInList {
  const { t, tag } = visit.language;
  const { id, code, name, validUntil, maxRedemptions, redemptions, offerSlugs } = discountCode;
  const isUsedUp = maxRedemptions !== null && redemptions >= maxRedemptions;
  return {
    id,
    code,
    name: name ?? '',
    off: offText(discountCode, visit),
    used:
      maxRedemptions === null
        ? String(redemptions)
        : t('dashboard.codes.used-of', { used: redemptions, max: maxRedemptions }),
    ends: validUntil === null ? '' : formatMoment(validUntil, tag, visit.session.publication.timeZone),
    isOver: isUsedUp || (validUntil !== null && validUntil <= now),
    offers: offerSlugs.length === 0 ? t('dashboard.codes.all-offers') : offerSlugs.join(', '),
    href: pathOf(visit, `/codes/${id}`),
  };
}
