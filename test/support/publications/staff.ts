// Staff of a publication, and their browsers on the dashboard.
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { houseOf } from '../../../src/models/publication/house.ts';
import type { PublicationRow } from '../../../src/models/publication/publication.ts';
import { addRole, type Role } from '../../../src/models/staff/role.ts';
import { issueSignInLink } from '../../../src/models/staff/sign-in-link.ts';
import { findOrCreateStaffMember } from '../../../src/models/staff/staff-member.ts';
import type { Service } from '../../../src/service.ts';
import { Browser } from '../browser/browser.ts';
import { HttpBrowser } from '../browser/http-browser.ts';
import type { LiveService } from '../service/live-service.ts';
import type { TestService } from '../service/service.ts';

/** Settings that give the dashboard a host of its own. */
export const DASHBOARD = {
  DASHBOARD_URL: 'https://dashboard.example.test',
  SITES_DOMAIN: 'sites.example.test',
  // Nothing answers there, so that no test asks the network.
  DNS_SERVERS: '127.0.0.1:9',
};

/** Settings of production with a dashboard where anybody may open a publication. Test browsers are its trusted proxies. */
export const OPEN_PRODUCTION = {
  ...DASHBOARD,
  ENVIRONMENT: 'production',
  API_URL: 'https://api.example.test',
  MAIL_URL: 'smtps://mail.example.test',
  TRUST_PROXY: '198.18.0.0/15,127.0.0.1',
  SIGN_UPS: 'on',
  SITES_DOMAIN: 'sites.example.test',
};

/** A browser on the dashboard; its mails are those of the deployment. */
export function newStaffBrowser(service: TestService, ip?: string): Browser {
  const url = service.config.dashboardUrl ?? '';
  return new Browser(service, { ...houseOf(url), siteHost: new URL(url).host }, ip);
}

/** Gives a role to the person with this address. Returns their id. */
export async function givenStaff(
  { database, clock }: Pick<Service, 'database' | 'clock'>,
  publication: PublicationRow,
  role: Role,
  email = `${role}@example.org`,
): Promise<string> {
  return database.transaction(async (transaction) => {
    const { id } = await findOrCreateStaffMember(transaction, clock, parseEmailAddress(email));
    await addRole(publication, transaction, clock, { staffId: id, role });
    return id;
  });
}

/** A browser in which somebody with this role in the publication has just signed in by a link. */
export async function signedInStaff(
  service: TestService,
  publication: PublicationRow,
  role: Role,
  email?: string,
): Promise<Browser> {
  const staffId = await givenStaff(service, publication, role, email);
  const browser = newStaffBrowser(service);
  const token = await service.database.transaction((transaction) =>
    issueSignInLink(transaction, service.clock, { staffId, lifetimeSeconds: 60 }),
  );
  await browser.submit(await browser.open(`/dashboard/link/${token}`));
  return browser;
}

/** A browser in which an owner of the live service's publication has just signed in by a link. */
export async function liveOwner({
  service,
  publication,
  siteUrl,
}: Pick<LiveService, 'siteUrl'> & {
  readonly service: Pick<Service, 'database' | 'clock'>;
  readonly publication: PublicationRow;
}): Promise<HttpBrowser> {
  const { database, clock } = service;
  const staffId = await givenStaff(service, publication, 'owner');
  const token = await database.transaction((transaction) =>
    issueSignInLink(transaction, clock, { staffId, lifetimeSeconds: 60 }),
  );
  const browser = new HttpBrowser();
  await browser.submit(await browser.open(`${siteUrl}/dashboard/link/${token}`));
  return browser;
}
