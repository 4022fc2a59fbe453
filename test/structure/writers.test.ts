// One writer per table: only the files of its noun write to a table, and lifecycle/, which crosses all subjects. So
// what follows from a change, such as its event, is written in one place.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sourceStatements } from './source-statements.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const files = globSync('src/**/*.ts', {
  cwd: PROJECT,
  exclude: ['src/database/**', 'src/models/record.ts'],
}).toSorted();
const sources = new Map(files.map((file) => [file, readFileSync(join(PROJECT, file), 'utf8')]));

/** Tables that several files of one noun write, and why. */
const SEVERAL: Readonly<Record<string, readonly string[]>> = {
  // What a customer is has a file for each thing that changes.
  customers: [
    'customer',
    'customer-batch',
    'customer-language',
    'customer-mail-choice',
    'demo-member',
    'last-seen',
    'person-state',
    'word-index',
  ],
  newsletter_subscriptions: ['demo-member', 'newsletter-subscription'],
  // Begun, moved and ended by the data API, and by a payment gateway.
  subscriptions: ['demo-member', 'paid-subscription', 'subscription', 'subscription-end'],
  // Uploaded as a file, or read from the account of a gateway.
  imports: ['import', 'reading'],
  // A delivery is queued, claimed, tried and settled.
  deliveries: ['delivery', 'delivery-attempt', 'delivery-claim', 'delivery-queue', 'test-delivery'],
  events: ['event-log', 'event-person'],
  // Made with the offer, and set later.
  offer_prices: ['offer', 'offer-prices'],
  // How far a move has come stands beside what the publication is.
  publications: ['logo', 'move-state', 'publication'],
  // The secrets of an application are made and ended apart from its settings.
  oauth_applications: ['client-secret', 'oauth-application'],
};

/**
 * But for what accompanies a change: whoever changes something writes its event, by what models/outbox/event.ts makes for
 * it, its entry in the audit log, by what models/act.ts makes, and what figures count of it, by models/figure-change.ts.
 */
const ACCOMPANYING = ['pending_events', 'audit_entries', 'figure_changes'];
const SQL_WRITE = /\b(?:insert into|update|delete from) (\w+)\b/g;
/** A record's name, from a query's beginning to the end of the statement. */
const USE = /\b(\w+)\.(?:in|ofAll|add|query)\([^;]*?;/g;
const WRITE_OF_RECORD = /\.(?:add|insert|insertAndFetch|patch|patchAndFetchById|increment|decrement)\(|\.delete\(\)/;
const RECORD =
  /class (\w+) extends (?:PublicationRecord|TenantRecord|Model) \{[^}]*?static override tableName = '(\w+)'/g;
const tables = new Map(
  [...sources.values()].flatMap((text) => [...text.matchAll(RECORD)].map(([, name = '', table = '']) => [name, table])),
);

/** Where a statement stands: beside its name, or beside the part of it that a function makes it from. */
function fileOf(name: string): string {
  // Made for each kind of record of an export.
  if (name.startsWith('insert_moved_')) return 'src/models/lifecycle/moving/rows.ts';
  const parts = name.split('_').map((_, from, words) => words.slice(from).join('_'));
  for (const part of parts) {
    const made = new RegExp(`\\(\\s*['\`]${part}['\`]`);
    const found = files.filter((file) => made.test(sources.get(file) ?? ''));
    if (found.length === 1) return found[0] ?? '';
  }
  return `unknown: ${name}`;
}

function writers(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (table: string, file: string): void => {
    found.set(table, (found.get(table) ?? new Set()).add(file));
  };
  for (const { name, sqlite, postgres } of sourceStatements)
    for (const [, table = ''] of `${sqlite} ${postgres}`.matchAll(SQL_WRITE))
      if (!['set', 'of', 'skip', ...ACCOMPANYING].includes(table)) add(table, fileOf(name));
  for (const [file, text] of sources)
    for (const [use, name = ''] of text.matchAll(USE)) {
      const table = tables.get(name);
      if (table !== undefined && WRITE_OF_RECORD.test(use)) add(table, file);
    }
  return found;
}

test('each table is written by one file, but for lifecycle/ and the files of one noun', () => {
  const found = writers();
  expect(found.size).toBeGreaterThan(45);
  const several = [...found].flatMap(([table, written]) => {
    const names = [...written].filter((file) => !file.includes('/lifecycle/')).map((file) => basename(file, '.ts'));
    return names.length > 1 ? [[table, names.toSorted()] as const] : [];
  });
  expect(Object.fromEntries(several)).toEqual(SEVERAL);
});

test('it is known where each statement stands that writes', () => {
  const unknown = [...writers().values()].flatMap((written) =>
    [...written].filter((file) => file.startsWith('unknown')),
  );
  expect(unknown).toEqual([]);
});
