// The client by openapi-python-client, as pip installs its wheel.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdkVersion } from '../../scripts/sdk/sdk.ts';
import { sdkPython } from '../../scripts/setup/sdk.mjs';
import { installFromWheel, newFolder } from './installed.ts';
import { describeWalk } from './walk.ts';

let project: string;
let modules: string;
beforeAll(() => {
  project = newFolder('wheel');
  modules = installFromWheel(project);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describeWalk('Python', () => ({
  command: sdkPython,
  args: ['-B', join(import.meta.dirname, 'walk.py')],
  env: { PYTHONPATH: modules },
}));

test('the wheel has its licence, its readme, its types and what it needs', () => {
  const about = `masthead_client-${sdkVersion()}.dist-info`;
  const metadata = readFileSync(join(modules, about, 'METADATA'), 'utf8');
  for (const line of [
    'License-Expression: MIT',
    'Requires-Python: >=3.11',
    'Requires-Dist: httpx<0.29,>=0.23.1',
    'Requires-Dist: attrs>=22.2',
    '$ pip install masthead-client',
  ])
    expect(metadata.split('\n')).toContain(line);
  expect(readFileSync(join(modules, about, 'licenses/LICENSE'), 'utf8')).toMatch(/^MIT License/);
  expect(existsSync(join(modules, 'masthead_client/py.typed'))).toBe(true);
});
