// Tells a person by mail that how they sign in was changed, in the transaction of the change.
import type { Transaction } from '../../database/connection.ts';
import { queueMail } from '../../mails/queue.ts';
import { STAFF_SIGN_IN_CHANGE, type StaffSignInChange } from '../../mails/staff/sign-in-change.ts';
import { houseOf } from '../../models/publication/house.ts';
import { shownNetworkOf } from '../../security/network.ts';
import type { Service } from '../../service.ts';
import type { StaffVisit } from '../visit.ts';

/** @param visit `session` says to whom */
export function mailSignInChange(
  service: Service,
  { request, site, language, session }: StaffVisit & { readonly session: { readonly email: string } },
  transaction: Transaction,
  { change, passkey }: Pick<StaffSignInChange, 'change' | 'passkey'>,
): Promise<void> {
  return queueMail(service, transaction, STAFF_SIGN_IN_CHANGE, {
    publication: houseOf(site.siteUrl),
    language,
    to: session.email,
    facts: { change, passkey, at: service.clock.now().getTime(), network: shownNetworkOf(request.ip) ?? request.ip },
  });
}
