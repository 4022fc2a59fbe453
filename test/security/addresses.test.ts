// The same verdict on an e-mail address at every door: the data API with its contract, the pages, an import, the mail server.
// What the rule is: decisions 35 and src/models/email-address.ts.
import { expect, test } from 'vitest';
import { parseEmailAddress, toMailbox } from '../../src/models/email-address.ts';
import { InvalidValue } from '../../src/models/errors.ts';
import { queueMessage } from '../../src/outbound/mail.ts';
import { startWorker } from '../../src/worker.ts';
import { startMailServer } from '../support/outside/mail-server.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { givenSite } from '../support/publications/site.ts';
import { openParts } from '../support/service/parts.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ CODE_LIMITS: 'off', API_RATE_LIMIT: '0' });

const GOOD_LOCALS = [
  'ada',
  'ADA',
  'a',
  'ada.lovelace',
  'ada+news',
  'ada-lovelace',
  'ada_lovelace',
  "o'brien",
  '123',
  'a.b.c.d',
  '.ada',
  'ada.',
  'a..b',
  '!#$%&*+-/=?^_`{|}~',
  'josé',
  'jose\u0301',
  'łukasz',
  'дмитрий',
  'аda',
  '用户',
  'משתמש',
  'مستخدم',
  'ユーザー',
  '😀',
  'ß',
  'l'.repeat(64),
];
const BAD_LOCALS = [
  '',
  'a b',
  'a\tb',
  'a\u00a0b',
  'a\u3000b',
  '"ada"',
  '"a@b"',
  'ada(comment)',
  'a<b',
  'a>b',
  'a[b]',
  'a\\b',
  'a,b',
  'a;b',
  'a:b',
  'a@b',
  'ada\r\nBcc: eve',
  'ada\nRCPT TO',
  'ada\u0000',
  'ada\u007f',
  'ada\u0085',
  'ada\u200b',
  'ada\u202e',
  'ada\u2028',
  'ada\u2066',
  'ad\ufeffa',
  'ad\u00ada',
  '\u212aelvin',
  'ａｄａ',
  'ﬁona',
  'ada\u034f',
  'ada\ufe0f',
  'l'.repeat(65),
];
const GOOD_DOMAINS = [
  'example.org',
  'EXAMPLE.org',
  'mail.example.co.uk',
  'xn--bcher-kva.example',
  'bücher.example',
  'пример.example',
  '例え.テスト',
  'localhost',
  '192.0.2.1',
  '_mail.example',
  `${'d'.repeat(63)}.example`,
];
const BAD_DOMAINS = [
  '',
  'exa mple.org',
  'example..org',
  '.example.org',
  'example.org.',
  'exam/ple.org',
  'exam%70le.org',
  'example.org?x',
  'example.org#x',
  '[192.0.2.1]',
  '[IPv6:2001:db8::1]',
  'example.org:25',
  'example.org>',
  'example.org,eve.example',
  'example.org\r\nRCPT TO:<eve@example.org>',
  'example@example.org',
  'exam\u200dple.org',
  'example\u3002.org',
  'example.org"',
  'example.org(c)',
  `${'d'.repeat(190)}`,
  '\u202eexample.org',
];

interface Case {
  readonly address: string;
  readonly isGood: boolean;
}

/** Every local part with a good domain, every domain with a good local part, and the bad ones with each other. */
function corpus(): Case[] {
  const join = (locals: readonly string[], domains: readonly string[], isGood: boolean): Case[] =>
    locals.flatMap((local) => domains.map((domain) => ({ address: `${local}@${domain}`, isGood })));
  const bare = [...GOOD_LOCALS.slice(0, 5), '', '@', '@@', 'ada@', '@example.org', 'ada.example.org'].map(
    (address) => ({
      address,
      isGood: false,
    }),
  );
  const few = GOOD_DOMAINS.filter((_, index) => index % 3 === 0);
  return [
    ...join(GOOD_LOCALS, few, true),
    ...join(GOOD_LOCALS.slice(0, 4), GOOD_DOMAINS, true),
    ...join(BAD_LOCALS, GOOD_DOMAINS.slice(2, 6), false),
    ...join(GOOD_LOCALS.slice(0, 10), BAD_DOMAINS, false),
    ...join(BAD_LOCALS.slice(1, 5), BAD_DOMAINS.slice(1, 5), false),
    ...bare,
  ];
}

const CASES = [...new Map(corpus().map((one) => [one.address, one])).values()];

function verdictOf(address: string): boolean {
  try {
    parseEmailAddress(address);
    return true;
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}

test('R-B8 each address of the corpus is taken or refused as it says', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(500);
  expect(CASES.filter(({ address, isGood }) => verdictOf(address) !== isGood).map(({ address }) => address)).toEqual(
    [],
  );
});

test('R-B8 the data API and the pages take and refuse the same addresses, and no answer is a fault of ours', async () => {
  const site = await givenSite(service());
  const different: unknown[] = [];
  for (const { address, isGood } of CASES) {
    const created = await site.api.post('/customers', { email: address });
    const browser = site.newBrowser();
    const page = await browser.submit(await browser.open('/sign-in'), { email: address });
    const hasCode = page.statusCode < 400 && page.body.includes('name="code"');
    // 409: another spelling of an address before it.
    const taken = created.statusCode === 200 || created.statusCode === 409;
    const statuses = [created.statusCode, page.statusCode];
    if (hasCode !== isGood || taken !== isGood || statuses.some((status) => status >= 500))
      different.push([address, isGood, ...statuses, created.json().error?.message]);
  }
  expect(different).toEqual([]);
});

test('R-B8 a mail to each goes to that mailbox alone', async () => {
  const server = await startMailServer();
  const parts = await openParts({ MAIL_URL: server.url });
  const worker = startWorker(parts);
  try {
    const publication = await newPublication(parts);
    const good = CASES.filter(({ isGood }) => isGood).map(({ address }) => parseEmailAddress(address).email);
    await parts.database.transaction(async (transaction) => {
      for (const to of good) {
        const mail = { to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
        await queueMessage(publication, transaction, parts.clock, parts.secretKeys, mail);
      }
    });
    await worker.settle();
    // Quoted on the wire where it has to be, which is the same mailbox (RFC 5321, 4.1.2); the server shows domains decoded.
    const bare = (to: string): string => toMailbox(to.replace(/^"(.*)"@/, '$1@'));
    const reached = server.mails.map(({ to }) => to.map(bare).join(' and '));
    // The server of the test takes no mail for these.
    const isRefused = (to: string): boolean => /_mail|\.\./.test(to);
    expect(reached.toSorted()).toEqual(
      good
        .map(toMailbox)
        .filter((to) => !isRefused(to))
        .toSorted(),
    );
  } finally {
    await worker.stop();
    await parts.drop();
    await server.close();
  }
});
