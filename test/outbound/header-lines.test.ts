// R-B9: what is typed becomes no line of its own in a mail or in the conversation with the mail server, whatever breaks a line.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Publication } from '../../src/models/publication/publication.ts';
import { queueMessage } from '../../src/outbound/mail.ts';
import { startWorker } from '../../src/worker.ts';
import { BROKEN_LINES } from '../support/outside/broken-lines.ts';
import { startMailServer } from '../support/outside/mail-server.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const HEADERS = [
  'Auto-Submitted',
  'Content-Type',
  'Date',
  'From',
  'MIME-Version',
  'Message-ID',
  'Reply-To',
  'Subject',
  'To',
];
const TO = 'ada@example.org';

let parts: TestParts;
let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
  parts = await openParts({ MAIL_URL: server.url });
});
afterAll(async () => {
  await parts.drop();
  await server.close();
});

test('R-B9 300 subjects and names of publications add no header and no recipient', async () => {
  const publication = await newPublication(parts);
  await parts.database.transaction(async (transaction) => {
    for (const text of BROKEN_LINES) {
      const sender = { ...publication, name: text, replyTo: 'post@example.org' } as Publication;
      const mail = { to: TO, subject: text, text: text, html: `<p>${encodeURI(text)}</p>` };
      await queueMessage(sender, transaction, parts.clock, parts.secretKeys, mail);
    }
  });
  const worker = startWorker(parts);
  await worker.settle();
  await worker.stop();
  expect(server.mails).toHaveLength(BROKEN_LINES.length);
  for (const { from, to, raw } of server.mails) {
    expect([from, to]).toEqual(['masthead@localhost', [TO]]);
    const [head = ''] = raw.split('\r\n\r\n');
    // What is left of a folded line belongs to the one before it.
    const names = head
      .replaceAll(/\r\n[ \t]/g, ' ')
      .split('\r\n')
      .map((line) => line.split(':', 1)[0] ?? '');
    expect(names.toSorted()).toEqual(HEADERS);
    expect(head).not.toMatch(/(?<!\r)\n|\r(?!\n)|[\u0000\u000B\u000C\u0085\u2028\u2029]/);
  }
});

test('R-B9 300 addresses reach nobody but the one that they name, if any', async () => {
  const publication = await newPublication(parts);
  const before = server.mails.length;
  await parts.database.transaction(async (transaction) => {
    for (const text of BROKEN_LINES)
      await queueMessage(publication, transaction, parts.clock, parts.secretKeys, {
        to: `${text}@example.org`,
        subject: 's',
        text: 't',
        html: 'h',
      });
  });
  const worker = startWorker(parts);
  await worker.settle();
  await worker.stop();
  for (const { to, raw } of server.mails.slice(before)) {
    expect(to).toHaveLength(1);
    expect(to).not.toContain('victim@example.org');
    expect(raw.split('\r\n\r\n', 1)[0]).not.toMatch(/^(bcc|x-injected|set-cookie|location):/im);
  }
});
