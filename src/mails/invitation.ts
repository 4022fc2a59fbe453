// The invitation of those whom an import has created, in the publication's own words: once to each, and only where the
// publisher asked for it. When each is due was decided by the import, at a pace that the mail server bears.
import type { Invitation } from '../models/imports/import-record.ts';
import { claimInvitation } from '../models/imports/imported-person.ts';
import { findRefusals, unsubscribePath } from '../models/people/customer-mail-choice.ts';
import { dueMail, type DueRow } from './due-mail.ts';
import { notice } from './mail.ts';
import { fillWords } from './words/own-words.ts';

interface Row extends DueRow {
  readonly name: string | null;
  /** JSON: Invitation. */
  readonly invitation: string;
}

interface Facts extends Row {
  readonly unsubscribePath: string;
}

export const INVITATION = dueMail<Row, Facts>({
  name: 'invitation',
  due: () => `select p.customer_id as id, p.publication_id, p.customer_id, c.name, i.invitation from imported_people p
    join imports i on i.publication_id = p.publication_id and i.id = p.import_id
    join customers c on c.publication_id = p.publication_id and c.id = p.customer_id
    where p.invite_at is not null and p.invite_at <= :now and i.invitation is not null order by p.invite_at`,
  async claim(transaction, row, _now, { clock, secretKeys }) {
    const publication = { id: row.publicationId };
    const { customerId } = row;
    const isClaimed = await claimInvitation(publication, transaction, clock, customerId);
    const { invitation: refusedAt } = await findRefusals(publication, transaction, customerId);
    if (!isClaimed || refusedAt !== undefined) return undefined;
    return { ...row, unsubscribePath: unsubscribePath(secretKeys, publication, { customerId, mail: 'invitation' }) };
  },
  unsubscribePath: (facts) => facts.unsubscribePath,
  write({ name, invitation, unsubscribePath: path }, { t, publication }) {
    // Written by src/models/imports/import.ts.
    const { subject, text } = JSON.parse(invitation) as Invitation;
    const values = { publication: publication.name, name: name ?? '' };
    const fill = (words: string): string => fillWords(words, values);
    return notice(fill(subject), {
      paragraphs: [...text.split(/\n\s*\n/).map(fill), t('mail.invitation-once', { publication: publication.name })],
      links: [
        { href: `${publication.siteUrl}/`, text: t('mail.invitation-link') },
        { href: publication.siteUrl + path, text: t('mail.invitation-unsubscribe') },
      ],
    });
  },
});
