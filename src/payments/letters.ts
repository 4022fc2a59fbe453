// What customers are written about their money, in facts: the doors' room for mails finds the words.
import type { Transaction } from '../database/connection.ts';
import type { Interval } from '../models/catalog/price.ts';
import type { PaymentReason } from '../models/money/payment.ts';
import type { PublicationRow } from '../models/publication/publication.ts';

/** Amounts are in minor units, times in milliseconds. */
export type PaymentLetter = {
  readonly customerId: string;
  readonly to: string;
  readonly amount: number;
  readonly currency: string;
} & (Paid | PaymentFailed | RenewalComing | TrialEnding | GiftDelivered | PaidBack);

export interface Paid {
  readonly kind: 'paid';
  readonly reason: PaymentReason;
  readonly planName: string;
  /** Of the receipt. */
  readonly number: string;
  readonly paidAt: number;
  /** The time that is paid for. */
  readonly periodStart: number;
  readonly periodEnd: number;
  /** Null where nothing more is charged. */
  readonly next: {
    readonly at: number;
    readonly amount: number;
    readonly currency: string;
    readonly interval: Interval;
  } | null;
  readonly account: string;
  readonly receipt: string;
}

export interface PaymentFailed {
  readonly kind: 'payment-failed';
  /** When the access ends. */
  readonly accessUntil: number;
  /** Where a new card is given. */
  readonly link: string;
}

export interface RenewalComing {
  readonly kind: 'renewal';
  readonly planName: string;
  /** When it is charged. */
  readonly at: number;
  /** Where it is canceled. */
  readonly link: string;
}

/** The first charge after a trial. */
export interface TrialEnding extends Omit<RenewalComing, 'kind'> {
  readonly kind: 'trial';
  readonly interval: Interval;
}

/** To whom a gift is for. */
export interface GiftDelivered {
  readonly kind: 'gift';
  readonly planName: string;
  readonly periods: number;
  readonly interval: Interval;
  /** As the buyer wrote them. */
  readonly senderName: string | null;
  readonly message: string | null;
  readonly code: string;
  /** Where it is claimed. */
  readonly link: string;
  readonly claimUntil: number;
}

export interface PaidBack {
  readonly kind: 'refund';
  readonly planName: string;
  /** held already: the payment was one too many, since the customer had the plan by then. */
  readonly reason: 'paid back' | 'held already';
  /** The receipt. */
  readonly link: string;
}

/** Queues the letter in the transaction. */
export type WriteLetter = (
  publication: PublicationRow,
  transaction: Transaction,
  letter: PaymentLetter,
) => Promise<void>;
