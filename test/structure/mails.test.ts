// Every due mail is a row of DUE_MAILS: one that is missing there would never be sent.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { DueMail } from '../../src/mails/due-mail.ts';
import { DUE_MAILS } from '../../src/mails/due-mails.ts';
import { READER_MAIL_NAMES } from '../../src/models/publication/mail-words.ts';
import { isTextKey } from '../../src/views/text.ts';

const folder = new URL('../../src/mails/', import.meta.url);

async function dueMailsOf(file: string): Promise<unknown[]> {
  const module: Record<string, unknown> = await import(/* @vite-ignore */ fileURLToPath(new URL(file, folder)));
  return Object.values(module).filter((value) => typeof value === 'object' && value !== null && 'send' in value);
}

test('every due mail of the room is listed once', async () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const written = (await Promise.all(files.map(dueMailsOf))).flat();
  expect(written.length).toBeGreaterThan(5);
  expect(written.filter((mail) => !DUE_MAILS.includes(mail as DueMail))).toEqual([]);
  expect(new Set(DUE_MAILS).size).toBe(written.length);
});

test('every mail has words by which the page of a person names it', () => {
  const files = globSync('**/*.ts', { cwd: fileURLToPath(folder) });
  const names = files.flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^ {2}name: '(\w+)',$/gm)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(15);
  // The queue of turns has a mail for each kind of turn.
  const mails = [...names.filter((name) => name !== 'turn'), ...READER_MAIL_NAMES];
  expect(mails.filter((name) => !isTextKey(`dashboard.mail-name.${name}`))).toEqual([]);
});

test('the table of turns names every mail to readers, and no other', () => {
  const table = readFileSync(new URL('../../docs/mails.md', import.meta.url), 'utf8');
  const named = [...table.matchAll(/^\|[^|]+\| +`(\w+)` +\|/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(READER_MAIL_NAMES.toSorted());
});
