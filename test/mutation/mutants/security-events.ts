// Faults in the log of security events: what it must not say, and what it must not miss.
import type { Mutant } from '../mutant.ts';

const JOURNEY = ['test/security/journey.test.ts'];

export const SECURITY_EVENT_MUTANTS: readonly Mutant[] = [
  {
    what: 'a security event shows the e-mail address itself',
    file: 'src/security/security-log.ts',
    find: 'who: who === undefined ? undefined : this.#hash(publication?.id, who),',
    replace: 'who,',
    part: 'sqlite',
    tests: JOURNEY,
  },
  {
    what: 'a security event shows the whole network address',
    file: 'src/security/security-log.ts',
    find: 'network: request && shownNetworkOf(request.ip),',
    replace: 'network: request?.ip,',
    part: 'sqlite',
    tests: JOURNEY,
  },
  {
    what: 'security events: the hash of a person is the same in every publication',
    file: 'src/security/security-log.ts',
    find: "`${publicationId ?? ''} ${who}`",
    replace: "publicationId === undefined ? '' : who",
    part: 'sqlite',
    tests: JOURNEY,
  },
  {
    what: 'a form that was refused is no security event',
    file: 'src/site/form.ts',
    find: "securityLog.record('csrf_refused', { publication: site, request });",
    replace: 'void securityLog;',
    part: 'sqlite',
    tests: JOURNEY,
  },
  {
    what: 'security events: no rate is ever unusual',
    file: 'src/security/unusual-rate.ts',
    find: 'const isUnusual = recent >',
    replace: 'const isUnusual = -recent >',
    part: 'unit',
    tests: ['test/security/unusual-rate.test.ts'],
  },
];
