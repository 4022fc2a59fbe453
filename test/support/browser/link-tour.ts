// The pages behind links that readers get by mail, none of which asks them to sign in. Nothing on them is found by its words.
import type { Page } from 'playwright-core';
import { sendSignInLink } from '../../../src/mails/sign-in-link.ts';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { waitForText } from '../outside/mailbox.ts';
import { withPublicationOf, type RunningDemo } from './demo.ts';
import { followed, sendField } from './hands.ts';
import type { Look } from './tour.ts';

/** A reader of each demo who owes a payment. */
const DEBTOR = 'rosa.benedetti@readers.example';

interface LinkTour {
  /** Of whoever is signed in; it is the same in the end. */
  readonly email: string;
  /** By which the debtor answers: once a payment succeeds, no later tour of the demo finds the link open. */
  readonly card: string;
}

/** Begins and ends with a signed-in browser. */
export async function visitLinks(demo: RunningDemo, page: Page, { email, card }: LinkTour, look: Look): Promise<void> {
  await giveCard(demo, page, card, look);
  await undoChange(demo, page, email, look);
  await signInByLink(demo, page, email, look);
  await unsubscribe(demo, page, email, look);
}

async function giveCard(demo: RunningDemo, page: Page, card: string, look: Look): Promise<void> {
  await page.goto(await linkIn(demo, DEBTOR, 'card'));
  await look('card-link', page);
  await followed(page, 'main form button.button');
  await look('sandbox-card-mend', page);
  await sendField(page, 'card_number', card);
  await look('card-given', page);
  await visitOver(page, `${demo.site_url}/card/nobody`, 'card-link-over', look);
}

async function undoChange(demo: RunningDemo, page: Page, email: string, look: Look): Promise<void> {
  const next = `new-${email}`;
  await page.goto(`${demo.site_url}/email-address`);
  await sendField(page, 'email', next);
  await look('email-code-of-proof', page);
  await sendField(page, 'code', await demo.nextCode(email));
  await look('email-code-of-change', page);
  await sendField(page, 'code', await demo.nextCode(next));
  const link = await linkIn(demo, email, 'email-address/undo');
  await page.goto(link);
  await look('undo-email-change', page);
  await followed(page, 'main form button.button');
  await look('email-change-undone', page);
  await visitOver(page, link, 'undo-over', look);
}

/** In a browser that the reader has not used before, of which they are told by the mail that can be refused. */
async function signInByLink(demo: RunningDemo, page: Page, email: string, look: Look): Promise<void> {
  await withPublicationOf(demo, async (parts, publication) => {
    const { id: customerId = '' } =
      (await findCustomerByEmail(publication, parts.database, parseEmailAddress(email))) ?? {};
    await parts.database.transaction((transaction) =>
      sendSignInLink(parts, publication, transaction, { customerId, destination: null }),
    );
  });
  const link = await linkIn(demo, email, 'sign-in-link');
  await page.context().clearCookies({ name: /device/ });
  await page.goto(link);
  await look('sign-in-link', page);
  await followed(page, 'main form button.button');
  await visitOver(page, link, 'sign-in-link-over', look);
}

async function unsubscribe(demo: RunningDemo, page: Page, email: string, look: Look): Promise<void> {
  await page.goto(await linkIn(demo, email, 'unsubscribe'));
  await look('unsubscribe', page);
  await followed(page, 'main form button.button');
  await look('unsubscribed', page);
  await followed(page, 'main form button');
  await look('unsubscribe-undone', page);
}

async function visitOver(page: Page, url: string, name: string, look: Look): Promise<void> {
  await page.goto(url);
  await look(name, page);
}

/** The newest link below the path that came to the address. */
async function linkIn({ site_url: url }: RunningDemo, email: string, path: string): Promise<string> {
  return waitForText({ url }, email, new RegExp(`${url}/${path}/\\S+`));
}
