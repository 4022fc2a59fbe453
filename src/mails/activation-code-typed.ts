// The mail to the address that a publisher gave for a customer, once somebody has typed the customer's activation code
// (decisions 10). Queued by the page of the code (src/pages/sign-in/activate.ts).
import { notice, type Mail } from './mail.ts';

export const ACTIVATION_CODE_TYPED: Mail<undefined> = {
  name: 'activation_code_typed',
  example: () => undefined,
  write: (_facts, { t, publication: { name } }) =>
    notice(t('mail.activation-typed-subject', { publication: name }), {
      paragraphs: [
        t('mail.activation-typed', { publication: name }),
        t('mail.activation-typed-own'),
        t('mail.activation-typed-advice'),
      ],
    }),
};
