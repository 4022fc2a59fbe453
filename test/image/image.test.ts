// What an operator installs: the checkout with the packages of production alone, and the file tree of the container image, run as an engine runs it:
// read-only, as a user without rights, in a root that holds nothing else but the C library. An engine is not needed for it, root is.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  copyFileSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billOfMaterials, type BillOfMaterials } from '../../scripts/sbom.ts';
import { findFreePort } from '../support/databases/postgres-server.ts';
import { installProduction, MACHINE_PATH, PROJECT, startAndWait, type Installed } from './installed.ts';

/** As in deploy/Containerfile. */
const USER = 65_532;
const MEBIBYTE = 1024 * 1024;
/** gcr.io/distroless/cc-debian12 has 24 MB, debian:bookworm-slim 75. */
const BASE_IMAGE_MEGABYTES = 75;
const SETTINGS = { ENVIRONMENT: 'test', SECRET_KEY: 'a secret of the tests that is long enough', LOG_LEVEL: 'warn' };

let installed: Installed;
/** The root of the container. */
let root = '';
let tree = '';

beforeAll(() => {
  installed = installProduction();
  root = mkdtempSync(join(tmpdir(), 'masthead-image-'));
  tree = join(root, 'app');
  execFileSync('node_modules/.bin/node', ['scripts/image-tree.ts', tree], { cwd: installed.folder });
  for (const folder of ['data', 'dev', 'tmp']) mkdirSync(join(root, folder));
  chownSync(join(root, 'data'), USER, USER);
  copyLibraries();
  execFileSync('chmod', ['--recursive', 'go+rX', tree, root]);
});
afterAll(() => {
  installed?.remove();
  if (root !== '') rmSync(root, { recursive: true, force: true });
});

