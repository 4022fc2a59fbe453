// `npm run lint`: oxlint and Prettier over the sources, knip for unused code, Redocly over the contract, and this project's own bans.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

interface Ban {
  readonly what: RegExp;
  readonly where: readonly string[];
  readonly except?: readonly string[];
  readonly why: string;
}

const BANS: readonly Ban[] = [
  {
    what: /<%[-_]?\s*~(?!\s*(?:include(?:Async)?\(|it\.body\b))/,
    where: ['templates/**/*', 'src/**/*.{ts,eta}'],
    why: 'a raw tag puts text into a page unescaped; only include() and the body of a layout are HTML already',
  },
  {
    what: /\bMath\.random\b/,
    where: ['src/**/*.ts', 'scripts/**/*', 'test/**/*.ts'],
    except: ['scripts/lint.ts'],
    why: 'guessable, and different in each run: see src/database/secrets.ts',
  },
  {
    what: /(?<!readConfig\()\bprocess\.env\b/,
    where: ['src/**/*.ts'],
    except: ['src/config.ts'],
    why: 'src/config.ts is the only reader of the environment',
  },
  {
    what: /\bnew Date\(\)|\bDate\.now\(/,
    where: ['src/**/*.ts'],
    except: ['src/database/clock.ts'],
    why: 'time comes from the injected clock',
  },
  {
    what: /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:only|skip|skipIf|runIf|todo|fails)\b|\.skip\(/,
    where: ['test/**/*.ts'],
    why: 'every test runs, everywhere',
  },
];

const BANNED_FOLDERS = /(?:^|\/)(?:utils?|helpers?|common|lib|shared|misc)\//;

/** The violations of a ban in one file, as path:line: why. */
function faultsOf(path: string, ban: Ban): string[] {
  const lines = readFileSync(`${PROJECT}/${path}`, 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    ban.what.test(line) ? [`${path}:${index + 1}: ${line.trim()}\n    ${ban.why}`] : [],
  );
}

function filesOf({ where, except = [] }: Ban): string[] {
  const files = globSync([...where], { cwd: PROJECT, withFileTypes: true, exclude: [...except] });
  return files.filter((file) => file.isFile()).map((file) => `${file.parentPath}/${file.name}`.replace(PROJECT, ''));
}

function checkBans(): boolean {
  const folders = globSync('src/**/*.ts', { cwd: PROJECT }).filter((path) => BANNED_FOLDERS.test(path));
  const faults = [
    ...BANS.flatMap((ban) => filesOf(ban).flatMap((path) => faultsOf(path, ban))),
    ...folders.map((path) => `${path}: name the folder after what it decides`),
  ];
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  return faults.length === 0;
}

function succeeds(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return (
    spawnSync(process.execPath, [`node_modules/${command}`, ...args], { cwd: PROJECT, stdio: 'inherit', env })
      .status === 0
  );
}

const results = [
  succeeds('oxlint/bin/oxlint', ['--deny-warnings']),
  succeeds('knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors']),
  succeeds('@redocly/cli/bin/cli.js', [
    'lint',
    'openapi.yaml',
    '--config=.redocly.yaml',
    '--format=stylish',
    '--lint-config=error',
  ]),
  succeeds('prettier/bin/prettier.cjs', [
    '--check',
    '--log-level=warn',
    '--cache',
    '--cache-location=.cache/prettier',
    '.',
  ]),
  checkBans(),
];
process.exitCode = results.every(Boolean) ? 0 : 1;
