// docs/operators-guide.md, followed literally on a machine of its own: every block is run, in order, with real programs (git, npm, PostgreSQL with a
// standby, Caddy, an SMTP server). What only a real machine has is stood in for below, a line each.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../support/databases/postgres-server.ts';
import { startMailServer, type MailServer } from '../support/outside/mail-server.ts';
import { Machine } from './guide-machine.ts';
import { PROJECT } from './installed.ts';

const POSTGRES = '/usr/lib/postgresql/15/bin';
const CLUSTER = '/var/lib/postgresql/main';
const HOSTS = ['api.example.org', 'dashboard.example.org', 'members.example.org', 'unknown.example.org'];

const machine = new Machine();
const repository = mkdtempSync(join(tmpdir(), 'masthead-repository-'));
let mail: MailServer;
let caddy: ChildProcess | undefined;
let httpsPort = 0;

/** A repository with this checkout as its newest commit, whatever is committed of it. */
function makeRepository(): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: PROJECT });
  const copy = 'tar --create --null --files-from=- | tar --extract --directory "$0"';
  execFileSync('/bin/sh', ['-c', copy, repository], { cwd: PROJECT, input: files });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd: repository });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'The checkout');
}

const asPostgres = (...args: readonly string[]) =>
  execFileSync('runuser', ['-u', 'postgres', '--', ...args.map((arg) => machine.here(arg))], {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** As Debian's package does: a cluster with peers on its socket and passwords on loopback. */
function installPostgres(): void {
  const user = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
  for (const folder of ['/var/lib/postgresql', '/run']) chownSync(machine.root + folder, user, user);
  const ways = ['--auth-local=peer', '--auth-host=scram-sha-256', '--no-sync', '--encoding=UTF8'];
  asPostgres(`${POSTGRES}/initdb`, `--pgdata=${CLUSTER}`, ...ways);
  appendFileSync(
    machine.here(`${CLUSTER}/postgresql.conf`),
    `unix_socket_directories = '${machine.root}/run'\nport = ${machine.port('5432')}\n`,
  );
  asPostgres(`${POSTGRES}/pg_ctl`, `--pgdata=${CLUSTER}`, '--log', `${CLUSTER}.log`, '--wait', 'start');
}

/** Caddy with the page's file, but for its ports and for its own authority in place of a public one. */
async function startCaddy(): Promise<void> {
  await stopCaddy();
  const file = join(machine.root, 'Caddyfile');
  const global = `{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\thttp_port ${await findFreePort()}\n\thttps_port ${httpsPort}\n`;
  writeFileSync(
    file,
    machine.here(readFileSync(machine.here('/etc/caddy/Caddyfile'), 'utf8')).replace(/^\{\n/m, global),
  );
  const env = { PATH: process.env['PATH'], HOME: machine.root, XDG_DATA_HOME: machine.root };
  caddy = spawn('caddy', ['run', '--config', file], { env, stdio: 'ignore' });
  const authority = join(machine.root, 'caddy/pki/authorities/local/root.crt');
  await expect.poll(() => existsSync(authority), { timeout: 20_000 }).toBe(true);
  const ways = HOSTS.map((host) => `connect-to = "${host}:443:127.0.0.1:${httpsPort}"\n`).join('');
  writeFileSync(join(machine.root, '.curlrc'), `cacert = "${authority}"\n${ways}`);
  await expect.poll(() => connects('https://unknown.example.org/'), { timeout: 20_000 }).not.toBe(7);
}

async function stopCaddy(): Promise<void> {
  if (caddy === undefined) return;
  caddy.kill('SIGTERM');
  await once(caddy, 'exit');
  caddy = undefined;
}

/** The exit status of curl: 7 where nothing listens, 35 where TLS fails. */
async function connects(url: string): Promise<number> {
  const [code] = await once(
    spawn('curl', ['--silent', url], { env: { ...process.env, CURL_HOME: machine.root } }),
    'exit',
  );
  return code;
}

const UNIT = '/opt/masthead/deploy/masthead.service';
const SECOND_UNIT = '/etc/masthead/masthead-second.service';
const startFirst = (): Promise<void> => machine.start('masthead', UNIT, machine.port('4000'));
const startSecond = (): Promise<void> => machine.start('masthead-second', SECOND_UNIT, machine.port('4001'));
const end = async (name: string): Promise<void> => expect(await machine.stop(name)).toBe(0);

/** What a block for a real machine alone is here, by its commands. */
const STAND_INS: Readonly<Record<string, () => Promise<void> | void>> = {
  // The packages are there (scripts/test/image.ts sees to it); their cluster is made for this machine.
  'apt-get install git npm curl postgresql caddy': installPostgres,
  'useradd --system --home-dir /var/lib/masthead masthead': () => undefined,
  // The unit itself is judged by systemd in deploy.test.ts.
  'cp /opt/masthead/deploy/masthead.service /etc/systemd/system/': () => undefined,
  'systemctl enable --now masthead': startFirst,
  'systemctl reload caddy': startCaddy,
  // test/cli/stripe.test.ts
  'npm run -s masthead -- stripe connect --account acct_1Ab2Cd3Ef': () => undefined,
  [`echo '0 3 * * * root set -a; . /etc/masthead/masthead.env; cd /opt/masthead && npm run -s masthead -- backup create "/var/backups/masthead/$(date +\\%F)"' > /etc/cron.d/masthead`]:
    async () => {
      await machine.run(
        '(cd /opt/masthead && npm run -s masthead -- backup create "/var/backups/masthead/$(date +%F)")',
      );
    },
  'systemctl restart masthead': async () => {
    await end('masthead');
    await startFirst();
  },
  'mv /etc/masthead/masthead-second.service /etc/systemd/system/': () => undefined,
  'systemctl enable --now masthead-second': startSecond,
  'systemctl stop masthead': () => end('masthead'),
  'systemctl start masthead': startFirst,
  'systemctl restart masthead masthead-second': async () => {
    await end('masthead');
    await end('masthead-second');
    await startFirst();
    await startSecond();
  },
  'systemctl stop postgresql@15-main': () => {
    asPostgres(`${POSTGRES}/pg_ctl`, `--pgdata=${CLUSTER}`, '--mode=immediate', '--wait', 'stop');
  },
};

beforeAll(async () => {
  makeRepository();
  mail = await startMailServer();
  httpsPort = await findFreePort();
  await machine.open();
});
afterAll(async () => {
  await stopCaddy();
  for (const folder of [CLUSTER, '/var/lib/postgresql/standby'])
    if (existsSync(machine.here(`${folder}/postmaster.pid`)))
      asPostgres(`${POSTGRES}/pg_ctl`, `--pgdata=${folder}`, '--mode=immediate', '--wait', 'stop');
  await machine.close();
  await mail.close();
  rmSync(repository, { recursive: true, force: true });
});

const page = readFileSync(join(PROJECT, 'docs/operators-guide.md'), 'utf8');
const BLOCKS = page.split(/^## /m).flatMap((section) => {
  const [heading = ''] = section.split('\n', 1);
  return [...section.matchAll(/^```(sh|console)\n(.*?)\n```$/gms)].map(([, kind, text = '']) => ({
    heading,
    kind,
    text,
  }));
});

/** What is looked at after a section, beyond that no command of it failed. */
const AFTER: Readonly<Record<string, () => Promise<void>>> = {
  TLS: async () => {
    expect(await connects('https://api.example.org/docs')).toBe(0);
    // No certificate for a host that Masthead does not know: TLS fails.
    expect(await connects('https://unknown.example.org/')).toBe(35);
  },
  'First publication': async () => {
    await expect
      .poll(() => mail.mails.map(({ to, raw }) => [to, /dashboard\/invitations/.test(raw)]), { timeout: 20_000 })
      .toEqual([[['ada@example.org'], true]]);
  },
};

/** What the block printed. */
async function follow({ kind, text }: (typeof BLOCKS)[number]): Promise<string> {
  if (kind === 'sh') {
    const ours = text.replace(/^MASTHEAD=.*$/m, `MASTHEAD=${repository}`).replace(/^MAIL=.*$/m, `MAIL=${mail.url}`);
    return machine.run(ours);
  }
  for (const line of text.split('\n')) {
    const standIn = STAND_INS[line.replace(/^# /, '')];
    if (standIn === undefined) throw new Error(`nothing stands in for: ${line}`);
    await standIn();
  }
  return '';
}

test('the operator’s guide works as it stands, from an empty machine to a failover', async () => {
  expect(BLOCKS.length).toBeGreaterThan(20);
  const printed = new Map<string, string>();
  for (const [at, block] of BLOCKS.entries()) {
    const { heading } = block;
    printed.set(heading, `${printed.get(heading) ?? ''}${await follow(block)}`);
    if (BLOCKS[at + 1]?.heading !== heading) await AFTER[heading]?.();
  }
  expect(printed.get('Settings')).toMatch(/database +ok .*\n.*mail server +ok/);
  expect(printed.get('Monitoring')).toContain('masthead_database_up 1');
  expect(printed.get('Restore')).toContain('https://members.example.org');
  expect(printed.get('Second instance')?.match(/\brunning\b/g)).toHaveLength(1);
  expect(printed.get('Failover')?.match(/\brunning\b/g)).toHaveLength(2);
});
