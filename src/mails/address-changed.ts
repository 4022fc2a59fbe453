// The mail to a customer's former address, queued in the transaction that changes the address.
import { notice, type Mail } from './mail.ts';

export const ADDRESS_CHANGED: Mail<undefined> = {
  write: (_facts, { t, publication }) =>
    notice(t('mail.changed-subject', { publication: publication.name }), {
      paragraphs: [t('mail.changed'), t('mail.changed-advice')],
    }),
};
