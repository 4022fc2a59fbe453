// `/sign-in-mails`: the switch of the account page for the mail about a sign-in from a new browser.
import type { FastifyReply } from 'fastify';
import { chooseSignInMails } from '../../models/people/customer-mail-choice.ts';
import type { Service } from '../../service.ts';
import { fieldOf } from '../../site/form.ts';
import { redirectTo } from '../../views/render.ts';
import type { SessionFormVisit } from '../visit.ts';

export async function switchSignInMails(
  { database, clock }: Service,
  { reply, publication, session, form }: SessionFormVisit,
): Promise<FastifyReply> {
  const choice = { customerId: session.customerId, isWanted: fieldOf(form, 'wanted') === 'yes' };
  await database.transaction((transaction) => chooseSignInMails(publication, transaction, clock, choice));
  return redirectTo(reply, '/?done=saved');
}
