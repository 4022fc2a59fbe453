// hey-api and orval, the generators of TypeScript clients, from an npm folder of their own: they bring as many packages as the rest of the project.
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, run } from '../../scripts/sdk/sdk.ts';
import {
  cacheFolder,
  CannotPrepare,
  lastLines,
  readState,
  remember,
  run as runStep,
  say,
} from '../../scripts/setup/machine.mjs';
import { placeWalk, type Generator, type Program } from './generator.ts';

const RECIPE = join(import.meta.dirname, 'npm');
const INSTALLED = join(cacheFolder, 'generators/npm');
const STEP = 'generators-npm';

export const heyApi: Generator = {
  name: 'hey-api',
  prepare: prepareNpm,
  build: (document, folder) => {
    run(process.execPath, [bin('@hey-api/openapi-ts/bin/run.js'), '-i', document.path, '-o', join(folder, 'client')], {
      cwd: INSTALLED,
    });
    return compiled('hey-api.ts', folder);
  },
};

export const orval: Generator = {
  name: 'orval',
  prepare: prepareNpm,
  build: (document, folder) => {
    const output = join(folder, 'client.ts');
    run(
      process.execPath,
      [bin('orval/dist/bin/orval.js'), '--input', document.path, '--output', output, '--client', 'fetch'],
      {
        cwd: INSTALLED,
      },
    );
    return compiled('orval.ts', folder);
  },
};

function bin(path: string): string {
  return join(INSTALLED, 'node_modules', path);
}

/** Compiles a walk with the client beside it, in a strict project. */
function compiled(walk: string, folder: string): Program {
  placeWalk(walk, join(folder, 'walk.ts'), '');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['@types', 'undici-types'])
    symlinkSync(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name));
  const modules = ['--module', 'commonjs', '--moduleResolution', 'bundler'];
  const libraries = ['--target', 'es2022', '--lib', 'es2023,dom,dom.iterable', '--types', 'node'];
  const compiler = join(PROJECT, 'node_modules/typescript-7/bin/tsc');
  run(process.execPath, [compiler, '--strict', ...modules, ...libraries, '--outDir', 'out', 'walk.ts'], {
    cwd: folder,
  });
  return { command: process.execPath, args: [join(folder, 'out/walk.js')] };
}

/** Installs both at the versions of their lock file. Throws CannotPrepare. */
function prepareNpm(): void {
  const key = readFileSync(join(RECIPE, 'package-lock.json'), 'utf8').length.toString();
  if (readState()[STEP] === key && existsSync(bin('orval'))) return;
  say('installing hey-api and orval into .cache/generators (some seconds, once)');
  mkdirSync(INSTALLED, { recursive: true });
  cpSync(RECIPE, INSTALLED, { recursive: true });
  const result = runStep('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: INSTALLED });
  if (!result.ok) throw new CannotPrepare(`npm could not install hey-api and orval\n${lastLines(result.output)}`);
  remember(STEP, key);
}
