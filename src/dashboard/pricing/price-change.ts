// `/dashboard/:publication/price-changes/:change`: how far a price change has come, and the way back until it begins.
import type { FastifyReply } from 'fastify';
import { getPrice } from '../../models/catalog/price.ts';
import { Conflict } from '../../models/errors.ts';
import { getPriceChange, isUndoable, type PriceChange } from '../../models/money/price-change.ts';
import { countMoves, type MoveGroup } from '../../models/money/price-holders.ts';
import { undoPriceChange } from '../../payments/price-change/change.ts';
import { renewalClock } from '../../payments/price-change/preview.ts';
import type { Service } from '../../service.ts';
import { fieldOf } from '../../site/form.ts';
import { formatCount, formatDay } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { priceText } from '../../views/price-text.ts';
import { runAct } from '../act.ts';
import { EDITORS } from '../navigation.ts';
import { goTo, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { MOVES, SKIPPED, stateText } from './move-texts.ts';
import type { Line } from './preview-on-page.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/pricing/price-change': DashboardData & {
      readonly id: string;
      readonly before: string;
      readonly after: string;
      readonly state: string;
      readonly isMove: boolean;
      readonly isUndone: boolean;
      /** The first day of the move; empty where nobody moves. */
      readonly day: string;
      readonly moves: readonly Line[];
      readonly skipped: readonly Line[];
      /** Whether the visitor may take it back now. */
      readonly isUndoable: boolean;
    };
  }
}

export async function showPriceChange(service: Service, visit: Visit): Promise<FastifyReply> {
  const { language, session, request } = visit;
  const { publication, role } = session;
  const { change: id = '' } = request.params as { change?: string };
  const change = await getPriceChange(publication, service.database, id);
  const [from, to, now, counts] = await Promise.all([
    getPrice(publication, service.database, change.fromPriceId),
    getPrice(publication, service.database, change.toPriceId),
    renewalClock(service, publication),
    countMoves(publication, service.database, id),
  ]);
  return showDashboard(service, visit, 'dashboard/pricing/price-change', {
    id,
    before: priceText(from, language),
    after: priceText(to, language),
    state: language.t(stateText(change)),
    isMove: change.mode === 'move',
    isUndone: change.state === 'undone',
    day: change.startsAt === null ? '' : formatDay(change.startsAt, language.tag),
    ...toLines(counts, language),
    isUndoable: EDITORS.includes(role) && isUndoable(change, now),
  });
}

export async function undo(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const id = fieldOf(visit.form, 'change');
  const now = await renewalClock(service, publication);
  try {
    await runAct(service, visit, async (transaction) => {
      const change: PriceChange['id'] = await undoPriceChange(publication, transaction, service.clock, { id, now });
      return { result: null, act: { name: 'price-change.undo', recordId: change, recordName: null } };
    });
  } catch (error) {
    // Somebody else took it back, or it began meanwhile: its page says which.
    if (!(error instanceof Conflict)) throw error;
    return goTo(visit, `/price-changes/${id}`, 'price-change-too-late');
  }
  return goTo(visit, `/price-changes/${id}`, 'price-change-undone');
}

function toLines(counts: readonly MoveGroup[], { t, tag }: Language): { moves: Line[]; skipped: Line[] } {
  const line = (label: string, count: number): Line => ({ label, value: formatCount(count, tag) });
  const moves = Object.entries(MOVES).flatMap(([state, text]) => {
    const count = counts.reduce((sum, one) => (one.state === state ? sum + one.count : sum), 0);
    return count === 0 ? [] : [line(t(text), count)];
  });
  const skipped = counts.flatMap(({ state, reason, count }) =>
    state === 'skipped' && reason !== null ? [line(t(SKIPPED[reason]), count)] : [],
  );
  return { moves, skipped };
}
