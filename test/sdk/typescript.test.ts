// The TypeScript client as npm installs it, under the oldest Node that is on this machine as well as under our own.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { findCommand } from '../../scripts/setup/machine.mjs';
import { installFromNpm, newFolder } from './installed.ts';
import { describeWalk } from './walk.ts';

let project: string;
beforeAll(() => {
  project = newFolder('npm');
  installFromNpm(project);
  cpSync(join(import.meta.dirname, 'walk.mjs'), join(project, 'walk.mjs'));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const args = () => [join(project, 'walk.mjs')];
describeWalk('TypeScript', () => ({ command: process.execPath, args: args() }));
describeWalk('TypeScript (the system’s Node)', () => ({
  command: findCommand('node') ?? process.execPath,
  args: args(),
}));
