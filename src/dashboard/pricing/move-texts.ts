// What the states of a price change and of its subscribers are called on the pages.
import type { MoveState, SkipReason } from '../../models/money/price-change-move.ts';
import type { PriceChange } from '../../models/money/price-change.ts';
import type { TextKey } from '../../views/text.ts';

export const SKIPPED: Readonly<Record<SkipReason, TextKey>> = {
  ending: 'dashboard.pricing.skipped-ending',
  past_due: 'dashboard.pricing.skipped-past-due',
  paused: 'dashboard.pricing.skipped-paused',
  own_switch: 'dashboard.pricing.skipped-own-switch',
  no_address: 'dashboard.pricing.skipped-no-address',
};

/** In the order of the page. */
export const MOVES: Readonly<Record<Exclude<MoveState, 'skipped'>, TextKey>> = {
  waiting: 'dashboard.pricing.move-waiting',
  told: 'dashboard.pricing.move-told',
  moved: 'dashboard.pricing.move-moved',
  left: 'dashboard.pricing.move-left',
  kept: 'dashboard.pricing.move-kept',
  returning: 'dashboard.pricing.move-returning',
  returned: 'dashboard.pricing.move-returned',
};

const STATES: Readonly<Record<PriceChange['state'], TextKey>> = {
  running: 'dashboard.pricing.state-running',
  done: 'dashboard.pricing.state-done',
  undone: 'dashboard.pricing.state-undone',
};

export function stateText({ state, mode }: PriceChange): TextKey {
  return mode === 'keep' && state === 'done' ? 'dashboard.pricing.state-kept' : STATES[state];
}
