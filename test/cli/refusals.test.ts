// What the records refuse, the command line refuses too: exit code 1 and one line on standard error.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts';
import { CommandLine, PRODUCTION_SETTINGS } from '../support/processes/command-line.ts';

let scratch: TestDatabase;
let masthead: CommandLine;

beforeAll(async () => {
  scratch = await openTestDatabase();
  masthead = new CommandLine({ DATABASE_URL: scratch.url });
  await masthead.json('publication', 'create', '--name', 'Q', '--site-url', 'https://q.example.org');
  await masthead.json('plan', 'create', '--slug', 'digital', '--name', 'Digital');
});
afterAll(() => scratch.drop());

test.each([
  ['a bad value', ['plan', 'create', '--slug', 'Two Words', '--name', 'P'], 'slug must be'],
  ['a clash', ['plan', 'create', '--slug', 'digital', '--name', 'P'], 'has this slug already'],
  ['an unknown id', ['key', 'revoke', 'key_unknown'], 'No such api key: key_unknown'],
  [
    'an amount that could be cents or euros',
    ['price', 'create', '--plan', 'digital', '--amount', '500', '--currency', 'EUR', '--interval', 'year'],
    '500 could mean 5.00 EUR or 500.00 EUR',
  ],
  [
    'an amount with a comma',
    ['price', 'create', '--plan', 'digital', '--amount', '5,00', '--currency', 'EUR', '--interval', 'year'],
    'amount must have a point and 2 decimals in EUR, such as 5.00',
  ],
  [
    'decimals of a currency that has none',
    ['price', 'create', '--plan', 'digital', '--amount', '5.00', '--currency', 'jpy', '--interval', 'year'],
    'JPY has no decimals',
  ],
  [
    'an amount of nothing',
    ['price', 'create', '--plan', 'digital', '--amount', '0.00', '--currency', 'EUR', '--interval', 'year'],
    'amount must be from 0.01 EUR to 999999.99 EUR',
  ],
  ['a discount without its currency', ['code', 'create', 'FIVE', '--amount', '5.00'], 'an amount needs its currency'],
  ['a filter that names nobody', ['payment', 'list', '--customer', 'cus_unknown'], 'No such customer: cus_unknown'],
  [
    'an address with a look-alike character',
    ['customer', 'create', '--email', '\u212aate@example.org'],
    'email has a character before the @',
  ],
  [
    'an end of an activation code that is no time',
    ['customer', 'create', '--activation-code', 'print-0001', '--activation-code-expires-at', 'tomorrow'],
    'activation_code_expires_at must be a time such as',
  ],
  [
    'an end of an activation code that is over',
    ['customer', 'create', '--activation-code', 'print-0001', '--activation-code-expires-at', '2020-01-01T00:00:00Z'],
    'activation_code_expires_at must be in the future',
  ],
  ['a limit out of range', ['customer', 'list', '--limit', '101'], 'limit must be'],
  ['a free offering that is not there', ['free-offering', 'show'], 'no free offering'],
  [
    'a logo that is no image',
    ['publication', 'create', '--name', 'R', '--site-url', 'https://r.example.org', '--logo', 'package.json'],
    'logo must be a whole PNG',
  ],
  [
    'a logo that is not there',
    ['publication', 'update', 'pub_x', '--logo', 'nowhere.svg'],
    'There is no file nowhere.svg',
  ],
  [
    'a radius out of range',
    ['publication', 'create', '--name', 'R', '--site-url', 'https://r.example.org', '--radius', '17'],
    'from 0 to 16',
  ],
])('refuses %s by exit code 1', async (_, args, message) => {
  const { exitCode, stdout, stderr } = await masthead.run(...args);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toContain(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('demo is refused in production', async () => {
  const { url, drop } = await openTestDatabase({ environment: 'production' });
  const production = new CommandLine({ ...PRODUCTION_SETTINGS, DATABASE_URL: url });
  const create = ['--name', 'Q', '--site-url', 'https://q.example.org'];
  await production.run('publication', 'create', ...create);
  for (const args of [
    ['fill', '--members', '10'],
    ['sessions', '--count', '1', '--json'],
  ]) {
    const { exitCode, stdout, stderr } = await production.run('demo', ...args);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('refused in production');
  }
  await drop();
});
