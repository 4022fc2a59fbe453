// The clients as a registry has them: packed by the tool of each language, and installed from that file into an empty project.
import { cpSync, createWriteStream, globSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { PRODUCTS, run, sdkVersion } from '../../scripts/sdk/sdk.ts';
import { goEnvironment } from '../../scripts/setup/go.mjs';
import { commandIn, KEEP_COMPILED } from '../../scripts/setup/python.mjs';
import { goCommand, sdkPython } from '../../scripts/setup/sdk.mjs';

/** The version of the Go module. */
const TAG = `v${sdkVersion()}`;

export function newFolder(language: string): string {
  return mkdtempSync(join(tmpdir(), `masthead-${language}-`));
}

/** `npm install` of what `npm pack` made, with nothing to be had from a registry. */
export function installFromNpm(project: string): void {
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { cwd: join(PRODUCTS, 'typescript') });
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  run('npm', ['install', ...flags, `./masthead-client-${sdkVersion()}.tgz`], { cwd: project });
}

/** `pip install` of the wheel, beside the libraries of the set-up. Returns where its modules are. */
export function installFromWheel(project: string): string {
  const [source, wheels, installed] = ['source', 'wheels', 'installed'].map((name) => join(project, name)) as [
    string,
    string,
    string,
  ];
  // A build writes beside its sources.
  cpSync(join(PRODUCTS, 'python'), source, { recursive: true });
  const pip = (...args: readonly string[]) =>
    run(commandIn('pip', 'python'), ['-m', 'pip', '--python', sdkPython, ...args], { env: KEEP_COMPILED });
  const flags = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-index'];
  pip('wheel', ...flags, '--no-build-isolation', '--wheel-dir', wheels, source);
  const [wheel = ''] = readdirSync(wheels);
  pip('install', ...flags, '--target', installed, join(wheels, wheel));
  return installed;
}

/** `go get` and `go build` of the program in the folder; the module comes from a proxy that is a folder. */
export async function buildWithModule(project: string): Promise<void> {
  const [proxy, modules] = [join(project, 'proxy'), join(project, 'modules')];
  await publishModule(proxy);
  const env = {
    ...goEnvironment,
    GOMODCACHE: modules,
    GOPROXY: `file://${proxy},file://${goEnvironment.GOMODCACHE}/cache/download`,
    GOSUMDB: 'off',
    GOTOOLCHAIN: 'local',
  };
  writeFileSync(join(project, 'go.mod'), 'module walk\n\ngo 1.25.0\n');
  run(goCommand(), ['get', `example.com/masthead@${TAG}`], { cwd: project, env });
  run(goCommand(), ['build', '-o', 'walk', 'walk.go'], { cwd: project, env });
}

async function publishModule(proxy: string): Promise<void> {
  const source = join(PRODUCTS, 'go');
  const folder = join(proxy, 'example.com/masthead/@v');
  mkdirSync(folder, { recursive: true });
  cpSync(join(source, 'go.mod'), join(folder, `${TAG}.mod`));
  writeFileSync(join(folder, `${TAG}.info`), JSON.stringify({ Version: TAG, Time: '2026-01-01T00:00:00Z' }));
  const zip = new ZipFile();
  for (const name of globSync('*', { cwd: source }))
    zip.addFile(join(source, name), `example.com/masthead@${TAG}/${name}`);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(join(folder, `${TAG}.zip`)));
}
