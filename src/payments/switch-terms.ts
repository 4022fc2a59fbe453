// What a change of price costs now and later, as the gateway computes it for the page that shows it.

/**
 * now: the prorated difference is charged at once, less the discount that runs; during a trial nothing is charged, and the trial goes on.
 * at_period_end: nothing is charged before the next period, which has the new price.
 */
type SwitchTiming = 'now' | 'at_period_end';

export interface SwitchPreview {
  readonly timing: SwitchTiming;
  /** The time of the proration. Passed to `switchPrice`, so that what is charged equals what was shown. */
  readonly at: Date;
  readonly dueNow: number;
  readonly currency: string;
  readonly nextAmount: number;
  readonly nextAt: Date;
}
