// Faults of the dashboard: who gets in, in which role, and what is kept of it.
import type { Mutant } from '../mutant.ts';

export const STAFF_MUTANTS: readonly Mutant[] = [
  {
    what: 'An invitation can be accepted by two at once',
    file: 'src/models/staff/invitation.ts',
    find: 'if ((await accepted) === 0) return undefined;',
    replace: 'await accepted;',
    part: 'postgres',
    tests: ['test/dashboard/getting-in/invitations.test.ts'],
  },
  {
    what: 'An invitation is good for ever',
    file: 'src/models/staff/invitation.ts',
    find: "return first(all.where('expiresAt', '>', clock.now().getTime()));",
    replace: "return first(all.where('expiresAt', '>', 0));",
    part: 'sqlite',
    tests: ['test/dashboard/getting-in/invitations.test.ts'],
  },
  {
    what: 'The only owner can leave',
    file: 'src/models/staff/role.ts',
    find: 'owners.length === 1 && owners[0]?.staffId === staffId',
    replace: 'owners.length === 0',
    part: 'sqlite',
    tests: ['test/dashboard/getting-in/invitations.test.ts'],
  },
  {
    what: "A member of another publication's staff sees the dashboard of this one",
    file: 'src/dashboard/dashboard-kind.ts',
    find: "if (membership === undefined) throw new NotFound('No such publication');",
    replace: 'if (membership === undefined) return undefined;',
    part: 'sqlite',
    tests: ['test/dashboard/roles.test.ts'],
  },
  {
    what: 'A proof is good for a day',
    file: 'src/models/staff/staff-session.ts',
    find: 'const PROOF_LIFETIME_SECONDS = 15 * 60;',
    replace: 'const PROOF_LIFETIME_SECONDS = 24 * 3600;',
    part: 'sqlite',
    tests: ['test/dashboard/getting-in/sign-in.test.ts'],
  },
  {
    what: 'A form of the dashboard that is sent twice acts twice',
    file: 'src/dashboard/act.ts',
    find: 'if (stored !== undefined) {',
    replace: 'if (stored !== undefined && stored.answer === undefined) {',
    part: 'sqlite',
    tests: ['test/dashboard/acts.test.ts'],
  },
  {
    what: 'An act of the dashboard leaves no entry in the audit log',
    file: 'src/dashboard/act.ts',
    find: 'await recordAct(of ?? publication, transaction, clock, { actor, act });',
    replace: 'void [recordAct, of, actor, act];',
    part: 'sqlite',
    tests: ['test/dashboard/acts.test.ts'],
  },
  {
    what: 'A link that signs in works again',
    file: 'src/models/staff/sign-in-link.ts',
    find: 'where hash = :hash and used_at is null and expires_at > :now',
    replace: 'where hash = :hash and expires_at > :now',
    part: 'sqlite',
    tests: ['test/dashboard/getting-in/sign-in.test.ts'],
  },
];
