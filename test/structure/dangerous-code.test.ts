// What must not be in the sources, nor have been: text that is run or shown raw, requests past the guarded client,
// chance that can be guessed, secrets in any commit.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** The files with a line that has it, comments left out. */
function filesWith(files: string, pattern: RegExp): string[] {
  return globSync(files, { cwd: PROJECT })
    .filter((file) =>
      readFileSync(PROJECT + file, 'utf8')
        .split('\n')
        .some((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line) && pattern.test(line)),
    )
    .toSorted();
}

const BANNED: Readonly<Record<string, RegExp>> = {
  'text that is run as code': /\beval\(|new Function\(|['"]node:vm['"]|['"]node:child_process['"]/,
  'numbers that can be guessed': /Math\.random|pseudoRandomBytes/,
  'requests of the framework or of Node': /\bfetch\(|\b(?:http|https|http2)\.(?:get|request|connect)\(/,
  'a comparison of secrets that tells how far they agree': /(?:digest|mac|secret)\w* ===? (?:given|typed|sent)/i,
};

test.each(Object.entries(BANNED))('R-S7 the service has no %s', (_name, pattern) => {
  expect(filesWith('src/**/*.ts', pattern)).toEqual([]);
});

test('R-S7 only the guarded client opens connections by undici, and gateways and mails by their own programs', () => {
  expect(filesWith('src/**/*.ts', /import\('undici'\)|from 'undici'/)).toEqual([
    'src/outbound/guarded-client.ts',
    'src/outbound/guarded-connect.ts',
  ]);
});

test('R-S7 a template shows raw only what other templates made', () => {
  const raw = globSync('templates/**/*.eta', { cwd: PROJECT }).flatMap((file) =>
    (readFileSync(PROJECT + file, 'utf8').match(/<%~[^%]*%>/g) ?? []).map((text) => `${file}: ${text}`),
  );
  const isOfTemplate = (text: string): boolean => /<%~ (?:include\('\/|it\.body %>)/.test(text);
  expect(raw.length).toBeGreaterThan(100);
  expect(raw.filter((text) => !isOfTemplate(text))).toEqual([]);
});

test('R-S7 SQL is put together from text where the names of tables and columns are, and nowhere else', () => {
  expect(filesWith('src/**/*.ts', /\.raw\(\s*`[^`]*\$\{/)).toEqual([
    'src/backup/tables.ts',
    'src/models/finding/people-filter.ts',
  ]);
  expect(filesWith('src/**/*.ts', /\b(?:where|orderBy|having|groupBy|join|from)Raw\(\s*`/)).toEqual([]);
});

/** Those of Stripe, AWS, GitHub, Slack, npm, Google and private keys. The short ones of the tests are made up. */
const SECRETS = [
  '(sk|rk)_live_[0-9A-Za-z]{24,}',
  'AKIA[0-9A-Z]{16}',
  'gh[pousr]_[0-9A-Za-z]{36}',
  'xox[abprs]-[0-9A-Za-z-]{20,}',
  'npm_[0-9A-Za-z]{36}',
  'AIza[0-9A-Za-z_-]{35}',
  '-----BEGIN ([A-Z]+ )?PRIVATE KEY-----',
];

test('R-S7 no commit has a secret in it', () => {
  const commits = execFileSync(
    'git',
    [
      'log',
      '--all',
      '--format=%h %s',
      '--extended-regexp',
      `-G${SECRETS.join('|')}`,
      '--',
      '.',
      ':!vendor',
      ':!package-lock.json',
    ],
    { cwd: PROJECT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  expect(commits.trim()).toBe('');
});
