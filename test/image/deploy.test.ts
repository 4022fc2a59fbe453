// The files of deploy/ by the programs that read them, and the nightly backup with a stand-in for `masthead backup`.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { PROJECT } from './installed.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-deploy-'));
  folders.push(folder);
  return folder;
}

test('systemd accepts the unit, and calls what is left open to it little', () => {
  const unit = join(newFolder(), 'masthead.service');
  const text = readFileSync(join(PROJECT, 'deploy/masthead.service'), 'utf8');
  // Only the program is not at its place on this machine.
  writeFileSync(unit, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect([verified.status, verified.stderr]).toEqual([0, '']);
  const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], {
    encoding: 'utf8',
  });
  expect([judged.status, judged.stdout]).toEqual([0, expect.stringMatching(/Overall exposure level.*: 1\.\d OK/)]);
});

test('Caddy accepts its file, which is that of docs/operating.md at another address', () => {
  const file = join(PROJECT, 'deploy/Caddyfile');
  const { status, stdout } = spawnSync('caddy', ['adapt', '--config', file, '--adapter', 'caddyfile'], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toContain('http://masthead:4000/tls/ask');
  expect(spawnSync('caddy', ['validate', '--config', file, '--adapter', 'caddyfile']).status).toBe(0);
});

const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      volumes: z.array(z.string()),
      networks: z.array(z.string()).optional(),
      network_mode: z.string().optional(),
      environment: z.record(z.string(), z.string()).optional(),
      read_only: z.boolean().optional(),
      restart: z.literal('unless-stopped'),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

test('the services of Compose have each volume that they name, and the database is on no network', () => {
  const text = readFileSync(join(PROJECT, 'deploy/compose.yaml'), 'utf8');
  const { services, volumes } = compose.parse(parse(text, { merge: true }));
  expect(Object.keys(services)).toEqual(['postgres', 'masthead', 'caddy', 'backup']);
  const named = Object.values(services).flatMap((service) =>
    service.volumes.map((volume) => volume.split(':')[0] ?? ''),
  );
  expect(named.filter((name) => !name.startsWith('./') && !(name in volumes))).toEqual([]);
  expect([services['postgres']?.network_mode, services['masthead']?.read_only, services['backup']?.read_only]).toEqual([
    'none',
    true,
    true,
  ]);
  const { host, database, user } = new pg.Client({
    connectionString: services['masthead']?.environment?.['DATABASE_URL'],
  });
  expect([host, database, user]).toEqual(['/run/postgresql', 'masthead', 'masthead']);
});

/** `masthead` in PATH that writes its arguments into the folder that it is given, or fails. */
function standIn(exitCode: number): string {
  const bin = newFolder();
  const program = `#!/bin/sh\nmkdir "$3" && echo "$@" > "$3/arguments"\nexit ${exitCode}\n`;
  writeFileSync(join(bin, 'masthead'), program);
  chmodSync(join(bin, 'masthead'), 0o755);
  return bin;
}

const backUp = (folder: string, exitCode = 0) =>
  spawnSync(process.execPath, [join(PROJECT, 'deploy/nightly-backup.mjs'), folder, '--once'], {
    env: { PATH: `${standIn(exitCode)}:/usr/bin:/bin`, BACKUPS_KEPT: '3' },
    encoding: 'utf8',
  });

test('the nightly backup keeps as many as it is told, the newest, and touches nothing else', () => {
  const folder = newFolder();
  for (const name of [
    '2026-01-01T00-00-00Z',
    '2026-01-02T00-00-00Z',
    '2026-01-03T00-00-00Z',
    'unfinished-2026-01-04T00-00-00Z',
    'mine',
  ])
    mkdirSync(join(folder, name));
  expect(backUp(folder).status).toBe(0);
  const [second, third, newest = '', mine, ...others] = readdirSync(folder).toSorted();
  expect([second, third, mine, others]).toEqual(['2026-01-02T00-00-00Z', '2026-01-03T00-00-00Z', 'mine', []]);
  expect(newest).toMatch(/^20\d\d-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  expect(readFileSync(join(folder, newest, 'arguments'), 'utf8')).toBe(
    `backup create ${join(folder, `unfinished-${newest}`)}\n`,
  );
});

test('a backup that fails leaves nothing, deletes none, and ends with an error', () => {
  const folder = newFolder();
  for (let day = 1; day <= 5; day += 1) mkdirSync(join(folder, `2026-01-0${day}T00-00-00Z`));
  expect(backUp(folder, 1).status).toBe(1);
  expect(readdirSync(folder)).toHaveLength(5);
});
