// Faults of the sign-in trail, of what a publisher reads from it, and of the links by which a publisher lets somebody in.
import type { Mutant } from '../mutant.ts';

const trail = { part: 'sqlite', tests: ['test/pages/sign-in/trail.test.ts'] } as const;

export const SIGN_IN_TRAIL_MUTANTS: readonly Mutant[] = [
  {
    ...trail,
    what: 'The trail keeps the full address of the network',
    file: 'src/site/sign-in-steps.ts',
    find: 'network: shownNetworkOf(request.ip),',
    replace: 'network: request.ip,',
  },
  {
    ...trail,
    what: 'The trail keeps the values of parameters that a website added',
    file: 'src/oauth/refusal-trail.ts',
    find: ".replaceAll(/=[^&;#]*/g, '=…')",
    replace: '',
  },
  {
    ...trail,
    what: 'Who makes up addresses fills the trail without end',
    file: 'src/site/sign-in-steps.ts',
    find: 'placeOf(secretKeys, reached, emailNormalized)',
    replace: 'emailNormalized',
  },
  {
    ...trail,
    what: 'A website that asks again and again fills the trail',
    file: 'src/oauth/refusal-trail.ts',
    find: "const key = `${dayOf(clock)} ${placeOf(secretKeys, network ?? '', asked)}`;",
    replace: 'const key = request.id;',
  },
  {
    ...trail,
    what: 'The trail outlives its person',
    file: 'src/models/lifecycle/erasure.ts',
    find: '  await eraseTrail(publication, transaction, secretKeys, { customerId, emails });\n',
    replace: '',
  },
  {
    ...trail,
    what: 'The steps of an address outlive the person who has it',
    file: 'src/models/sign-in/sign-in-trail.ts',
    find: "  await SignInStepRecord.in(publication, transaction).whereIn('addressMac', macs).delete();\n",
    replace: '  void macs;\n',
  },
  {
    ...trail,
    what: 'The trail is never deleted',
    file: 'src/models/lifecycle/retention.ts',
    find: "'t.last_at < ?', TRAIL_SECONDS)",
    replace: "'t.last_at < ?', 100 * TRAIL_SECONDS)",
  },
  {
    what: 'The trail is written for known addresses alone, which takes longer',
    file: 'src/models/sign-in/sign-in-trail.ts',
    find: '  await transaction.run(insert, {\n    publicationId',
    replace:
      "  if (address && !(await transaction.knex('customers').where({ emailNormalized: address.emailNormalized }).first())) return;\n  await transaction.run(insert, {\n    publicationId",
    part: 'sqlite',
    tests: ['test/pages/equal-work.test.ts'],
  },
];
