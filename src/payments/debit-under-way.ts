// A bank carries out a debit in some days. Until then nobody knows whether the period that it is to pay begins, so that it
// is not paused, and nothing is charged for another price of it.
import { Conflict } from '../models/errors.ts';

export class DebitUnderWay extends Conflict {
  constructor(field: 'until' | 'price_id') {
    super(field, 'A debit is under way: this is possible once it has been carried out', 'debit');
  }
}
