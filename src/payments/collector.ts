// Runs the rounds of `collect`: now when woken, and again for as long as a round found something to do.
import { Runner } from '../runner.ts';
import { collect, type CollectOptions } from './collect.ts';
import type { PaymentParts } from './gateways.ts';

export class Collector extends Runner<boolean> {
  constructor(parts: PaymentParts, options: CollectOptions) {
    super({ round: () => collect(parts, options), isMore: (hadWork) => hadWork, onError: options.onError });
  }
}
