// Faults of the sign-in trail, of what a publisher reads from it, and of the links by which a publisher lets somebody in.
import type { Mutant } from '../mutant.ts';

const trail = { part: 'sqlite', tests: ['test/pages/sign-in/trail.test.ts'] } as const;

const link = { part: 'sqlite', tests: ['test/pages/sign-in/sign-in-link.test.ts'] } as const;
const why = { part: 'sqlite', tests: ['test/dashboard/letting-in/why.test.ts'] } as const;

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
    find: "const key = `${dayOf(clock)} ${facts.error ?? ''} ${placeOf(secretKeys, network ?? '', asked)}`;",
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
  {
    ...link,
    what: 'A sign-in link works again and again',
    file: 'src/models/sign-in/sign-in-link.ts',
    find: 'hash = :hash and used_at is null and expires_at',
    replace: 'hash = :hash and expires_at',
  },
  {
    ...link,
    what: 'A sign-in link never ends',
    file: 'src/models/sign-in/sign-in-link.ts',
    find: 'export const SIGN_IN_LINK_SECONDS = 3600;',
    replace: 'export const SIGN_IN_LINK_SECONDS = 36_000;',
  },
  {
    ...link,
    what: 'A sign-in link to a former address goes on',
    file: 'src/models/lifecycle/address-change.ts',
    find: '  await endSignInLinks(publication, transaction, customerId);\n',
    replace: '',
  },
  {
    ...link,
    what: 'A sign-in link leads to any host',
    file: 'src/dashboard/letting-in/sign-in-link.ts',
    find: "  if (destination === undefined) throw new InvalidValue('destination', 'the host is not on the allowlist');\n  return destination;",
    replace: '  return destination ?? typed;',
  },
  {
    ...link,
    what: 'A reader is mailed sign-in links without end',
    file: 'src/models/sign-in/sign-in-link.ts',
    find: '  if (isExceeded)\n',
    replace: '  if (isExceeded && customerId === destination)\n',
  },
  {
    ...link,
    what: 'Opening a sign-in link uses it up',
    file: 'src/pages/sign-in/sign-in-link.ts',
    find: '  const browser = ensureBrowserCookie(publication, request);',
    replace:
      '  await service.database.transaction((transaction) => redeemSignInLink(publication, transaction, service.clock, token));\n  const browser = ensureBrowserCookie(publication, request);',
  },
  {
    ...why,
    what: 'A viewer is offered what only editors may do',
    file: 'src/dashboard/finding-texts.ts',
    find: 'page.isEveryones === true || EDITORS.includes(role)',
    replace: 'page.isEveryones === true || role.length > 0',
  },
];
