// masthead staff: who may use the dashboard of a publication (decisions 37). The first owner is invited here.
import type { Command } from 'commander';
import { queueMail } from '../../mails/queue.ts';
import { STAFF_INVITATION } from '../../mails/staff/invitation.ts';
import { STAFF_SIGN_IN_CHANGE } from '../../mails/staff/sign-in-change.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { NotFound } from '../../models/errors.ts';
import { houseOf } from '../../models/publication/house.ts';
import { removeStaffMember } from '../../models/staff/departure.ts';
import { inviteStaff } from '../../models/staff/invitation.ts';
import { changeRole, listColleagues, parseRole, type Colleague } from '../../models/staff/role.ts';
import { issueSignInLink } from '../../models/staff/sign-in-link.ts';
import { enableCode } from '../../models/staff/sign-in-ways.ts';
import { languageOf } from '../../views/language.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { asCells, printList, printOne, remark, toTime, type Cells } from '../output.ts';
import { registerInvitations } from './staff-invitations.ts';

/** Our choice: long enough to be passed on by telephone. */
const LINK_LIFETIME_SECONDS = 3600;

export function register(noun: Command): void {
  addPublicationVerb(noun, 'invite <email>', 'Invite somebody to the dashboard by mail', 'staff invite ada@example.org')
    .option('--role <role>', 'owner, editor or viewer', 'owner')
    .action(invite);
  addPublicationVerb(noun, 'list', 'List who has access to the dashboard', 'staff list').action(list);
  registerInvitations(noun);
  addPublicationVerb(
    noun,
    'change-role <email>',
    "Change somebody's role",
    'staff change-role ada@example.org --role editor',
  )
    .requiredOption('--role <role>', 'owner, editor or viewer')
    .action(changeRoleOf);
  addPublicationVerb(
    noun,
    'remove <email>',
    'Take away access to the dashboard',
    'staff remove ada@example.org',
  ).action(remove);
  addPublicationVerb(
    noun,
    'link <email>',
    'Make a link that signs somebody in once, within an hour',
    'staff link ada@example.org',
  ).action(link);
  addPublicationVerb(
    noun,
    'allow-code <email>',
    'Switch e-mailed codes on again for somebody who lost passkeys and recovery codes',
    'staff allow-code ada@example.org',
  ).action(allowCode);
}

async function invite(email: string, options: PublicationOptions & { role: string }): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { database, clock } = parts;
    const address = parseEmailAddress(email);
    const role = parseRole(options.role);
    const dashboard = dashboardOf(parts);
    const made = await database.transaction(async (transaction) => {
      const created = await inviteStaff(publication, transaction, clock, { address, role, invitedBy: null });
      const url = `${dashboard}/dashboard/invitations/${created.token}`;
      await queueMail(parts, transaction, STAFF_INVITATION, {
        publication: { ...publication, siteUrl: dashboard },
        language: languageOf(publication, {}),
        to: address.email,
        facts: { role, invitedBy: null, url },
        uselessAfter: new Date(created.invitation.expiresAt),
      });
      return { ...created.invitation, url };
    });
    parts.securityLog.record('staff_invited', { publication });
    printOne(options, { id: made.id, email, role, url: made.url, expires_at: toTime(made.expiresAt) }, asCells);
    remark('The invitation is on its way by mail. Its link works once.');
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    printList(options, (await listColleagues(publication, database)).map(toObject), asCells);
  });
}

async function changeRoleOf(email: string, options: PublicationOptions & { role: string }): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const role = parseRole(options.role);
    const { id } = await getColleague(parts, publication, email);
    await parts.database.transaction((transaction) => changeRole(publication, transaction, id, role));
    parts.securityLog.record('staff_role_changed', { publication, record: id });
    printOne(options, toObject(await getColleague(parts, publication, email)), asCells);
  });
}

async function remove(email: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const colleague = await getColleague(parts, publication, email);
    await parts.database.transaction((transaction) =>
      removeStaffMember(publication, transaction, parts.clock, colleague.id),
    );
    parts.securityLog.record('staff_removed', { publication, record: colleague.id });
    printOne(options, toObject(colleague), asCells);
    remark('They no longer have access.');
  });
}

async function link(email: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { id } = await getColleague(parts, publication, email);
    const dashboard = dashboardOf(parts);
    const token = await parts.database.transaction((transaction) =>
      issueSignInLink(transaction, parts.clock, { staffId: id, lifetimeSeconds: LINK_LIFETIME_SECONDS }),
    );
    printOne(options, { url: `${dashboard}/dashboard/link/${token}` }, asCells);
    remark('The link signs in once, within an hour. Whoever has it is that person.');
  });
}

async function allowCode(email: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { database, clock, securityLog } = parts;
    const colleague = await getColleague(parts, publication, email);
    const dashboard = dashboardOf(parts);
    const isChanged = await database.transaction(async (transaction) => {
      const isOffNoMore = await enableCode(transaction, colleague.id);
      if (isOffNoMore)
        await queueMail(parts, transaction, STAFF_SIGN_IN_CHANGE, {
          publication: houseOf(dashboard),
          language: languageOf(publication, {}),
          to: colleague.email,
          facts: { change: 'code-on', at: clock.now().getTime(), network: null },
        });
      return isOffNoMore;
    });
    if (isChanged) securityLog.record('staff_code_switched_on', { record: colleague.id });
    printOne(options, toObject(colleague), asCells);
    remark(isChanged ? 'Codes by e-mail sign them in again. Passkeys stay.' : 'Codes by e-mail were on already.');
  });
}

/** Throws NotFound. */
async function getColleague(
  { database }: Pick<Parts, 'database'>,
  publication: { readonly id: string },
  email: string,
): Promise<Colleague> {
  const { emailNormalized } = parseEmailAddress(email);
  const found = (await listColleagues(publication, database)).find(
    (colleague) => parseEmailAddress(colleague.email).emailNormalized === emailNormalized,
  );
  if (found === undefined) throw new NotFound(`Nobody with this address has access: ${email}`);
  return found;
}

/** Throws Refused where no dashboard is configured. */
function dashboardOf({ config }: Pick<Parts, 'config'>): string {
  if (config.dashboardUrl === undefined)
    throw new Refused('There is no dashboard: set DASHBOARD_URL, such as https://dashboard.example.org');
  return config.dashboardUrl;
}

function toObject({ id, email, name, role, createdAt }: Colleague): Cells {
  return { id, email, name, role, joined_at: toTime(createdAt) };
}
