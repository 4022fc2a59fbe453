// What comes back is read by its standards: enhanced status codes, delivery status notifications, feedback reports, and the addresses of ours.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readNotification } from '../../src/bounces/notification.ts';
import { readConfig } from '../../src/config.ts';
import { newId } from '../../src/database/ids.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { bounceAddressOf, deliveryOf } from '../../src/outbound/bounce-address.ts';
import { bounceOf, statusIn } from '../../src/outbound/mail-status.ts';

const BASE = 'bounces@mail.example.net';
const secretKeys = new SecretKeys(['a-secret-of-this-test-that-is-long-enough']);
const id = newId('dlv', new Date('2026-11-23T10:00:00Z'));
const address = bounceAddressOf(BASE, secretKeys, id);
const sample = (name: string): string =>
  readFileSync(new URL(`notifications/${name}.eml`, import.meta.url), 'latin1').replaceAll('{{ADDRESS}}', address);

test.each([
  ['550 5.1.1 no such user', 'hard_bounce'],
  ['550 5.1.2 no such domain', 'hard_bounce'],
  ['501 5.1.3 bad syntax', 'hard_bounce'],
  ['551 5.1.6 has moved', 'hard_bounce'],
  ['556 5.1.10 this domain takes no mail', 'hard_bounce'],
  ['550 5.2.1 the mailbox is disabled', 'hard_bounce'],
  ['550 5.4.4 the domain is not found', 'hard_bounce'],
  ['550-5.1.1 in several\n550 5.1.1 lines', 'hard_bounce'],
  ['550 5.1.0 something about an address', 'soft_bounce'],
  ['552 5.2.2 the mailbox is full', 'soft_bounce'],
  ['450 4.2.2 the mailbox is full', 'soft_bounce'],
  ['550 5.3.0 the system has trouble', 'soft_bounce'],
  ['550 5.4.7 expired', 'soft_bounce'],
  ['451 4.4.1 no answer', 'soft_bounce'],
  ['450 4.1.1 not now', 'soft_bounce'],
  ['550 no such user', 'soft_bounce'],
  ['550 the code 15.1.1 is no status', 'soft_bounce'],
  ['550 5.1.7 bad sender', 'none'],
  ['550 5.1.8 bad domain of the sender', 'none'],
  ['552 5.2.3 too long for this mailbox', 'none'],
  ['552 5.3.4 too long', 'none'],
  ['503 5.5.1 wrong command', 'none'],
  ['554 5.6.0 bad content', 'none'],
  ['550 5.7.1 refused by policy', 'none'],
  ['550 5.7.26 not authenticated', 'none'],
  ['451 4.7.1 greylisted', 'none'],
] as const)('%j is of the kind %s', (answer, kind) => {
  expect(bounceOf(statusIn(answer), answer)?.kind ?? 'none').toBe(kind);
});

describe('a mail that comes back', () => {
  test.each([
    ['postfix', { kind: 'hard_bounce', status: '5.1.1' }],
    ['exim', { kind: 'hard_bounce', status: '5.1.1', answer: '550 5.1.1 no such mailbox' }],
    ['exchange', { kind: 'hard_bounce', status: '5.1.10' }],
    ['gmail', { kind: 'hard_bounce', status: '5.1.1' }],
    ['full-mailbox', { kind: 'soft_bounce', status: '5.2.2' }],
    ['complaint', { kind: 'complaint' }],
  ])('is read, of %s', (name, bounce) => {
    for (const text of [sample(name), sample(name).replaceAll('\n', '\r\n')]) {
      const read = readNotification(text);
      expect(read?.bounce).toMatchObject(bounce);
      expect(read?.senders).toContain(address);
    }
  });

  test.each(['delayed', 'policy', 'holiday'])('says nothing about the recipient: %s', (name) => {
    expect(readNotification(sample(name))).toBeUndefined();
  });

  test.each([
    ['nothing', ''],
    ['a head alone', 'Content-Type: multipart/report; report-type=delivery-status; boundary=x'],
    ['no boundary', 'Content-Type: multipart/report; report-type=delivery-status\n\n--x\n'],
    [
      'no such part',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=x\n\n--x\n\nHello\n--x--\n',
    ],
    [
      'a thousand parts',
      `${'Content-Type: multipart/report; report-type=delivery-status; boundary=x\n\n'}${'--x\n\na\n'.repeat(1000)}`,
    ],
    ['a long line', `Content-Type: multipart/report; report-type=delivery-status; boundary="${' '.repeat(100_000)}`],
    ['only folds', `${'\n\t'.repeat(100_000)}`],
  ])('is refused without trouble: %s', (_name, text) => {
    expect(readNotification(text)).toBeUndefined();
  });
});

