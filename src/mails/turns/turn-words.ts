// What each mail about a turn says, one row a mail.
import type { TurnFacts, TurnMail } from '../../models/outbox/turn.ts';
import { numberText } from '../../models/receipts/receipt-record.ts';
import { formatAmount, formatDay } from '../../views/formats.ts';
import type { TextKey } from '../../views/text.ts';
import { notice, type Example, type Mail, type MailContent, type PlanFacts, type Reader } from '../mail.ts';
import { DAY_MILLISECONDS } from '../words/example.ts';

/** What the mail about a turn is written from. */
export interface Turn extends TurnFacts, PlanFacts {
  /** Empty where it is about no plan. */
  readonly planName: string;
  /** The id of the subscription or the gift. */
  readonly subject: string;
  /** Of what was paid; null where nothing was. */
  readonly receiptNumber?: number | null;
}

interface Words {
  readonly subject: TextKey;
  readonly paragraphs: readonly TextKey[];
  readonly link: TextKey;
  path(turn: Turn): string;
}

const ACCOUNT = { link: 'free-offering.account', path: () => '/' } as const;
const OFFERS = { link: 'mail.gift-ending-button', path: () => '/offers' } as const;
const CANCEL = 'mail.trial-button';

/** The sentence that names the first or the next charge and the interval after it. */
const CHARGED = { month: 'mail.trial-month', year: 'mail.trial-year' } as const;
const NEW_PRICE = { month: 'mail.change-month', year: 'mail.change-year' } as const;

export const TURN_WORDS: Readonly<Record<TurnMail, Mail<Turn>>> = {
  welcome: mailOf('welcome', {
    subject: 'mail.welcome-subject',
    paragraphs: ['mail.welcome', 'mail.welcome-account'],
    ...ACCOUNT,
  }),
  trial_begun: mailOf('trial_begun', ({ interval = 'month' }) => ({
    subject: 'mail.trial-begun-subject',
    paragraphs: ['mail.trial-begun', CHARGED[interval], 'mail.trial-begun-cancel'],
    link: CANCEL,
    path: ({ subject }) => `/subscriptions/${subject}/cancel`,
  })),
  change_planned: mailOf('change_planned', ({ interval = 'month' }) => ({
    subject: 'mail.change-planned-subject',
    paragraphs: ['mail.change-planned', NEW_PRICE[interval], 'mail.change-planned-undo'],
    ...ACCOUNT,
  })),
  change_undone: mailOf('change_undone', ({ interval = 'month' }) => ({
    subject: 'mail.change-undone-subject',
    paragraphs: ['mail.change-undone', NEW_PRICE[interval]],
    ...ACCOUNT,
  })),
  cancel_confirmed: mailOf('cancel_confirmed', {
    subject: 'mail.cancel-confirmed-subject',
    paragraphs: ['mail.cancel-confirmed', 'mail.cancel-confirmed-until', 'mail.cancel-confirmed-undo'],
    ...ACCOUNT,
  }),
  cancel_undone: mailOf('cancel_undone', ({ amount = null }) => ({
    subject: 'mail.cancel-undone-subject',
    paragraphs: ['mail.cancel-undone', ...(amount === null ? [] : (['mail.cancel-undone-next'] as const))],
    ...ACCOUNT,
  })),
  pause_confirmed: mailOf('pause_confirmed', ({ from = null }) => ({
    subject: 'mail.pause-subject',
    paragraphs: [from === null ? 'mail.pause-runs' : 'mail.pause-begins', 'mail.pause-ends', 'mail.pause-undo'],
    ...ACCOUNT,
  })),
  pause_undone: mailOf('pause_undone', {
    subject: 'mail.pause-undone-subject',
    paragraphs: ['mail.pause-undone', 'mail.cancel-undone-next'],
    ...ACCOUNT,
  }),
  payment_ended: mailOf('payment_ended', {
    subject: 'mail.payment-ended-subject',
    paragraphs: ['mail.payment-ended', 'mail.payment-ended-nothing', 'mail.payment-ended-again'],
    ...OFFERS,
  }),
  ended: mailOf('ended', ({ reason = '' }) => ({
    subject: 'mail.ended-subject',
    paragraphs: [...(ENDED[reason] ?? ['mail.ended' as const]), 'mail.ended-again'],
    ...OFFERS,
  })),
  gift_bought: mailOf(
    'gift_bought',
    {
      subject: 'mail.gift-bought-subject',
      paragraphs: ['mail.gift-bought', 'mail.gift-bought-next'],
      link: 'mail.gift-refund-button',
      path: ({ subject }) => `/gifts/${subject}`,
    },
    (example) => ({ ...exampleOf(example), at: example.now, receiptNumber: 42 }),
  ),
  gift_claimed: mailOf('gift_claimed', {
    subject: 'mail.gift-claimed-subject',
    paragraphs: ['mail.gift-claimed'],
    link: 'mail.gift-refund-button',
    path: ({ subject }) => `/gifts/${subject}`,
  }),
  gift_begun: mailOf('gift_begun', {
    subject: 'mail.gift-begun-subject',
    paragraphs: ['mail.gift-begun', 'mail.gift-begun-until'],
    ...ACCOUNT,
  }),
  activated: mailOf('activated', {
    subject: 'mail.activated-subject',
    paragraphs: ['mail.activated', 'mail.activated-advice'],
    ...ACCOUNT,
  }),
};

/** Ends of which there is more to say than that nothing is charged any more. */
const ENDED: Readonly<Record<string, readonly TextKey[]>> = {
  publisher: ['mail.ended-by-publisher'],
  disputed: ['mail.ended-disputed'],
  gateway: ['mail.ended-at-gateway', 'mail.ended-unexpected'],
  gift_over: ['mail.ended-gift'],
  complimentary_over: ['mail.ended-complimentary'],
};

function mailOf(name: TurnMail, words: Words | ((turn: Turn) => Words), example = exampleOf): Mail<Turn> {
  const wordsOf = typeof words === 'function' ? words : (): Words => words;
  return {
    name,
    planName: ({ planName }) => planName,
    example,
    write: (turn, reader) => write(turn, wordsOf(turn), reader),
  };
}

function write(turn: Turn, words: Words, reader: Reader): MailContent {
  const { t, tag, publication } = reader;
  const { amount = null, currency, at = null, from = null, planName: plan, receiptNumber = null } = turn;
  const values = {
    publication: publication.name,
    plan,
    day: at === null ? '' : formatDay(at, tag),
    from: from === null ? '' : formatDay(from, tag),
    amount: amount === null || currency === undefined ? '' : formatAmount(amount, currency, tag),
  };
  return notice(t(words.subject, values), {
    paragraphs: words.paragraphs.map((paragraph) => t(paragraph, values)),
    rows:
      receiptNumber === null
        ? []
        : [{ label: t('mail.paid-number'), value: numberText({ kind: 'receipt', number: receiptNumber }) }],
    links: [{ href: publication.siteUrl + words.path(turn), text: t(words.link) }],
  });
}

function exampleOf({ now, planName, amount, currency }: Example): Turn {
  const at = now + 30 * DAY_MILLISECONDS;
  return {
    planName,
    subject: 'example',
    amount,
    currency,
    interval: 'month',
    at,
    from: now + 7 * DAY_MILLISECONDS,
    reason: 'reader',
  };
}
