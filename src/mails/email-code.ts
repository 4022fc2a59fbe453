// The mail with the e-mailed code that proves an address: to sign in, to change the address, or to erase the account.
// It is queued in the transaction that issues the code (src/site/email-code.ts).
import { EMAIL_CODE_LIFETIME_SECONDS, type Intent } from '../models/people/email-code.ts';
import type { TextKey } from '../views/text.ts';
import type { Mail } from './mail.ts';

interface EmailCode {
  readonly digits: string;
  readonly purpose: Intent['purpose'];
  /** The path of the page that takes the code, in the browser that asked for it. */
  readonly path: string;
  /** By which the reader of the inbox need not wait while strangers ask for codes. */
  readonly inboxUrl: string | undefined;
}

interface Words {
  readonly label: TextKey;
  /** What somebody may conclude who did not ask for the code. */
  readonly notAsked: TextKey;
}

/** Anybody can ask for these, for any address. */
const BY_ANYBODY = 'mail.code-not-asked';
/** Only somebody who is signed in as the recipient can ask for these. */
const BY_THE_READER = 'mail.code-not-asked-by-you';
const WORDS: { readonly [Purpose in Intent['purpose']]: Words } = {
  'sign-in': { label: 'mail.code-label-sign-in', notAsked: BY_ANYBODY },
  activation: { label: 'mail.code-label-activation', notAsked: BY_ANYBODY },
  'free-offering': { label: 'mail.code-label-subscribe', notAsked: BY_ANYBODY },
  subscribe: { label: 'mail.code-label-subscribe', notAsked: BY_ANYBODY },
  gift: { label: 'mail.code-label-gift', notAsked: BY_ANYBODY },
  'gift-claim': { label: 'mail.code-label-gift-claim', notAsked: BY_ANYBODY },
  'email-change': { label: 'mail.code-label-new-address', notAsked: BY_ANYBODY },
  'email-change-proof': { label: 'mail.code-label-email-change', notAsked: BY_THE_READER },
  erasure: { label: 'mail.code-label-erasure', notAsked: BY_THE_READER },
};

export const EMAIL_CODE: Mail<EmailCode> = {
  name: 'email_code',
  isAskedFor: true,
  example: () => ({ digits: '123456', purpose: 'sign-in', path: '/email-code/example', inboxUrl: undefined }),
  write({ digits, purpose, path, inboxUrl }, { t, publication }) {
    const { label, notAsked } = WORDS[purpose];
    return {
      subject: t('mail.code-subject', { code: digits, publication: publication.name }),
      template: 'email-code',
      data: {
        label: t(label),
        emailCode: digits,
        minutes: EMAIL_CODE_LIFETIME_SECONDS / 60,
        notAsked: t(notAsked),
        codeUrl: `${publication.siteUrl}${path}?code=${digits}`,
        inboxUrl,
      },
    };
  },
};
