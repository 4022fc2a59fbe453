// The mail to the new address of an account whose address was changed (decisions 35).
import { claimAddressMail, type ChangedBy } from '../models/people/address-change.ts';
import type { TextKey } from '../views/text.ts';
import { dueMail, type DueRow } from './due-mail.ts';
import { EXAMPLE_ROW } from './example.ts';
import { notice } from './mail.ts';

interface Row extends DueRow {
  readonly id: string;
  readonly changedBy: ChangedBy;
  readonly email: string;
}

const CHANGED: Readonly<Record<ChangedBy, TextKey>> = {
  customer: 'mail.new-address',
  publisher: 'mail.new-address-by-publisher',
  undo: 'mail.new-address-by-undo',
};

export const NEW_ADDRESS = dueMail<Row>({
  name: 'new_address',
  due: () => `select a.id, a.publication_id, a.customer_id, a.changed_by, a.email
    from address_changes a where a.mailed_at is null order by a.id`,
  async claim(transaction, row, now) {
    return (await claimAddressMail({ id: row.publicationId }, transaction, row.id, 'mailedAt', now)) ? row : undefined;
  },
  recipient: ({ email }) => email,
  example: () => ({ ...EXAMPLE_ROW, changedBy: 'customer', email: '' }),
  write({ changedBy }, { t, publication: { name, siteUrl } }) {
    return notice(t('mail.new-address-subject', { publication: name }), {
      paragraphs: [t(CHANGED[changedBy]), t('mail.new-address-advice')],
      links: [{ href: siteUrl, text: t('mail.new-address-button') }],
    });
  },
});
