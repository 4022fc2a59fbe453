// A machine for the operator's guide: its folders stand below one of this machine's, its ports are free ones, one shell runs the blocks of the page, and
// what systemd does on a real one is done here from the unit itself.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../support/databases/postgres-server.ts';
import { MACHINE_PATH, startAndWait, type Started } from './installed.ts';

const FOLDERS = ['/etc/masthead', '/etc/caddy', '/opt', '/var/lib/masthead', '/var/lib/postgresql', '/var/backups'];
const PORTS = ['4000', '4001', '9464', '9465', '5432', '5433'];
const DONE = '--this block is done--';

export class Machine {
  readonly root = mkdtempSync(join(tmpdir(), 'masthead-guide-'));
  readonly #ports = new Map<string, number>();
  readonly #services = new Map<string, Started>();
  #shell: ChildProcessWithoutNullStreams | undefined;
  #output = '';

  async open(): Promise<void> {
    // Other users' programs read below it: PostgreSQL, as its own user.
    chmodSync(this.root, 0o755);
    for (const folder of [...FOLDERS, '/run']) mkdirSync(this.root + folder, { recursive: true });
    for (const port of PORTS) this.#ports.set(port, await findFreePort());
    const env = { PATH: MACHINE_PATH, HOME: process.env['HOME'], CURL_HOME: this.root };
    const shell = spawn('sh', ['-eu'], { cwd: this.root, env, stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#shell = shell;
    // Where the socket of this machine's PostgreSQL is.
    await this.run(`export PGHOST='${this.root}/run' PGPORT=5432`);
  }

  port(ofGuide: string): number {
    return this.#ports.get(ofGuide) ?? 0;
  }

  /** The text with the folders and ports of this machine in place of those of the page. */
  here(text: string): string {
    const placed = FOLDERS.toSorted((a, b) => b.length - a.length).reduce(
      (all, folder) => all.replaceAll(new RegExp(`(?<![\\w/])${folder}(?![a-z])`, 'g'), this.root + folder),
      text,
    );
    return PORTS.reduce((all, port) => all.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), `${this.port(port)}`), placed);
  }

  /** Runs a block in the shell, in which those before it ran, and returns what it printed. Throws where a command of it fails. */
  async run(block: string): Promise<string> {
    const shell = this.#shell;
    if (shell === undefined) throw new Error('the machine is not open');
    this.#output = '';
    shell.stdin.write(`${this.here(block)}\nprintf '\\n%s\\n' '${DONE}'\n`);
    while (!this.#output.includes(DONE)) {
      if (shell.exitCode !== null)
        throw new Error(`the shell ended by ${shell.exitCode} in:\n${block}\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.#output.replace(DONE, '');
  }

  /** Starts a service as its unit says, with the settings file that it names, and waits until it answers. */
  async start(name: string, unitFile: string, port: number): Promise<void> {
    const unit = this.here(readFileSync(this.here(unitFile), 'utf8'));
    const of = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    const lines = readFileSync(of('EnvironmentFile'), 'utf8').split('\n');
    const settings = [...lines, ...of('Environment').split(' ')].flatMap((line) => {
      const [, setting, value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return setting === undefined ? [] : [[setting, value.replaceAll(/^'|'$/g, '')]];
    });
    const env = { PATH: MACHINE_PATH, ...Object.fromEntries(settings), NODE_COMPILE_CACHE: '' };
    const cwd = realpathSync(of('WorkingDirectory'));
    this.#services.set(name, await startAndWait(of('ExecStart').split(' '), { cwd, env, port }));
  }

  /** Returns the exit code. */
  async stop(name: string): Promise<number | null> {
    const service = this.#services.get(name);
    this.#services.delete(name);
    return service === undefined ? null : service.stop();
  }

  /** Writes a file at a place of the guide's. */
  write(file: string, text: string): void {
    writeFileSync(this.here(file), this.here(text));
  }

  async close(): Promise<void> {
    for (const name of this.#services.keys()) await this.stop(name);
    const shell = this.#shell;
    if (shell !== undefined && shell.exitCode === null) {
      shell.stdin.end();
      await once(shell, 'exit');
    }
    rmSync(this.root, { recursive: true, force: true });
  }
}