describe('the address of a mail', () => {
  test('names it, in any case, and fits into an envelope', () => {
    expect(address).toMatch(/^bounces\+[0-9a-z]{50}@mail\.example\.net$/);
    expect(address.indexOf('@')).toBeLessThanOrEqual(64);
    expect(deliveryOf(BASE, secretKeys, address)).toBe(id);
    expect(deliveryOf(BASE, secretKeys, address.toUpperCase())).toBe(id);
  });

  test('is known after a change of SECRET_KEY while the former secret is kept', () => {
    const [older, newer] = ['a-secret-of-this-test-that-is-long-enough', 'another-secret-that-is-long-enough-too'];
    expect(deliveryOf(BASE, new SecretKeys([newer, older]), address)).toBe(id);
    expect(deliveryOf(BASE, new SecretKeys([newer]), address)).toBeUndefined();
  });

  test.each([
    ['of another mail', bounceAddressOf(BASE, new SecretKeys(['a-secret-that-somebody-else-has-chosen']), id)],
    ['with another digit', address.replace(/.@/, (end) => (end.startsWith('0') ? '1@' : '0@'))],
    ['without a MAC', `bounces+${id.slice(4)}@mail.example.net`],
    ['without a token', BASE],
    ['at another domain', address.replace('mail.example.net', 'mail.example.com')],
    ['with more behind', address.replace('@', '0@')],
    ['with another name', address.replace('bounces+', 'bounce+')],
    ['empty', ''],
  ])('is refused: %s', (_name, forged) => {
    expect(deliveryOf(BASE, secretKeys, forged)).toBeUndefined();
  });
});

test.each([
  [{ BOUNCE_ADDRESS: 'bounces' }, /^BOUNCE_ADDRESS must be an address in lower case/],
  [{ BOUNCE_ADDRESS: 'bounces+x@example.net' }, /^BOUNCE_ADDRESS must be an address in lower case/],
  [{ BOUNCE_ADDRESS: 'the-name-is-too-long@example.net' }, /^BOUNCE_ADDRESS must be .* at most 13 characters/],
  [{ BOUNCE_PORT: '2525' }, /^BOUNCE_PORT needs BOUNCE_ADDRESS/],
  [{ BOUNCE_ADDRESS: BASE, BOUNCE_PORT: 'smtp' }, /^BOUNCE_PORT must be a port number/],
  [{ BOUNCE_ADDRESS: BASE, BOUNCE_PORT: '4000' }, /^BOUNCE_PORT must be another port than PORT/],
  [{ BOUNCE_HOST: '127.0.0.1' }, /^BOUNCE_HOST needs BOUNCE_PORT/],
  [{ MAIL_WEBHOOK_SECRET: 'whsec_short' }, /^MAIL_WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes/],
  [{ SENDGRID_WEBHOOK_KEY: 'abc' }, /^SENDGRID_WEBHOOK_KEY must be the verification key/],
])('the settings %j are refused', (settings, fault) => {
  const read = (): unknown => readConfig(settings);
  expect(read).toThrow(expect.objectContaining({ faults: [expect.stringMatching(fault)] }));
});
