// The sandbox's cards, named by their outcomes.

export const GOOD_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';
export const AUTHENTICATED_CARD = '4000 0025 0000 3155';
/** A debit: pending for three days, then paid. */
export const DEBIT_CARD = '4000 0000 0000 0192';
export const FAILING_DEBIT_CARD = '4000 0000 0000 0218';
/** A debit that is paid the first time, and refused at the renewal. */
export const LATER_FAILING_DEBIT_CARD = '4000 0000 0341 0218';
/** Pays the first time, and is declined at renewals. */
export const LATER_FAILING_CARD = '4000 0000 0000 0341';