/** What Node is linked to, and the resolver that it loads: what a distroless image has. */
function copyLibraries(): void {
  const linked = execFileSync('ldd', [join(tree, 'bin/node')], { encoding: 'utf8' });
  const libraries = [...linked.matchAll(/(\/\S+\.so\S*) \(0x/g)].map(([, path = '']) => path);
  expect(libraries.length).toBeGreaterThan(5);
  for (const library of libraries) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
}

/** A command in the root, of which only /data can be written; no capability, no other user's rights. */
function inContainer(...command: readonly string[]): string[] {
  const script = `set -e
mount --bind "$0" "$0"; mount --bind "$0/data" "$0/data"; mount --bind /dev "$0/dev"
mount -o remount,bind,ro "$0"
exec chroot "$0" /app/bin/node -e "
process.chdir('/app'); process.setgroups([]); process.setgid(${USER}); process.setuid(${USER});
process.execve(process.argv[1], process.argv.slice(1), process.env)" -- "$@"`;
  return ['unshare', '--mount', '/bin/sh', '-c', script, root, ...command];
}

const ENVIRONMENT = {
  ...SETTINGS,
  PATH: '/app/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  DATA_DIR: '/data',
  MALLOC_ARENA_MAX: '2',
};

describe('the packages of production', () => {
  test('are those of the lock file, and run the service', async () => {
    expect(existsSync(join(installed.folder, 'node_modules/vitest'))).toBe(false);
    const port = await findFreePort();
    const env = { ...SETTINGS, PATH: MACHINE_PATH, PORT: String(port), DATA_DIR: join(installed.folder, 'data') };
    const { stop, output } = await startAndWait(['npm', 'run', '--silent', 'serve'], {
      cwd: installed.folder,
      env,
      port,
    });
    const pages = await Promise.all(
      ['/docs', '/docs/reference', '/openid/jwks'].map((path) => fetch(`http://127.0.0.1:${port}${path}`)),
    );
    expect([pages.map(({ status }) => status).slice(0, 2), await stop()]).toEqual([[200, 200], 0]);
    expect(output()).not.toContain('"level":50');
  });

  test('hold the Node whose hash is in the lock file, byte by byte', () => {
    const { packages } = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'));
    const name = `node-linux-${process.arch}`;
    const { version, integrity } = packages[`node_modules/${name}`];
    const folder = mkdtempSync(join(tmpdir(), 'masthead-node-'));
    try {
      const [packed] = JSON.parse(
        execFileSync('npm', ['pack', `${name}@${version}`, '--json', '--loglevel=error'], {
          cwd: folder,
          encoding: 'utf8',
        }),
      );
      const bytes = readFileSync(join(folder, packed.filename));
      expect(`sha512-${createHash('sha512').update(bytes).digest('base64')}`).toBe(integrity);
      execFileSync('tar', ['--extract', '--file', packed.filename, 'package/bin/node'], { cwd: folder });
      const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
      expect(hashOf(join(tree, 'bin/node'))).toBe(hashOf(join(folder, 'package/bin/node')));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('R-S6 the image', () => {
  test('holds what the service runs, and nothing else', () => {
    expect(readdirSync(tree).toSorted()).toEqual([
      'LICENSE',
      'bin',
      'docs',
      'generated',
      'node_modules',
      'package.json',
      'sbom.cdx.json',
      'src',
      'templates',
      'vendor',
    ]);
    expect(readdirSync(join(tree, 'bin')).toSorted()).toEqual(['healthcheck', 'masthead', 'nightly-backup', 'node']);
    const tracked = execFileSync(
      'git',
      [
        'ls-files',
        '--cached',
        '--others',
        '--exclude-standard',
        'src',
        'templates',
        'generated',
        'vendor',
        'docs/images',
        'docs/guides',
        'docs/presets',
      ],
      { cwd: PROJECT, encoding: 'utf8' },
    )
      .trim()
      .split('\n');
    const own = globSync('**/*', { cwd: tree, withFileTypes: true, exclude: ['node_modules', 'bin'] })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(tree.length + 1));
    const beside = own.filter((file) => !tracked.includes(file) && !/^docs\/[\w-]+\.md$/.test(file));
    expect(beside.toSorted()).toEqual(['LICENSE', 'package.json', 'sbom.cdx.json']);
    expect(tracked.filter((file) => !own.includes(file) && existsSync(join(PROJECT, file)))).toEqual([]);
    expect(
      own.filter(
        (file) => /architecture|decisions|performance|reliability|service\.md/.test(file) && file.startsWith('docs/'),
      ),
    ).toEqual([]);
  });

  test('has a bill of materials of what is in it', () => {
    const bill: BillOfMaterials = JSON.parse(readFileSync(join(tree, 'sbom.cdx.json'), 'utf8'));
    const manifests = globSync('node_modules/**/package.json', { cwd: tree }).filter((path) =>
      /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path),
    );
    const scalar = JSON.parse(readFileSync(join(tree, 'vendor/scalar/source.json'), 'utf8'));
    const inTree = manifests.map((path) => {
      const { name, version } = JSON.parse(readFileSync(join(tree, path), 'utf8'));
      return `${dirname(path)} ${name}@${version}`;
    });
    const listed = bill.components.map(({ 'bom-ref': ref, name, version }) => `${ref} ${name}@${version}`);
    expect(listed.toSorted()).toEqual([...inTree, `vendor/scalar ${scalar.package}@${scalar.version}`].toSorted());
    // Of every platform, there is more, all of it optional.
    const more = billOfMaterials().components.filter((one) =>
      bill.components.every((other) => other['bom-ref'] !== one['bom-ref']),
    );
    expect(
      more.filter((one) => one.scope !== 'optional' && !one.name.startsWith('@types/')).map((one) => one.name),
    ).toEqual([]);
    expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', '1.6']);
    // Known by their places, and each place is there.
    const refs = new Set(['masthead', ...bill.components.map((one) => one['bom-ref'])]);
    expect(
      bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
    ).toEqual([]);
  });

  test('holds the packages of production, with their licences, and no development files', () => {
    const { packages } = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'));
    const manifests = globSync('node_modules/**/package.json', { cwd: tree }).filter((path) =>
      /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path),
    );
    const dev = manifests
      .map(dirname)
      .filter((folder) => packages[folder] === undefined || packages[folder].dev === true);
    expect(manifests.length).toBeGreaterThan(120);
    expect(dev).toEqual([]);
    const wanted = Object.entries<{ dev?: boolean; devOptional?: boolean; cpu?: string }>(packages).filter(
      ([path, { dev: isDev, devOptional, cpu }]) =>
        path !== '' &&
        isDev !== true &&
        devOptional !== true &&
        !path.includes('/@types/') &&
        (cpu ?? process.arch) === process.arch,
    );
    expect(wanted.map(([path]) => path).filter((path) => !manifests.includes(`${path}/package.json`))).toEqual([]);
    const withoutLicence = manifests.map(dirname).filter((folder) => {
      const hadOne = readdirSync(join(installed.folder, folder)).some((file) =>
        /^(?:licen[cs]e|copying|readme)/i.test(file),
      );
      return hadOne && !readdirSync(join(tree, folder)).some((file) => /^(?:licen[cs]e|copying|readme)/i.test(file));
    });
    expect(withoutLicence).toEqual([]);
    const files = readdirSync(join(tree, 'node_modules'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.(?:d\.ts|map|tgz)$|\.test\.|(?:^|\/)__tests__\//.test(file))).toEqual([]);
    expect(files.filter((file) => file.endsWith('.node'))).toHaveLength(1);
  });

  test('holds no keys, and nothing of the tests', () => {
    const secret =
      /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}|\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9+/]{32}/;
    const files = readdirSync(tree, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.name !== 'node',
    );
    const holding = files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => secret.test(readFileSync(file, 'latin1')));
    expect(files.length).toBeGreaterThan(3000);
    expect(holding).toEqual([]);
    expect(globSync(['**/*.{pem,key,sqlite,env}', '**/.env*'], { cwd: tree })).toEqual([]);
  });

  test('has at most 250 MB with its base', () => {
    const bytes = readdirSync(tree, { recursive: true, encoding: 'utf8' }).reduce(
      (sum, path) => sum + lstatSync(join(tree, path)).size,
      0,
    );
    expect(bytes / 1_000_000 + BASE_IMAGE_MEGABYTES).toBeLessThan(250);
    expect(bytes).toBeGreaterThan(100 * MEBIBYTE);
  });

  test('loads every package that the sources import', () => {
    const names = new Set(
      globSync('src/**/*.ts', { cwd: tree }).flatMap((file) =>
        [
          ...readFileSync(join(tree, file), 'utf8').matchAll(
            /^import (?!type)[^;]*? from '([^.'][^']*)';|\bimport\('([^.'][^']*)'\)/gm,
          ),
        ].map(([, one, other]) => one ?? other ?? ''),
      ),
    );
    expect(names.size).toBeGreaterThan(20);
    const program = `for (const name of ${JSON.stringify([...names])}) await import(name)`;
    const { status, stderr } = spawnSync(join(tree, 'bin/node'), ['--input-type=module', '--eval', program], {
      cwd: tree,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  test('runs read-only as a user without rights, who writes in /data alone', { timeout: 120_000 }, async () => {
    const port = await findFreePort();
    const env = { ...ENVIRONMENT, PORT: String(port) };
    const masthead = (...args: readonly string[]) => {
      const [command = '', ...rest] = inContainer('/app/bin/node', '/app/bin/masthead', ...args);
      return spawnSync(command, rest, { env, encoding: 'utf8' });
    };
    expect(masthead('migrate')).toMatchObject({ status: 0 });
    const { stop, output, child } = await startAndWait(
      inContainer('/app/bin/node', '--max-semi-space-size=4', 'src/main.ts'),
      { cwd: root, env, port },
    );
    try {
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      const [check = '', ...args] = inContainer('/app/bin/node', 'bin/healthcheck');
      expect(spawnSync(check, args, { env }).status).toBe(0);
      expect(spawnSync(check, args, { env: { ...env, PORT: '1' } }).status).toBe(1);
      expect(
        masthead('publication', 'create', '--name', 'The Quarterly', '--site-url', `http://localhost:${port}`),
      ).toMatchObject({ status: 0 });
      // The user has no name there.
      expect(masthead('key', 'create')).toMatchObject({ status: 0 });
      expect(masthead('audit', 'list', '--json').stdout).toContain(`user ${USER}`);
      expect((await fetch(`http://localhost:${port}/offers`)).status).toBe(200);
      const program = `const {writeFileSync:w}=require('fs');const tried=['app/','app/src/','tmp/','','data/'].map((f)=>{try{w('/'+f+'x','');return'written'}catch(e){return e.code}});console.log(JSON.stringify([process.getuid(),process.getgid(),tried]))`;
      const [command = '', ...rest] = inContainer('/app/bin/node', '--eval', program);
      expect(JSON.parse(spawnSync(command, rest, { env, encoding: 'utf8' }).stdout)).toEqual([
        USER,
        USER,
        ['EROFS', 'EROFS', 'EROFS', 'EROFS', 'written'],
      ]);
      expect(statSync(join(root, 'data/masthead.sqlite')).uid).toBe(USER);
    } finally {
      await stop();
      expect(child.exitCode ?? child.signalCode).not.toBeNull();
    }
    expect(output()).toBe('');
  });
});
