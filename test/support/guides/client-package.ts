// The TypeScript client as npm would install it: exactly the files that its package names. It is built once for each state of its sources.
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { readDataApi } from '../../../scripts/generate/data-api.ts';
import { PROJECT } from '../../../scripts/sdk/sdk.ts';
import { typescript } from '../../../scripts/sdk/typescript.ts';

const BUILT = join(PROJECT, '.cache/client-package');
const MADE_FROM = [
  'openapi.yaml',
  'package-lock.json',
  'sdk/typescript/**/*',
  'scripts/sdk/*.ts',
  'scripts/generate/*.ts',
];

/** Returns the package's folder. Throws with the compiler's output. */
export function clientPackage(): string {
  const folder = join(BUILT, keyOfSources());
  if (!existsSync(folder)) build(folder);
  return folder;
}

function keyOfSources(): string {
  const files = globSync(MADE_FROM, { cwd: PROJECT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return hash(
    'sha256',
    files
      .toSorted()
      .map((file) => `${file}\0${readFileSync(file, 'utf8')}\0`)
      .join(''),
    'hex',
  ).slice(0, 16);
}

/** Builds aside and renames, so that other processes see nothing or the whole package. */
function build(folder: string): void {
  mkdirSync(BUILT, { recursive: true });
  const aside = mkdtempSync(join(BUILT, 'new-'));
  const [source, installed] = [join(aside, 'source'), join(aside, 'installed')];
  mkdirSync(source);
  typescript.build(readDataApi(join(PROJECT, 'openapi.yaml')), source);
  const { files } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { files: readonly string[] };
  for (const name of ['package.json', ...files]) cpSync(join(source, name), join(installed, name), { recursive: true });
  const former = readdirSync(BUILT).filter((name) => !name.startsWith('new-'));
  try {
    renameSync(installed, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  for (const name of [...former.map((one) => join(BUILT, one)).filter((one) => one !== folder), aside])
    rmSync(name, { recursive: true, force: true });
}
