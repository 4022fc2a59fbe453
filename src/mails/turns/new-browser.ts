// The mail about a sign-in from a new browser. It is queued in the transaction of the sign-in, to the address that was
// proved: whoever signs in and changes the address next, or switches these mails off, comes too late.
import type { Transaction } from '../../database/connection.ts';
import { findCorrespondent } from '../../models/people/customer-language.ts';
import { unsubscribePath, wantsSignInMails } from '../../models/people/customer-mail-choice.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';
import { browserText } from '../../views/browser-text.ts';
import { languageOf } from '../../views/language.ts';
import { notice, type Mail } from '../mail.ts';
import { queueMail } from '../queue.ts';

export const NEW_BROWSER: Mail<{
  /** Its name; null where it did not say. */
  readonly browser: string | null;
  readonly unsubscribePath: string;
}> = {
  name: 'new_browser',
  example: () => ({ browser: 'Firefox on Linux', unsubscribePath: '/unsubscribe/example' }),
  unsubscribePath: (facts) => facts.unsubscribePath,
  write: ({ browser, unsubscribePath: path }, reader) => {
    const { t, publication } = reader;
    const { name, siteUrl } = publication;
    return notice(t('mail.new-browser-subject', { publication: name }), {
      paragraphs: [t('mail.new-browser', { browser: browserText(browser, reader) }), t('mail.new-browser-advice')],
      links: [
        { href: `${siteUrl}/`, text: t('free-offering.account') },
        { href: siteUrl + path, text: t('mail.new-browser-unsubscribe') },
      ],
    });
  },
};

/** Has no effect for a first sign-in, of which everybody knows, and for a reader who wants none of these mails. */
export async function tellOfNewBrowser(
  parts: Pick<Service, 'clock' | 'secretKeys'>,
  publication: PublicationRow,
  transaction: Transaction,
  { customerId, browser }: { readonly customerId: string; readonly browser: string | null },
): Promise<void> {
  const person = await findCorrespondent(publication, transaction, customerId);
  // The language is that of the last sign-in.
  if (person === undefined || person.language === null || person.email === null) return;
  if (!(await wantsSignInMails(publication, transaction, customerId))) return;
  await queueMail(parts, transaction, NEW_BROWSER, {
    publication,
    language: languageOf(publication, { 'accept-language': person.language }),
    to: person.email,
    readerName: person.name,
    facts: {
      browser,
      unsubscribePath: unsubscribePath(parts.secretKeys, publication, { customerId, mail: 'new_browser' }),
    },
  });
}
