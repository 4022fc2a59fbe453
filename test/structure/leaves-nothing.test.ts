// Any user may run the tests, several runs at once: what set-up and tests write outside of the clone is in folders that
// belong to one run, and no process outlives its run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** A name in the temporary folder, or in memory, that is not completed by `mkdtemp`. */
const FIXED_NAME = /(?<!mkdtemp(?:Sync)?\()join\((?:tmpdir|sharedTemporaryFolder|parentFolder|memoryFolder)\(/;
const FIXED_PATH = /['"`]\/(?:tmp|var\/tmp|dev\/shm|run)\b/;
/** The lines that may name a folder which all share: none of them makes a file there, but below a root of its own. */
const ALLOWED = new Set([
  "  return isReachable(tmpdir()) ? tmpdir() : '/tmp';",
  "const MEMORY_FOLDER = '/dev/shm';",
  "const SHARED_FILE = '/tmp/localstripe.pickle';",
  "  expect([host, database, user]).toEqual(['/run/postgresql', 'masthead', 'masthead']);",
  "    for (const folder of [...FOLDERS, '/run']) mkdirSync(this.root + folder, { recursive: true });",
  "  for (const folder of ['/var/lib/postgresql', '/run']) chownSync(machine.root + folder, user, user);",
]);

test('nothing has a fixed name in a folder that others use as well', () => {
  const files = globSync(['scripts/**/*.{ts,mjs}', 'test/**/*.{ts,py,mjs,go}', 'src/**/*.ts'], { cwd: PROJECT });
  expect(files.length).toBeGreaterThan(300);
  const lines = files.flatMap((file) =>
    readFileSync(`${PROJECT}/${file}`, 'utf8')
      .split('\n')
      .map((line) => ({ file, line })),
  );
  const fixed = lines.filter(({ line }) => (FIXED_NAME.test(line) || FIXED_PATH.test(line)) && !ALLOWED.has(line));
  expect(fixed.filter(({ file }) => !file.endsWith('leaves-nothing.test.ts'))).toEqual([]);
});

test('a worker of the tests that is told to end ends what it has started', async () => {
  const program = `import ${JSON.stringify(new URL('../support/runs/end-by-exit.ts', import.meta.url).href)}; process.once('exit', () => console.log('ended')); setInterval(() => {}, 1000); console.log('begun');`;
  const worker = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [begun] = await once(worker.stdout.setEncoding('utf8'), 'data');
  const heard = once(worker.stdout, 'data');
  worker.kill('SIGTERM');
  expect([begun, await heard]).toEqual(['begun\n', ['ended\n']]);
});
