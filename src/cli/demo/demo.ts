// masthead demo: data for load tests. Refused in production, because it creates made-up customers and sessions without
// a sign-in.
import type { Command } from 'commander';
import { InvalidValue } from '../../models/errors.ts';
import { listOldestMembers } from '../../models/people/demo-member.ts';
import type { Publication } from '../../models/publication/publication.ts';
import { startSession } from '../../models/sign-in/session.ts';
import { cookieNameOn } from '../../site/cookie.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { asCells, printJson, printList, printOne, remark } from '../output.ts';
import { fill } from './fill.ts';

const MEMBERS_MAX = 10_000_000;
const SESSIONS_MAX = 100_000;
const MEMBERS_PER_REMARK = 100_000;

export function register(noun: Command): void {
  addPublicationVerb(
    noun,
    'fill',
    'Create members m1@example.test, m2@example.test … up to a number',
    'demo fill --members 10000',
  )
    .requiredOption('--members <number>', 'total number of demo members')
    .action(fillOne);
  addPublicationVerb(
    noun,
    'sessions',
    'Sign the oldest members in and show their cookies',
    'demo sessions --count 100 --json',
  )
    .requiredOption('--count <number>', 'number of members')
    .action(signIn);
}

async function fillOne(options: PublicationOptions & { members: string }): Promise<void> {
  const count = parseCount('members', options.members, MEMBERS_MAX);
  await withPublication(options, async (parts, publication) => {
    checkNotProduction(parts);
    const made = await fill(parts, publication, count, (done) => {
      if (done % MEMBERS_PER_REMARK === 0) remark(`${done} members`);
    });
    printOne(options, { publication_id: publication.id, members: count, made }, asCells);
  });
}

async function signIn(options: PublicationOptions & { count: string }): Promise<void> {
  const count = parseCount('count', options.count, SESSIONS_MAX);
  await withPublication(options, async (parts, publication) => {
    checkNotProduction(parts);
    const sessions = await startSessions(parts, publication, count);
    if (options.json)
      printJson({
        site_url: publication.siteUrl,
        cookie_name: cookieNameOn(publication, 'masthead_session'),
        sessions,
      });
    else printList(options, sessions, asCells);
  });
}

async function startSessions({ database, clock }: Parts, publication: Publication, count: number) {
  const members = await listOldestMembers(publication, database, count);
  if (members.length < count)
    throw new Refused(
      `The publication has only ${members.length} members: create more with demo fill --members ${count}`,
    );
  return database.transaction(async (transaction) => {
    const sessions: { customer_id: string; email: string; sid: string; cookie: string }[] = [];
    for (const { id, email } of members) {
      const { sid, cookie } = await startSession(publication, transaction, clock, { customerId: id, browser: 'demo' });
      sessions.push({ customer_id: id, email, sid, cookie });
    }
    return sessions;
  });
}

function checkNotProduction({ config }: Parts): void {
  if (config.environment === 'production')
    throw new Refused(
      'demo is refused in production: it makes customers who are nobody. Run it where ENVIRONMENT is test.',
    );
}

function parseCount(name: string, text: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > max) throw new InvalidValue(name, `${name} must be a whole number from 1 to ${max}`);
  return count;
}
