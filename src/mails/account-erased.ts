// The mail that confirms to somebody that their account is erased. The page that erases it (src/pages/account/erase-account.ts)
// queues it last, as nobody is left whose address it could be found by.
import { notice, type Mail } from './mail.ts';

export const ACCOUNT_ERASED: Mail<undefined> = {
  name: 'account_erased',
  isAskedFor: true,
  example: () => undefined,
  write: (_facts, { t, publication: { name } }) =>
    notice(t('mail.account-erased-subject', { publication: name }), {
      paragraphs: [
        t('mail.account-erased', { publication: name }),
        t('mail.account-erased-kept'),
        t('mail.account-erased-last'),
      ],
    }),
};
