// What a publisher should see to, on the overview: payments that failed, addresses that mails no longer reach, websites
// that were refused a sign-in, and imports that wait. Each line leads to where it is seen to.
import { findPeople } from '../models/finding/people-filter.ts';
import { listImports } from '../models/imports/import-record.ts';
import { listDeadAddresses } from '../models/outbox/mail-problem.ts';
import { listRefusals } from '../models/sign-in/sign-in-trail.ts';
import type { Service } from '../service.ts';
import type { TextKey } from '../views/text.ts';
import { OWNERS } from './navigation.ts';
import { pathOf } from './show.ts';
import type { Visit } from './visit.ts';

export interface AttentionLine {
  readonly text: string;
  readonly href: string;
}

/** Our choice: whether there are more makes no difference to what is to be done. */
const COUNTED = 100;
/** Our choice: what a website asked in vain days ago was mended since, or is nobody's worry. */
const REFUSALS_SECONDS = 24 * 3600;

/** Reads few rows, however many people there are. */
export async function readAttention({ database, clock }: Service, visit: Visit): Promise<AttentionLine[]> {
  const { publication, role } = visit.session;
  const isOwner = OWNERS.includes(role);
  const [pastDue, dead, refusals, imports] = await Promise.all([
    findPeople(publication, database, { state: 'past_due' }, { limit: COUNTED }),
    listDeadAddresses(publication, database, { limit: COUNTED, page: undefined }),
    isOwner ? listRefusals(publication, database, clock, REFUSALS_SECONDS) : [],
    isOwner ? listImports(publication, database) : [],
  ]);
  const refused = refusals.filter(({ kind }) => kind === 'request_refused');
  const waiting = imports.filter(({ state }) => state === 'uploaded' || state === 'checked');
  const line = (count: number, key: TextKey, path: string): AttentionLine[] =>
    count === 0 ? [] : [{ text: visit.language.t(key, { count, number: toNumber(count) }), href: pathOf(visit, path) }];
  return [
    ...line(pastDue.people.length, 'dashboard.attention.past-due', '/people?state=past_due'),
    ...line(dead.objects.length, 'dashboard.attention.undeliverable', '/undeliverable'),
    ...line(refused.length, 'dashboard.attention.refused', '/applications'),
    ...line(waiting.length, 'dashboard.attention.imports', '/imports'),
  ];
}

function toNumber(count: number): string {
  return count < COUNTED ? String(count) : `${COUNTED}+`;
}
