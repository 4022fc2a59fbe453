// The TypeScript client as a package: small, without dependencies, typed, and at home wherever there are fetch and WebCrypto.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PRODUCTS } from '../../scripts/sdk/sdk.ts';
import { PACKAGE } from './built.ts';

const scripts = globSync('lib/**/*.js', { cwd: PACKAGE }).toSorted();
const code = scripts.map((name) => readFileSync(join(PACKAGE, name), 'utf8')).join('\n');
const about = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));

test('weighs less than 10 kB gzipped', () => {
  expect(scripts.length).toBeGreaterThan(5);
  expect(gzipSync(code).length).toBeLessThan(10_000);
});

test('depends on nothing, and imports only its own files', () => {
  expect(about).not.toHaveProperty('dependencies');
  const imports = /^\s*(?:import|export)\b[^;'"]*?from\s*['"]([^'"]+)|import\(\s*['"]([^'"]+)/gm;
  for (const [, named = '', called = ''] of code.matchAll(imports)) expect(named || called).toMatch(/^\.\.?\//);
  expect(code).not.toMatch(/\b(Buffer|require|__dirname)\b/);
});

test('is an ES module with a declaration beside each file', () => {
  expect(about).toMatchObject({
    type: 'module',
    exports: { '.': { types: './lib/index.d.ts', default: './lib/index.js' } },
  });
  for (const name of scripts)
    expect(readFileSync(join(PACKAGE, name.replace(/\.js$/, '.d.ts')), 'utf8')).toContain('export');
});

test('has the version of the Java client, whose own file states it once more', () => {
  expect(readFileSync(join(PRODUCTS, 'java/pom.xml'), 'utf8')).toContain(
    `<artifactId>masthead-client</artifactId>\n  <version>${about.version}</version>`,
  );
});
