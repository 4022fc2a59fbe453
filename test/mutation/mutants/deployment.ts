// Faults in what keeps a production deployment apart from a test environment, and a hosted test environment from the local demo.
import type { Mutant } from '../mutant.ts';

const ENVIRONMENT_TESTS = ['test/cli/environment.test.ts'];
const MAILBOX_TESTS = ['test/mailbox/mailbox.test.ts'];

export const DEPLOYMENT_MUTANTS: readonly Mutant[] = [
  {
    what: 'a database serves any environment',
    file: 'src/database/environment.ts',
    find: 'if (owner !== environment) throw',
    replace: 'if (owner === undefined) throw',
    part: 'sqlite',
    tests: ENVIRONMENT_TESTS,
  },
  {
    what: 'a database that another environment migrates meanwhile is taken',
    file: 'src/database/migrate.ts',
    find: '  await checkEnvironment(database, environment);\n  return made;',
    replace: '  return made;',
    part: 'postgres',
    tests: ENVIRONMENT_TESTS,
  },
  {
    what: 'production takes a plain http site on loopback',
    file: 'src/models/publication/publication.ts',
    find: "isLoopbackHost(url.hostname) && (await environmentOf(connection)) === 'test';",
    replace: 'isLoopbackHost(url.hostname);',
    part: 'sqlite',
    tests: ENVIRONMENT_TESTS,
  },
  {
    what: 'commands serve a site on the network with the settings of the demo',
    file: 'src/cli/command.ts',
    find: '    await checkSites(config, database);\n',
    replace: '',
    part: 'sqlite',
    tests: ENVIRONMENT_TESTS,
  },
  {
    what: 'the service starts with a site on the network and the settings of the demo',
    file: 'src/server.ts',
    find: '    await checkSites(config, database);\n',
    replace: '',
    part: 'sqlite',
    tests: ENVIRONMENT_TESTS,
  },
  {
    what: 'a test environment on a network address needs no SECRET_KEY of its own',
    file: 'src/joint-faults.ts',
    find: '    ...(isDemoSecret(SECRET_KEY) ? [`SECRET_KEY must be set, since',
    replace: '    ...(isDemoSecret(SECRET_KEY) && ENVIRONMENT === undefined ? [`SECRET_KEY must be set, since',
    part: 'sqlite',
    tests: ENVIRONMENT_TESTS,
  },
  {
    what: 'a service that listens on a network address may be the local demo, which calls private addresses',
    file: 'src/joint-faults.ts',
    find: 'is open to other machines`), ...plainHttpFaults(API_URL)];',
    replace: 'is open to other machines`)];',
    part: 'sqlite',
    tests: ENVIRONMENT_TESTS,
  },
  {
    what: 'the mailbox of a hosted test environment is open',
    file: 'src/mailbox/routes.ts',
    find: 'if (credentials === undefined) return isLocalDemo(config) && isLoopbackHost(new URL(publication.siteUrl).hostname);',
    replace: 'if (credentials === undefined) return true;',
    part: 'sqlite',
    tests: MAILBOX_TESTS,
  },
  {
    what: "the mailbox takes another publication's key",
    file: 'src/mailbox/routes.ts',
    find: 'return known?.id === publication.id && known.revokedAt === null;',
    replace: 'return known !== undefined && known.revokedAt === null;',
    part: 'sqlite',
    tests: MAILBOX_TESTS,
  },
  {
    what: 'the mailbox takes a revoked key',
    file: 'src/mailbox/routes.ts',
    find: 'return known?.id === publication.id && known.revokedAt === null;',
    replace: 'return known?.id === publication.id;',
    part: 'sqlite',
    tests: MAILBOX_TESTS,
  },
  {
    what: 'the mailbox shows the mails of every publication',
    file: 'src/models/outbox/mailbox-message.ts',
    find: 'MailboxMessageRecord.in(publication, connection, of)',
    replace: 'MailboxMessageRecord.ofAll(connection, of)',
    part: 'sqlite',
    tests: MAILBOX_TESTS,
  },
];
