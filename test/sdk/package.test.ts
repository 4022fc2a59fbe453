// The TypeScript client as a package: small, without dependencies, typed, and at home wherever there are fetch and WebCrypto.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PRODUCTS, PROJECT, run } from '../../scripts/sdk/sdk.ts';
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

test('each client has a licence and a readme, whose program is the one of docs/sdk.md', () => {
  const blocks = (file: string, language: string): string[] =>
    [...readFileSync(file, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
      ([, text = '']) => text,
    );
  for (const name of ['typescript', 'python', 'go', 'java']) {
    expect(readFileSync(join(PRODUCTS, name, 'LICENSE'), 'utf8')).toMatch(/^MIT License/);
    expect(readFileSync(join(PRODUCTS, name, 'README.md'), 'utf8')).toContain('npm run sdk');
  }
  for (const name of ['python', 'go', 'java']) {
    const [program, ...more] = blocks(join(PROJECT, 'docs/sdk.md'), name);
    expect(program).toBeDefined();
    expect([blocks(join(PRODUCTS, name, 'README.md'), name), more]).toEqual([[program], []]);
  }
});

test('what npm publishes is the code, its declarations, the readme and the licence', () => {
  const packed = JSON.parse(
    run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'], { cwd: PACKAGE }),
  );
  const [{ files }] = (Array.isArray(packed) ? packed : Object.values(packed)) as [{ files: { path: string }[] }];
  const others = files.map(({ path }) => path).filter((path) => !/^lib\/.*\.(?:js|d\.ts)$/.test(path));
  expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(about).toMatchObject({ license: 'MIT', publishConfig: { access: 'public' } });
  expect(about).not.toHaveProperty('private');
});
