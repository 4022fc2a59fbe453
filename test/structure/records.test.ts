// Records are read and written within their publication: every query begins with it, and every join uses a relation
// whose keys include it (src/models/record.ts).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const sources = globSync('src/**/*.ts', { cwd: PROJECT, exclude: ['src/database/**', 'src/models/record.ts'] })
  .toSorted()
  .map((file) => ({ file, text: readFileSync(join(PROJECT, file), 'utf8') }));

/** Every match in the sources, with its file. */
function matches(pattern: RegExp): string[] {
  return sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, found = '']) => `${file} ${found}`));
}

test('only records of the deployment are queried without a publication', () => {
  const names = new Set(matches(/\b(\w+)\.query\(/g).map((found) => found.split(' ')[1]));
  expect([...names].toSorted()).toEqual([
    'Publication',
    'SigningKeyRecord',
    'StaffMemberRecord',
    'StaffPasskeyRecord',
    'StaffRecoveryCodeRecord',
  ]);
});

test('records of all publications are read by a sweep, or where a secret or a reference of a gateway says whose they are', () => {
  expect(matches(/\b(\w+)\.ofAll\(/g)).toEqual([
    'src/models/money/billing-record.ts BillingRecord',
    'src/models/money/billing-record.ts BillingRecord',
    'src/models/money/checkout.ts CheckoutRecord',
    'src/models/money/checkout.ts CheckoutRecord',
    'src/models/money/gift-record.ts GiftRecord',
    'src/models/money/payment-record.ts PaymentRecord',
    'src/models/outbox/replay.ts EventEndpointRecord',
    'src/models/staff/invitation.ts InvitationRecord',
    'src/payments/sandbox/records.ts SandboxSubscriptionRecord',
  ]);
});

test('a relation is made by belongsTo, and nothing else joins', () => {
  expect(matches(/(relationMappings = (?!\(\) =>\s+belongsTo\())/g)).toEqual([]);
  expect(matches(/\.((?:left|right|inner|cross|full|leftOuter|rightOuter)?[jJ]oin(?:Raw)?\(['"`]\w+['"`],)/g)).toEqual(
    [],
  );
});

test('Knex is asked for a table by record.ts alone', () => {
  expect(matches(/\.(knex\()/g)).toEqual([]);
});
