// The mail with a link that signs its reader in once, which a publisher sends to somebody who cannot get in.
import type { Transaction } from '../database/connection.ts';
import { InvalidValue, NotFound } from '../models/errors.ts';
import { findCorrespondent } from '../models/people/customer-language.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { issueSignInLink, SIGN_IN_LINK_SECONDS, type SignInLink } from '../models/sign-in/sign-in-link.ts';
import type { Service } from '../service.ts';
import { languageOf } from '../views/language.ts';
import { notice, type Mail } from './mail.ts';
import { queueMail } from './queue.ts';

export const SIGN_IN_LINK: Mail<{ readonly path: string }> = {
  name: 'sign_in_link',
  example: () => ({ path: '/sign-in-link/example' }),
  write: ({ path }, { t, publication: { name, siteUrl } }) =>
    notice(t('mail.sign-in-link-subject', { publication: name }), {
      paragraphs: [
        t('mail.sign-in-link', { publication: name }),
        t('mail.sign-in-link-once', { minutes: SIGN_IN_LINK_SECONDS / 60 }),
        t('mail.sign-in-link-advice'),
      ],
      links: [{ href: `${siteUrl}${path}`, text: t('sign-in-link.button') }],
    }),
};

/**
 * Issues a link and queues its mail, in the language in which the person last signed in. Throws NotFound, Conflict where
 * they were sent too many, and InvalidValue where they have no address.
 * @param link.destination checked by the caller
 */
export async function sendSignInLink(
  { clock, secretKeys }: Pick<Service, 'clock' | 'secretKeys'>,
  publication: PublicationRow,
  transaction: Transaction,
  link: SignInLink,
): Promise<void> {
  const person = await findCorrespondent(publication, transaction, link.customerId);
  if (person === undefined) throw new NotFound(`No such customer: ${link.customerId}`);
  const { email, language: tag } = person;
  if (email === null) throw new InvalidValue('email', `${link.customerId} has no e-mail address`, 'missing');
  const { token, expiresAt } = await issueSignInLink(publication, transaction, { clock, secretKeys }, link);
  await queueMail({ clock, secretKeys }, transaction, SIGN_IN_LINK, {
    publication,
    language: languageOf(publication, tag === null ? {} : { 'accept-language': tag }),
    to: email,
    facts: { path: `/sign-in-link/${token}` },
    uselessAfter: expiresAt,
  });
}
