// The client by oapi-codegen. The program is compiled as a module of its own that takes the client from where it was built.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { PRODUCTS, run } from '../../scripts/sdk/sdk.ts';
import { goEnvironment } from '../../scripts/setup/go.mjs';
import { goCommand } from '../../scripts/setup/sdk.mjs';
import { describeWalk } from './walk.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'masthead-go-'));
  const client = join(PRODUCTS, 'go');
  cpSync(join(import.meta.dirname, 'walk.go'), join(folder, 'walk.go'));
  writeFileSync(join(folder, 'go.work'), `go 1.25.0\n\nuse (\n\t.\n\t${client}\n)\n`);
  writeFileSync(join(folder, 'go.mod'), 'module walk\n\ngo 1.25.0\n');
  run(goCommand(), ['build', '-o', 'walk', '.'], {
    cwd: folder,
    env: { ...goEnvironment, GOFLAGS: `${goEnvironment.GOFLAGS} -mod=readonly` },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeWalk(
  'Go',
  () => ({ command: join(folder, 'walk'), args: [] }),
  (code) => `Err ${code}`,
);
