// The programs that the README of the package and docs/sdk.md show are compiled and run against the live service.
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRODUCTS, PROJECT, run, sdkVersion } from '../../scripts/sdk/sdk.ts';
import { goEnvironment } from '../../scripts/setup/go.mjs';
import { goCommand, javaClasspath, sdkPython, SHORT_LIVED } from '../../scripts/setup/sdk.mjs';
import { setStage, type Stage } from './stage.ts';

const blocks = (page: string, language: string): string[] =>
  [...readFileSync(join(PROJECT, page), 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  );
const sample = (language: string): string => blocks('docs/sdk.md', language)[0] ?? '';
const TYPESCRIPT = [...blocks('sdk/typescript/README.md', 'ts'), ...blocks('docs/sdk.md', 'ts')];
/** Run by test/docs-site/samples.test.ts, which strips the types. */
const GUIDES = globSync('docs/guides/*.md', { cwd: PROJECT }).flatMap((page) =>
  blocks(page, 'ts').filter((text) => text.includes("from 'masthead-client'")),
);

let stage: Stage;
let folder: string;
beforeAll(async () => {
  stage = await setStage('sqlite');
  folder = mkdtempSync(join(tmpdir(), 'masthead-samples-'));
});
afterAll(async () => {
  await stage?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { api_key: MASTHEAD_API_KEY, base_url: MASTHEAD_BASE_URL } = stage.settings;
  const { stdout, stderr } = await promisify(execFile)(command, args, {
    cwd: folder,
    env: { ...process.env, MASTHEAD_API_KEY, MASTHEAD_BASE_URL, ...env },
  });
  expect(stderr).not.toMatch(/error/i);
  return stdout;
}

describe('TypeScript', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(PRODUCTS, 'typescript'), join(folder, 'node_modules/masthead-client'));
    symlinkSync(join(PROJECT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    symlinkSync(join(PROJECT, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const [index, text] of [...TYPESCRIPT, ...GUIDES].entries())
      writeFileSync(join(folder, `sample${index}.ts`), text);
  });

  test('the samples fit the declarations, in a strict project with the types of Node alone', () => {
    expect(TYPESCRIPT.length).toBeGreaterThan(5);
    expect(GUIDES.length).toBeGreaterThan(8);
    const flags = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022',
      '--types',
      'node',
    ];
    run(
      process.execPath,
      [
        join(PROJECT, 'node_modules/typescript-7/bin/tsc'),
        ...flags,
        ...[...TYPESCRIPT, ...GUIDES].map((_, index) => `sample${index}.ts`),
      ],
      { cwd: folder },
    );
  });

  test.each(TYPESCRIPT.map((text, index) => ({ index, text })))('sample $index runs', async ({ index, text }) => {
    const said = await start(process.execPath, [`sample${index}.ts`]);
    // The others only declare what a server calls.
    expect(said !== '').toBe(text.includes('new Masthead('));
  });
});

test('Python', async () => {
  writeFileSync(join(folder, 'sample.py'), sample('python'));
  expect(await start(sdkPython, ['-B', 'sample.py'], { PYTHONPATH: join(PRODUCTS, 'python') })).toContain(
    'member1@example.org',
  );
});

test('Go', async () => {
  const project = join(folder, 'go');
  cpSync(join(PRODUCTS, 'go'), join(project, 'client'), { recursive: true });
  writeFileSync(join(project, 'main.go'), sample('go'));
  writeFileSync(join(project, 'go.mod'), 'module sample\n\ngo 1.25.0\n');
  writeFileSync(join(project, 'go.work'), 'go 1.25.0\n\nuse (\n\t.\n\t./client\n)\n');
  run(goCommand(), ['build', '-o', 'sample', '.'], { cwd: project, env: goEnvironment });
  expect(await start(join(project, 'sample'), [])).toContain('member1@example.org');
});

test('Java', async () => {
  writeFileSync(join(folder, 'Members.java'), sample('java'));
  const classpath = [join(PRODUCTS, 'java', `masthead-client-${sdkVersion()}.jar`), javaClasspath].join(':');
  expect(await start('java', [...SHORT_LIVED, '-cp', classpath, 'Members.java'])).toContain('member1@example.org');
});
