// The registry of payment gateways (docs/architecture.md, Payment gateways): no source names a gateway, except in its
// own folders and registry rows, and all gateways share one billing calendar.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { GATEWAYS } from '../../src/payments/gateways.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const sources = globSync('src/**/*.ts', { cwd: PROJECT }).toSorted();
const read = (file: string): string => readFileSync(PROJECT + file, 'utf8');
const names = GATEWAYS.map(({ name }) => name);

/** Where each gateway has its row. */
const ROWS = new Set(['src/payments/gateways.ts', 'src/payments/deployment-settings.ts']);

/** Sources that may hold a gateway's name, and why. */
const EXCEPT: Readonly<Record<string, string>> = {
  'src/models/figure-change.ts': 'figures follow the clock of the sandbox where there is one',
  'src/cli/demo/readers.ts': 'readers of the demo pay by the cards of the sandbox',
  'src/app.ts': 'the list of doors: the sandbox has one of its own',
  'src/site/logo.ts': 'the directive of a Content-Security-Policy',
  'src/mailbox/page.ts': 'the attribute of a frame',
  'src/dashboard/testing/mailbox.ts': 'the directive for a frame',
};

/** Its folder in payments/, a door of its own, and its tables. */
function isOwn(file: string, name: string): boolean {
  return (
    file.startsWith(`src/payments/${name}/`) ||
    file.startsWith(`src/${name}/`) ||
    file.startsWith('src/database/migrations/')
  );
}

test('every gateway has a folder with its definition', () => {
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !existsSync(`${PROJECT}src/payments/${name}/definition.ts`))).toEqual([]);
  const folders = globSync('src/payments/*/definition.ts', { cwd: PROJECT }).map((file) => file.split('/')[2]);
  expect(folders.toSorted()).toEqual(names.toSorted());
});

test('no source outside its own folders and its rows names a gateway', () => {
  const naming = names.flatMap((name) =>
    sources.filter(
      (file) => !isOwn(file, name) && !ROWS.has(file) && !(file in EXCEPT) && new RegExp(name, 'i').test(read(file)),
    ),
  );
  expect(naming).toEqual([]);
});

test('every exception names a gateway', () => {
  const idle = Object.keys(EXCEPT).filter(
    (file) => !names.some((name) => new RegExp(name, 'i').test(existsSync(PROJECT + file) ? read(file) : '')),
  );
  expect(idle).toEqual([]);
});

test('days and months are counted in payments/calendar.ts alone, and those of figures in a time zone', () => {
  const calendars = sources.filter((file) =>
    /\b(?:[gs]etUTC(?:Month|Date|FullYear)|Date\.UTC|86_?400_?000)\b/.test(read(file)),
  );
  expect(calendars).toEqual(['src/models/figures/local-day.ts', 'src/payments/calendar.ts']);
});
