// The mail to the former address of an account whose address was changed, with the link that undoes the change
// (decisions 35). It does not name the new address.
import { claimAddressMail, undoPath, type ChangedBy } from '../models/people/address-change.ts';
import { formatDay } from '../views/formats.ts';
import type { TextKey } from '../views/text.ts';
import { dueMail, type DueRow } from './due-mail.ts';
import { DAY_MILLISECONDS, EXAMPLE_ROW } from './example.ts';
import { notice } from './mail.ts';

interface Row extends DueRow {
  readonly id: string;
  readonly changedBy: ChangedBy;
  readonly formerEmail: string;
  readonly undoUntil: number | null;
}

interface Facts extends Row {
  readonly undoPath: string;
}

interface Words {
  readonly changed: TextKey;
  /** For an address that can undo the change, and for one that cannot. */
  readonly undo: TextKey;
  readonly advice: TextKey;
}

const WORDS: Readonly<Record<ChangedBy, Words>> = {
  customer: { changed: 'mail.changed', undo: 'mail.changed-undo', advice: 'mail.changed-advice' },
  publisher: {
    changed: 'mail.changed-by-publisher',
    undo: 'mail.changed-undo-by-publisher',
    advice: 'mail.changed-advice-by-publisher',
  },
  undo: { changed: 'mail.changed-by-undo', undo: 'mail.changed-undo', advice: 'mail.changed-advice' },
};

export const ADDRESS_CHANGED = dueMail<Row, Facts>({
  name: 'address_changed',
  due: () => `select a.id, a.publication_id, a.customer_id, a.changed_by, a.former_email, a.undo_until
    from address_changes a where a.former_mailed_at is null order by a.id`,
  async claim(transaction, row, now, { secretKeys }) {
    const isClaimed = await claimAddressMail({ id: row.publicationId }, transaction, row.id, 'formerMailedAt', now);
    return isClaimed ? { ...row, undoPath: undoPath(secretKeys, row.id) } : undefined;
  },
  recipient: ({ formerEmail }) => formerEmail,
  example: ({ now }) => ({
    ...EXAMPLE_ROW,
    changedBy: 'customer',
    formerEmail: '',
    undoUntil: now + 7 * DAY_MILLISECONDS,
    undoPath: '/email-address/undo/example',
  }),
  write({ changedBy, undoUntil, undoPath: path }, { t, tag, publication: { name, siteUrl } }) {
    const { changed, undo, advice } = WORDS[changedBy];
    const heading = t('mail.changed-subject', { publication: name });
    if (undoUntil === null) return notice(heading, { paragraphs: [t(changed), t(advice)] });
    return notice(heading, {
      paragraphs: [t(changed), t(undo, { day: formatDay(undoUntil, tag) })],
      links: [{ href: siteUrl + path, text: t('mail.changed-undo-button') }],
    });
  },
});
