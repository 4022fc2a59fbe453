// The TypeScript client, under the oldest Node that is on this machine as well as under our own.
import { join } from 'node:path';
import { PRODUCTS } from '../../scripts/sdk/sdk.ts';
import { findCommand } from '../../scripts/setup/machine.mjs';
import { describeWalk } from './walk.ts';

const args = [join(import.meta.dirname, 'walk.mjs'), join(PRODUCTS, 'typescript/lib/index.js')];

describeWalk('TypeScript', () => ({ command: process.execPath, args }));
describeWalk('TypeScript (the system’s Node)', () => ({ command: findCommand('node') ?? process.execPath, args }));
