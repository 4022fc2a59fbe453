// The parts that the builds of all clients share: the output folder, and running the generators.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../generate/contract.ts';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** The finished clients, one folder a language. */
export const PRODUCTS = join(PROJECT, 'sdk/dist');

export interface Sdk {
  readonly name: string;
  /** Writes the whole client into an empty folder. Throws with the tool's output. */
  build(contract: Contract, target: string): void;
}

/** The version of all clients, stated once. */
export function sdkVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'sdk/typescript/package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/** Runs a tool to its end. Throws with its output when it fails, and where it is missing. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    cwd: options.cwd ?? PROJECT,
    env: { ...process.env, ...options.env },
  });
  if (error !== undefined)
    throw new Error(`${command} does not run (${error.message}); the set-up says why: node scripts/setup.mjs --tests`, {
      cause: error,
    });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed\n${stdout}${stderr}`);
  return `${stdout}${stderr}`;
}
