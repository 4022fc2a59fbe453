// A mail to readers as it would be sent, with made-up facts and the words that a publisher adds.
import type { MailWords, ReaderMail } from '../../models/publication/mail-words.ts';
import { ACCOUNT_ERASED } from '../account-erased.ts';
import { ACTIVATION_CODE_TYPED } from '../activation-code-typed.ts';
import { ADDRESS_CHANGED } from '../address-changed.ts';
import { COMPLIMENTARY } from '../complimentary.ts';
import { EMAIL_CODE } from '../email-code.ts';
import { GIFT_ENDING } from '../gifts/gift-ending.ts';
import { GIFT_REFUND } from '../gifts/gift-refund.ts';
import { GIFT } from '../gifts/gift.ts';
import type { Example, Reader } from '../mail.ts';
import { NEW_ADDRESS } from '../new-address.ts';
import { PAID } from '../paid.ts';
import { PAUSE_ENDING } from '../pause-ending.ts';
import { PAYMENT_FAILED } from '../payment-failed.ts';
import { PRICE_CHANGE_UNDONE } from '../price-change-undone.ts';
import { PRICE_CHANGE } from '../price-change.ts';
import { REFUND } from '../refund.ts';
import { renderMail } from '../render.ts';
import { RENEWAL } from '../renewal.ts';
import { SIGN_IN_LINK } from '../sign-in-link.ts';
import { TRIAL } from '../trial.ts';
import { NEW_BROWSER } from '../turns/new-browser.ts';
import { TURN_WORDS } from '../turns/turn-words.ts';
import { exampleOf, type WriteExample } from './example.ts';
import { greetingOf, showWords } from './own-words.ts';

const EXAMPLES: Readonly<Record<ReaderMail, WriteExample>> = {
  paid: PAID.writeExample,
  trial: TRIAL.writeExample,
  renewal: RENEWAL.writeExample,
  pause_ending: PAUSE_ENDING.writeExample,
  price_change: PRICE_CHANGE.writeExample,
  price_change_undone: PRICE_CHANGE_UNDONE.writeExample,
  payment_failed: PAYMENT_FAILED.writeExample,
  refund: REFUND.writeExample,
  complimentary: exampleOf(COMPLIMENTARY),
  gift: GIFT.writeExample,
  gift_ending: GIFT_ENDING.writeExample,
  gift_refund: GIFT_REFUND.writeExample,
  email_code: exampleOf(EMAIL_CODE),
  sign_in_link: exampleOf(SIGN_IN_LINK),
  activation_code_typed: exampleOf(ACTIVATION_CODE_TYPED),
  new_address: NEW_ADDRESS.writeExample,
  address_changed: ADDRESS_CHANGED.writeExample,
  account_erased: exampleOf(ACCOUNT_ERASED),
  welcome: exampleOf(TURN_WORDS.welcome),
  trial_begun: exampleOf(TURN_WORDS.trial_begun),
  change_planned: exampleOf(TURN_WORDS.change_planned),
  change_undone: exampleOf(TURN_WORDS.change_undone),
  cancel_confirmed: exampleOf(TURN_WORDS.cancel_confirmed),
  cancel_undone: exampleOf(TURN_WORDS.cancel_undone),
  pause_confirmed: exampleOf(TURN_WORDS.pause_confirmed),
  pause_undone: exampleOf(TURN_WORDS.pause_undone),
  payment_ended: exampleOf(TURN_WORDS.payment_ended),
  ended: exampleOf(TURN_WORDS.ended),
  gift_bought: exampleOf(TURN_WORDS.gift_bought),
  gift_claimed: exampleOf(TURN_WORDS.gift_claimed),
  gift_begun: exampleOf(TURN_WORDS.gift_begun),
  activated: exampleOf(TURN_WORDS.activated),
  new_browser: exampleOf(NEW_BROWSER),
};

export interface MailPreview {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** @param about.readerName stands for {name} */
export function previewMail(
  mail: ReaderMail,
  reader: Reader,
  { words, readerName, example }: { readonly words: MailWords; readonly readerName: string; readonly example: Example },
): MailPreview {
  const written = EXAMPLES[mail](example, reader);
  if (written === undefined) throw new Error(`no example of the mail ${mail}`);
  const { content, planName: plan } = written;
  const values = { publication: reader.publication.name, name: readerName, plan };
  const shown = showWords(words, values, greetingOf(reader, mail, readerName));
  return { subject: content.subject, ...renderMail(reader, content, shown) };
}
