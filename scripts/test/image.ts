// What an operator installs, by `npm run test:long`: packages of production alone, the tree of the container image, and the files of deploy/. Root is
// needed for a root of its own, systemd and Caddy for their files; a test whose program is missing is named and does not count.
import { prepareLitestream } from '../setup/litestream.mjs';
import { CannotPrepare, installDebianPackages, run as runProgram } from '../setup/machine.mjs';
import type { Tried } from './generators.ts';
import { runVitest } from './outcome.ts';

interface Suite {
  readonly file: string;
  readonly what: string;
  /** Why it cannot run here; undefined where it can. */
  readonly lacks: () => string | undefined;
}

const SUITES: readonly Suite[] = [
  {
    file: 'test/image/image.test.ts',
    what: 'the container image',
    lacks: () => (process.getuid?.() === 0 ? undefined : 'it needs root, for a root of its own'),
  },
  { file: 'test/image/deploy.test.ts', what: 'systemd and Caddy on deploy/', lacks: lacksPrograms },
  { file: 'test/image/proxy-map.test.ts', what: "the proxy's map with Caddy, nginx and HAProxy", lacks: lacksProxies },
  { file: 'test/image/package-ages.test.ts', what: 'the ages of packages', lacks: () => undefined },
  { file: 'test/image/litestream.test.ts', what: 'a continuous copy by Litestream', lacks: lacksLitestream },
  { file: 'test/image/log-archive.test.ts', what: "a restore from PostgreSQL's archive", lacks: lacksPostgres },
  { file: 'test/image/guide.test.ts', what: "the operator's guide", lacks: lacksMachine },
];

function lacksLitestream(): string | undefined {
  try {
    prepareLitestream();
    return undefined;
  } catch (error) {
    if (!(error instanceof CannotPrepare)) throw error;
    return error.message;
  }
}

/** The guide is for Debian 12, whose PostgreSQL is 15. */
function lacksPostgres(): string | undefined {
  if (process.getuid?.() !== 0) return 'it needs root, for users of its own';
  if (runProgram('/usr/lib/postgresql/15/bin/postgres', ['--version']).ok) return undefined;
  return installDebianPackages(['postgresql-15']);
}

function lacksMachine(): string | undefined {
  const reason = lacksPostgres();
  if (reason !== undefined) return reason;
  return runProgram('curl', ['--version']).ok ? lacksPrograms() : installDebianPackages(['curl']);
}

function lacksPrograms(): string | undefined {
  return lacksAnyOf({ 'systemd-analyze': 'systemd', caddy: 'caddy' });
}

function lacksProxies(): string | undefined {
  return lacksAnyOf({ caddy: 'caddy', nginx: 'nginx', haproxy: 'haproxy' });
}

/** @param programs with the Debian package of each */
function lacksAnyOf(programs: Readonly<Record<string, string>>): string | undefined {
  for (const [program, debianPackage] of Object.entries(programs)) {
    if (starts(program)) continue;
    const reason = installDebianPackages([debianPackage]);
    if (!starts(program)) return reason ?? `${program} does not start`;
  }
  return undefined;
}

function starts(program: string): boolean {
  return ['--version', 'version', '-v'].some((argument) => runProgram(program, [argument]).ok);
}

export async function tryImage(print: (text: string) => void): Promise<Tried> {
  const lacking = SUITES.map(({ file, what, lacks }) => ({ file, what, reason: lacks() }));
  const filters = lacking.filter(({ reason }) => reason === undefined).map(({ file }) => file);
  const notRun = lacking.flatMap(({ what, reason }) => (reason === undefined ? [] : [`${what}: ${reason}`]));
  if (filters.length === 0) return { passed: 0, failed: 0, notRun };
  return { ...(await runVitest({ filters, print }, 'image')), notRun };
}
