// F2 and F8: how the process ends when asked to, and what it says when it cannot start.
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SqliteDriver from 'better-sqlite3';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { StartFailure, toStartFailure } from '../../src/start-failure.ts';
import { startServerProcess } from '../support/server-process.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'masthead-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ending {
  readonly code: number;
  readonly stderr: string;
  readonly milliseconds: number;
}

/** Starts the service, which is expected to end by itself. */
function startToFail(settings: Record<string, string>): Promise<Ending> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn', ...settings };
    const child = execFile(process.execPath, ['src/main.ts'], { cwd: PROJECT, env, timeout: 60_000 }, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stderr, milliseconds: performance.now() - startedAt }),
    );
  });
}

const inFolder = (name: string): string => join(folder, name);

describe.concurrent('F8 a start that cannot succeed ends with code 2 and says what, where and what to do', () => {
  it('names every fault of the configuration at once', async () => {
    const { code, stderr } = await startToFail({ ENVIRONMENT: 'staging', PORT: 'x', SECRET_KEY: 'short', MAIL_URL: 'http://mail' });
    expect(code).toBe(2);
    for (const setting of ['ENVIRONMENT', 'PORT', 'SECRET_KEY', 'MAIL_URL']) expect(stderr).toContain(setting);
  });

  it('refuses the defaults of the demo in production', async () => {
    const { code, stderr } = await startToFail({ ENVIRONMENT: 'production' });
    expect(code).toBe(2);
    for (const setting of ['SECRET_KEY', 'API_URL', 'MAIL_URL', 'DATABASE_URL']) expect(stderr).toContain(setting);
  });

  it('names a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const { code, stderr } = await startToFail({ PORT: port, DATA_DIR: inFolder('port') });
    server.close();
    expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`Port ${port} .*taken.*PORT`))]);
  });

  it('names a file that is no database, and leaves it untouched', async () => {
    writeFileSync(inFolder('masthead.sqlite'), 'this is a shopping list, and a rather long one, not a database');
    const { code, stderr } = await startToFail({ DATA_DIR: folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining(inFolder('masthead.sqlite'))]);
    expect(readFileSync(inFolder('masthead.sqlite'), 'utf8')).toMatch(/^this is a shopping list/);
  });

  it('names a folder that is a file', async () => {
    writeFileSync(inFolder('a-file'), '');
    const { code, stderr } = await startToFail({ DATA_DIR: inFolder('a-file') });
    expect([code, stderr]).toEqual([2, expect.stringContaining('a-file')]);
  });

  it('names a database that another process holds', async () => {
    const holder = new SqliteDriver(inFolder('held.sqlite'));
    holder.exec('pragma locking_mode = exclusive; create table t (x); begin exclusive');
    const { code, stderr } = await startToFail({ DATABASE_URL: `sqlite:${inFolder('held.sqlite')}` });
    holder.close();
    expect([code, stderr]).toEqual([2, expect.stringMatching(/held\.sqlite is locked/)]);
  });

  it('names a server that does not answer, without its password', async () => {
    const { code, stderr } = await startToFail({ DATABASE_URL: 'postgres://masthead:hush@127.0.0.1:9/masthead' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('127.0.0.1:9')]);
    expect(stderr).not.toContain('hush');
  });

  it.each([
    [{ code: 'EACCES', syscall: 'mkdir' }, 'DATA_DIR'],
    [{ code: 'EACCES', syscall: 'listen' }, 'PORT'],
    [{ code: 'EROFS' }, 'DATA_DIR'],
    [{ code: 'SQLITE_READONLY_DIRECTORY' }, 'DATA_DIR'],
    [{ code: 'SQLITE_FULL' }, 'free some'],
    [{ code: '28P01' }, 'DATABASE_URL'],
  ])('says what to do about %o', (cause, remedy) => {
    const failure = toStartFailure(Object.assign(new Error('as the system says it'), cause), readConfig({}));
    expect(failure).toBeInstanceOf(StartFailure);
    expect(failure.message).toContain(remedy);
  });
});

describe('F2 SIGTERM', () => {
  it('under load drops no request and ends with code 0 within ten seconds', async () => {
    const server = await startServerProcess({ DATA_DIR: inFolder('term') });
    const state = { answered: 0, isAsked: false };
    const faults: string[] = [];
    const load = async (): Promise<void> => {
      while (!state.isAsked) {
        await fetch(`${server.url}/2023-04-11/members`, { headers: { connection: 'close' } }).then(
          (response) => void (state.answered += response.status === 401 ? 1 : 0),
          (error: unknown) => void (state.isAsked || faults.push(String(error))),
        );
      }
    };
    const loads = Array.from({ length: 8 }, load);
    await vi.waitUntil(() => state.answered > 50, { timeout: 30_000, interval: 10 });
    state.isAsked = true;
    const startedAt = performance.now();
    const code = await server.end('SIGTERM');
    await Promise.all(loads);
    expect([code, faults]).toEqual([0, []]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
