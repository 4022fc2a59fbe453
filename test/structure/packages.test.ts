// What of other people's is run in production: only what the lock file pins by version and hash, few packages, none of which runs a script when
// it is installed.
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

interface Package {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: string;
  readonly cpu?: string;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest: Manifest = JSON.parse(read('package.json'));
const locked: { readonly packages: Readonly<Record<string, Package>> } = JSON.parse(read('package-lock.json'));
const all = Object.entries(locked.packages).filter(([path]) => path !== '');
const ofProduction = all.filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true);

/** Anybody may ship these with a program of any kind, if their texts go along. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'PSF-2.0',
  'OFL-1.1',
]);

describe('R-S4 the tree of packages', () => {
  test('is what the lock file says: each package by version and hash, and from no other place than the registry', () => {
    const loose = all.filter(
      ([, { integrity, resolved }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') || resolved !== undefined,
    );
    expect(all.length).toBeGreaterThan(600);
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  test('has exact versions for each direct package', () => {
    const { dependencies, optionalDependencies, devDependencies } = manifest;
    const ranges = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
      ([, version]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    );
    expect(ranges).toEqual([]);
  });

  test('is installed from the lock file alone, without install scripts', () => {
    const installers = ['package.json', ...globSync(['scripts/setup/*.mjs', '.ci/*', 'deploy/**'], { cwd: PROJECT })]
      .filter((file) => statSync(join(PROJECT, file)).isFile())
      .map(read);
    const calls = installers.flatMap(
      (text) => text.match(/\bnpm['"]?,?\s*\[?['"]?(?:ci|i|install|rebuild|exec)\b(?! failed).*/g) ?? [],
    );
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect(call).toMatch(/\bci\b.*--ignore-scripts/);
    expect(ofProduction.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
  });

  test('has at most 200 packages in production, 40 of them chosen by us', () => {
    expect(ofProduction.length).toBeGreaterThan(100);
    expect(ofProduction.length).toBeLessThanOrEqual(200);
    const { dependencies, optionalDependencies } = manifest;
    expect(Object.keys({ ...dependencies, ...optionalDependencies }).length).toBeLessThanOrEqual(40);
  });

  test('has permissive licences alone in production', () => {
    expect(
      ofProduction
        .filter(([, { license = '' }]) => !PERMISSIVE.has(license))
        .map(([path, { license }]) => [path, license]),
    ).toEqual([]);
  });
});

test('the Node that production runs on is pinned by version and hash for each platform, without a script that fetches it', () => {
  const builds = ofProduction.filter(([path]) => path.startsWith('node_modules/node-linux-'));
  expect(builds.map(([, { os, cpu, optional }]) => [os, cpu, optional])).toEqual([
    ['linux', 'arm64', true],
    ['linux', 'x64', true],
  ]);
  expect(new Set(builds.map(([, { version }]) => version)).size).toBe(1);
  expect(builds[0]?.[1].version).toMatch(/^24\./);
  expect(Object.keys(locked.packages)).not.toContain('node_modules/node');
});
