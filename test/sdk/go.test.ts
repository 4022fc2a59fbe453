// The client by oapi-codegen, as a module that `go get` fetches.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { buildWithModule, newFolder } from './installed.ts';
import { describeWalk } from './walk.ts';

let project: string;
beforeAll(async () => {
  project = newFolder('go');
  cpSync(join(import.meta.dirname, 'walk.go'), join(project, 'walk.go'));
  await buildWithModule(project);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describeWalk(
  'Go',
  () => ({ command: join(project, 'walk'), args: [] }),
  (code) => `Err ${code}`,
);
