// Faults of who may open a publication, and at which host it answers.
import type { Mutant } from '../mutant.ts';

const OPENING = ['test/dashboard/hosting/new-publication.test.ts'];
const ADDRESS = ['test/dashboard/hosting/address.test.ts'];
const SETTINGS = ['test/dashboard/hosting/settings.test.ts'];

export const HOSTING_MUTANTS: readonly Mutant[] = [
  {
    what: 'An unknown address gets a code where nobody may sign up',
    file: 'src/dashboard/getting-in/send-code.ts',
    find: 'member === undefined && !mayComeUninvited(config, address)',
    replace: 'member === undefined && !mayComeUninvited(config, address) && address.email === undefined',
    part: 'sqlite',
    tests: OPENING,
  },
  {
    what: 'A publication can be opened where nobody may sign up',
    file: 'src/dashboard/hosting/new-publication.ts',
    find: 'if (!config.signUps) throw new NotFound',
    replace: 'if (config.signUps === undefined) throw new NotFound',
    part: 'sqlite',
    tests: OPENING,
  },
  {
    what: 'A person opens as many publications as the network may',
    file: 'src/dashboard/hosting/new-publication.ts',
    find: "    of('personPublicationsPerDay', staffId),\n",
    replace: '',
    part: 'sqlite',
    tests: OPENING,
  },
  {
    what: 'A network opens as many publications as it likes',
    file: 'src/dashboard/hosting/new-publication.ts',
    find: "    of('networkPublicationsPerDay', network),\n",
    replace: "    of('networkPublicationsPerDay', `${network} ${staffId}`),\n",
    part: 'sqlite',
    tests: OPENING,
  },
  {
    what: 'Anybody may sign up in a test environment that others reach',
    file: 'src/joint-faults.ts',
    find: "return isElsewhere ? ['SIGN_UPS must",
    replace: "return isElsewhere && ENVIRONMENT === undefined ? ['SIGN_UPS must",
    part: 'sqlite',
    tests: SETTINGS,
  },
  {
    what: "A publication moves to a host that is not proved to be its publisher's",
    file: 'src/names/host-check.ts',
    find: "proof === 'there' && route === 'there'",
    replace: "proof !== 'no-answer' && route === 'there'",
    part: 'sqlite',
    tests: ADDRESS,
  },
  {
    what: 'The TXT record of another publication proves a host',
    file: 'src/names/host-check.ts',
    find: 'if (texts.includes(value))',
    replace: "if (texts.some((text) => text.startsWith('masthead=')))",
    part: 'sqlite',
    tests: ADDRESS,
  },
  {
    what: 'A host is taken from the publication that answers there',
    file: 'src/models/publication/site-host.ts',
    find: 'where p.site_host = :host)',
    replace: "where p.site_host = :host || '-')",
    part: 'sqlite',
    tests: ADDRESS,
  },
  {
    what: 'A name with us is given to the next publication once its own has moved on',
    file: 'src/models/publication/site-address.ts',
    find: '  await takeHost(publication, transaction, host).catch(',
    replace:
      '  await releaseLeftHost(publication, transaction, host);\n  await takeHost(publication, transaction, host).catch(',
    part: 'sqlite',
    tests: ADDRESS,
  },
  {
    what: 'Of two publications that take one host at the same time, neither is refused',
    file: 'src/models/publication/site-host.ts',
    find: 'if (own === undefined) throw new Conflict',
    replace: 'if (own === undefined && host === undefined) throw new Conflict',
    part: 'sqlite',
    tests: ADDRESS,
  },
  {
    what: 'A form that was sent to the former host is sent on to the new one',
    file: 'src/site/errors.ts',
    find: "return (method === 'GET' || method === 'HEAD') && url.startsWith('/');",
    replace: "return method !== 'OPTIONS' && url.startsWith('/');",
    part: 'sqlite',
    tests: ADDRESS,
  },
  {
    what: 'A TLS proxy gets a certificate for any host',
    file: 'src/app.ts',
    find: 'return isOwn || (await findHolder(database, host)) !== undefined;',
    replace: 'return isOwn || (await findHolder(database, host)) !== null;',
    part: 'sqlite',
    tests: ['test/site/tls-question.test.ts'],
  },
  {
    what: 'A TLS proxy gets a certificate for a host that waits for its proof',
    file: 'src/models/publication/site-host.ts',
    find: "'select publication_id as id from site_hosts where host = :host and is_held'",
    replace: "'select publication_id as id from site_hosts where host = :host'",
    part: 'sqlite',
    tests: ['test/site/tls-question.test.ts'],
  },
];
