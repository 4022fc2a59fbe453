// What a publisher says about a file before it is imported: what its columns and values mean, and what happens to people
// who are here already.
import type { DayOrder } from './day.ts';
import type { ImportField } from './presets.ts';

export interface ImportSettings {
  /** What each column means, in their order; null for a column that is left out. */
  readonly fields: readonly (ImportField | null)[];
  /**
   * What the file's words for plans mean: a plan's id, or those of a plan and a price with a space between; empty for no
   * plan.
   */
  readonly plans: Readonly<Record<string, string>>;
  /** What the file's words for newsletters mean: an id; empty for none. */
  readonly newsletters: Readonly<Record<string, string>>;
  /** Ids of the newsletters that everybody of the file gets of whom no column says that they take none. */
  readonly newslettersOfAll: readonly string[];
  /** Like a value of `plans`: of rows that have something to hold and name no plan. */
  readonly planOfRest: string;
  /** How a subscription is recorded whose row says neither until when it is paid for nor that it is given. */
  readonly withoutEnd: 'complimentary' | 'outside';
  /** Null where the publisher has not said. */
  readonly dayOrder: DayOrder | null;
  /** Whether the file also wins over what was changed here, or was never imported. */
  readonly overwrites: boolean;
  /**
   * Of a gateway's account, what each of its prices means: the id of a price; of a plan, which gets the price; NEW_PLAN;
   * empty for a price whose subscriptions are left alone.
   */
  readonly prices: Readonly<Record<string, string>>;
  /** Of a gateway's account: whether customers without a subscription come along. */
  readonly isForEverybody: boolean;
}

/** Stands for a plan that is made of the gateway's product. */
export const NEW_PLAN = 'new';

export const NO_SETTINGS: ImportSettings = {
  fields: [],
  plans: {},
  newsletters: {},
  newslettersOfAll: [],
  planOfRest: '',
  withoutEnd: 'complimentary',
  dayOrder: null,
  overwrites: false,
  prices: {},
  isForEverybody: true,
};

/** The words of a file are compared without regard to case and space around them. */
export function wordOf(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
