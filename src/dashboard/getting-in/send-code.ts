// Issues the code of a staff member, which is one of the deployment's own tenant, and queues its mail, in one
// transaction. An address without access, and one whose owner switched codes off, get another mail, so that page and
// timing are the same for all; where anybody may sign up, an unknown address gets a code like all others, and an operator's does everywhere.
import { queueMail } from '../../mails/queue.ts';
import { STAFF_CODE_OFF } from '../../mails/staff/code-off.ts';
import { STAFF_CODE } from '../../mails/staff/code.ts';
import { STAFF_UNKNOWN } from '../../mails/staff/unknown.ts';
import type { EmailAddress } from '../../models/email-address.ts';
import { mailCeilings } from '../../models/people/email-code-limit.ts';
import { requestEmailCode } from '../../models/people/email-code.ts';
import { houseOf } from '../../models/publication/house.ts';
import { findStaffMember } from '../../models/staff/staff-member.ts';
import { countedNetworkOf } from '../../security/network.ts';
import type { Service } from '../../service.ts';
import { findDevice } from '../../site/device-cookie.ts';
import { mayComeUninvited } from '../operator.ts';
import type { StaffVisit } from '../visit.ts';

type Sent = { readonly state: 'sent'; readonly id: string } | { readonly state: 'limited'; readonly resetsIn: number };

export async function sendStaffCode(
  service: Service,
  { request, site, language }: StaffVisit,
  given: { readonly address: EmailAddress; readonly browser: string; readonly returnTo: string },
): Promise<Sent> {
  const { config, database, clock, secretKeys, limiter, securityLog } = service;
  const { address, browser, returnTo } = given;
  const house = houseOf(site.siteUrl);
  const device = findDevice(secretKeys, site, request, address.emailNormalized);
  const asker = { address, browser, device, network: countedNetworkOf(request.ip) };
  const ceilings = mailCeilings(config.limits, secretKeys, house, asker);
  const limited = await limiter.take(ceilings);
  if (limited !== undefined) {
    const event = { request, who: address.emailNormalized };
    if (!limited.isRemembered) securityLog.record('staff_code_limited', event);
    return { state: 'limited', resetsIn: limited.resetsIn };
  }
  const counted = ceilings.filter(({ isShared }) => isShared === true);
  const wanted = { address, browser, intent: { purpose: 'sign-in', returnTo }, counted } as const;
  return database.transaction(async (transaction): Promise<Sent> => {
    const { id, digits, expiresAt } = await requestEmailCode(house, transaction, clock, secretKeys, wanted);
    const member = await findStaffMember(transaction, address.emailNormalized);
    const to = member?.email ?? address.email;
    const mail = { publication: house, language, to, uselessAfter: expiresAt };
    if (member === undefined && !mayComeUninvited(config, address))
      await queueMail(service, transaction, STAFF_UNKNOWN, { ...mail, facts: undefined });
    else if (member === undefined || member.codeDisabledAt === null)
      await queueMail(service, transaction, STAFF_CODE, { ...mail, facts: { digits } });
    else await queueMail(service, transaction, STAFF_CODE_OFF, { ...mail, facts: undefined });
    return { state: 'sent', id };
  });
}
