// `npm run -s package-ages`: whether the versions that production runs have been out for a week, as npm's own `--before` sees them. A younger one may be
// withdrawn again tomorrow. Ends with 1 where one is younger, and with 3 where the registry gives no answer: nothing is known then.
import '../src/node-version.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lock from '../package-lock.json' with { type: 'json' };

const DAYS = 7;
const NOT_RUN = 3;

/** Every package of production with its version, asked for as a direct one: npm compares the dates of those alone. */
function asked(): Record<string, string> {
  const packages: Readonly<
    Record<string, { readonly version?: string; readonly dev?: boolean; readonly name?: string }>
  > = lock.packages;
  const ofProduction = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  return Object.fromEntries(
    ofProduction.map(([path, { version = '', name }]) => {
      const installed = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      // Several versions of one package may be there.
      return [`age-${path.replaceAll(/[^a-z0-9]+/gi, '-')}`, `npm:${name ?? installed}@${version}`];
    }),
  );
}

/** What npm said. */
function resolve(dependencies: Readonly<Record<string, string>>): { readonly ok: boolean; readonly words: string } {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-ages-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'ages', version: '1.0.0', dependencies }));
    const before = new Date(Date.now() - DAYS * 86_400_000).toISOString();
    const flags = [
      '--package-lock-only',
      '--ignore-scripts',
      '--legacy-peer-deps',
      '--force',
      '--no-audit',
      '--no-fund',
    ];
    const patience = ['--fetch-retries=0', '--fetch-timeout=20000'];
    const { status, stderr } = spawnSync('npm', ['install', `--before=${before}`, ...flags, ...patience], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return { ok: status === 0, words: stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const dependencies = asked();
const { ok, words } = resolve(dependencies);
const young = /No matching version found for (\S+) with a date before/.exec(words)?.[1];
const count = Object.keys(dependencies).length;
if (ok) process.stdout.write(`package ages: all ${count} are ${DAYS} days old or older\n`);
else if (young !== undefined) process.stdout.write(`package ages: ${young} is younger than ${DAYS} days\n`);
else process.stdout.write('package ages: NOT RUN, the registry does not answer\n');
process.exitCode = ok ? 0 : young === undefined ? NOT_RUN : 1;
