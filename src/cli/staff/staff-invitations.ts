// masthead staff invitations and withdraw: the invitations to the dashboard that may still be accepted.
import type { Command } from 'commander';
import { parseEmailAddress } from '../../models/email-address.ts';
import { NotFound } from '../../models/errors.ts';
import { listInvitations, revokeInvitation, type Invitation } from '../../models/staff/invitation.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printList, printOne, remark, toTime, type Cells } from '../output.ts';

export function registerInvitations(noun: Command): void {
  addPublicationVerb(
    noun,
    'invitations',
    'List the invitations that nobody has accepted yet',
    'staff invitations',
  ).action(list);
  addPublicationVerb(
    noun,
    'withdraw <email>',
    'Withdraw an invitation; its link is invalid at once',
    'staff withdraw ada@example.org',
  ).action(withdraw);
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    printList(options, (await listInvitations(publication, database, clock)).map(toObject), asCells);
  });
}

async function withdraw(email: string, options: PublicationOptions): Promise<void> {
  const { emailNormalized } = parseEmailAddress(email);
  await withPublication(options, async ({ database, clock }, publication) => {
    const withdrawn = await database.transaction(async (transaction) => {
      const open = await listInvitations(publication, transaction, clock);
      const invitation = open.find((one) => one.emailNormalized === emailNormalized);
      if (invitation === undefined) throw new NotFound(`No invitation to this address is open: ${email}`);
      return revokeInvitation(publication, transaction, clock, invitation.id);
    });
    printOne(options, toObject(withdrawn), asCells);
    remark('The invitation is withdrawn.');
  });
}

function toObject({ id, email, role, createdAt, expiresAt }: Invitation): Cells {
  return { id, email, role, created_at: toTime(createdAt), expires_at: toTime(expiresAt) };
}
