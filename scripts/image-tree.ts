// Writes what the container image holds into an empty folder, from the packages that are installed here: node scripts/image-tree.ts FOLDER.
// deploy/Containerfile calls it, and so does the test of what is in the image.
import '../src/node-version.ts';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GUIDES } from '../src/docs-site/paths.ts';
import { billOfMaterials, toText } from './sbom.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** What the service reads at run time, beside its packages. */
const OWN = [
  'src/**/*.{ts,eta}',
  'generated/**/*.{js,json,ts}',
  'templates/**/*',
  'vendor/**/*',
  'docs/guides/*.md',
  'docs/presets/*.md',
  'docs/images/*.png',
  'docs/clients.md',
  ...GUIDES.map(({ file }) => `docs/${file}`),
  'package.json',
  'LICENSE',
];

/** Of packages, what only compilers, browsers, tests and people need. */
const NOT_RUN =
  /\.(?:d\.[cm]?ts|[cm]?ts|tsx|map|flow|scss|gypi?|html?|markdown|tgz)$|(?:^|\/)(?:\.[^/]+|tsconfig[^/]*\.json|CHANGELOG[^/]*|HISTORY[^/]*|Makefile|[^/]+\.(?:test|spec)\.[cm]?js)$/i;
const NOT_RUN_FOLDERS = new Set([
  '.github',
  '.vscode',
  '__tests__',
  'bench',
  'benchmark',
  'benchmarks',
  'coverage',
  'docs',
  'example',
  'examples',
  'test',
  'tests',
]);
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

/** The builds of better-sqlite3 are named so. */
const NATIVE = `${process.platform}-${process.arch}`;

/** Of some packages, what else is not run here, by paths in the package. */
const ALSO_NOT_RUN: Readonly<Record<string, (path: string) => boolean>> = {
  'better-sqlite3': (path) =>
    /^(?:deps|src)\//.test(path) || (path.startsWith('prebuilds/') && path !== `prebuilds/${NATIVE}.node`),
  'highlight.js': (path) => /^(?:scss|styles)\//.test(path),
  stripe: (path) => path.startsWith('cjs/'),
  [`node-linux-${process.arch}`]: (path) => /^(?:include|share)\//.test(path),
};

interface Locked {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

/** The folders of the packages that production needs, by the lock file; those for other platforms are not there. */
export function productionPackages(project = PROJECT): string[] {
  const { packages }: Locked = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path]) => path)
    .filter((path) => !path.startsWith('node_modules/@types/') && existsSync(join(project, path)));
}

/** Writes the tree into an empty folder. */
export function writeImageTree(target: string, project = PROJECT): void {
  for (const path of globSync(OWN, { cwd: project, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const file = join(path.parentPath, path.name).slice(project.length).replace(/^\//, '');
    copy(project, target, file);
  }
  for (const folder of productionPackages(project)) {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    for (const file of filesOfPackage(join(project, folder), name)) copy(project, target, join(folder, file));
  }
  writeCommands(target, project);
  writeFileSync(join(target, 'sbom.cdx.json'), toText(billOfMaterials(project, productionPackages(project))));
}

function copy(project: string, target: string, file: string): void {
  mkdirSync(join(target, dirname(file)), { recursive: true });
  cpSync(join(project, file), join(target, file));
}

/** Paths in the package, without the packages that lie in it. */
function filesOfPackage(folder: string, name: string): string[] {
  const isReadmeLicence = !readdirSync(folder).some((file) => LICENCE.test(file));
  const isNotRun = ALSO_NOT_RUN[name] ?? (() => false);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file).slice(folder.length + 1))
    .filter((path) => {
      const [first = ''] = path.split('/');
      if (first === 'node_modules' || NOT_RUN_FOLDERS.has(first) || isNotRun(path)) return false;
      if (LICENCE.test(basename(path))) return true;
      // Whoever ships a package ships its licence: where there is no file for it, the readme has it.
      return path.endsWith('.md') ? isReadmeLicence && /^readme/i.test(path) : !NOT_RUN.test(path);
    });
}

/** Commands, for a PATH that begins with bin. */
function writeCommands(target: string, project: string): void {
  mkdirSync(join(target, 'bin'));
  symlinkSync(`../node_modules/node-linux-${process.arch}/bin/node`, join(target, 'bin/node'));
  writeFileSync(join(target, 'bin/masthead'), "#!/usr/bin/env node\nawait import('../src/cli/main.ts');\n");
  for (const name of ['healthcheck', 'nightly-backup'])
    cpSync(join(project, `deploy/${name}.mjs`), join(target, `bin/${name}`));
  for (const name of ['masthead', 'healthcheck', 'nightly-backup']) chmodSync(join(target, 'bin', name), 0o755);
}

if (import.meta.main) {
  const [target] = process.argv.slice(2);
  if (target === undefined || (existsSync(target) && readdirSync(target).length > 0)) {
    process.stderr.write('Name an empty folder: node scripts/image-tree.ts FOLDER\n');
    process.exit(2);
  }
  mkdirSync(target, { recursive: true });
  writeImageTree(target);
}
