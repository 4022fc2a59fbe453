// A copy of the project for mutants: the files of the working tree, with links to the packages and prepared tools, so that nothing is downloaded and
// the working tree is not touched.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from '../../../test/mutation/mutant.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const COPIES = join(PROJECT, '.cache', 'mutation');
/** Folders of .cache/ to which runs write; the others hold tools. */
const OF_RUNS = /^(mutation|test|node|client-package|samples-.*)$/;

export class WorkingCopy {
  readonly folder: string;

  /** Makes the copy afresh. */
  constructor(name: string) {
    this.folder = join(COPIES, name);
    rmSync(this.folder, { recursive: true, force: true });
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: PROJECT,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    for (const path of new Set(listed.split('\0').filter((file) => file !== '' && existsSync(join(PROJECT, file))))) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      cpSync(join(PROJECT, path), join(this.folder, path));
    }
    // Folders of its own with links in them: what a run keeps there stays with the copy.
    this.#link('node_modules', /^\.vite/);
    this.#link('.cache', OF_RUNS);
  }

  /** Runs the work with the mutant in the copy's sources, and restores them. */
  async withMutant<Result>({ file, find, replace }: Mutant, work: () => Promise<Result>): Promise<Result> {
    const path = join(this.folder, file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      source.replace(find, () => replace),
    );
    try {
      return await work();
    } finally {
      writeFileSync(path, source);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #link(folder: string, except: RegExp): void {
    mkdirSync(join(this.folder, folder), { recursive: true });
    if (!existsSync(join(PROJECT, folder))) return;
    for (const name of readdirSync(join(PROJECT, folder)).filter((entry) => !except.test(entry)))
      symlinkSync(join(PROJECT, folder, name), join(this.folder, folder, name));
  }
}
