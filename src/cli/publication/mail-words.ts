// masthead mail-words: what a publication adds to the beginning and the end of its mails, by language.
import type { Command } from 'commander';
import { PAGE_LANGUAGES } from '../../models/publication/languages.ts';
import {
  getReaderMail,
  listMailWords,
  READER_MAIL_NAMES,
  READER_MAILS,
  resetMailWords,
  setMailWords,
  type MailWords,
  type ReaderMail,
} from '../../models/publication/mail-words.ts';
import type { Publication } from '../../models/publication/publication.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { asCells, printList } from '../output.ts';

export function register(noun: Command): void {
  addPublicationVerb(noun, 'list', 'List the mails, and in which languages each has words', 'mail-words list').action(
    list,
  );
  addPublicationVerb(noun, 'show <mail>', 'Show the words of a mail', 'mail-words show paid').action(show);
  addPublicationVerb(
    noun,
    'set <mail>',
    'Change the opening or the closing of a mail; what is not named stays',
    'mail-words set paid --language en --opening "Dear {name}," --closing "The people of {publication}"',
  )
    .requiredOption('--language <language>', `one of ${PAGE_LANGUAGES.join(', ')}`)
    .option('--opening <text>', 'plain text before what the mail says itself; empty for none')
    .option('--closing <text>', 'plain text at the end; empty for none')
    .action(set);
  addPublicationVerb(
    noun,
    'reset <mail>',
    'Take the words out of a mail, in every language',
    'mail-words reset paid',
  ).action(reset);
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const words = await listMailWords(publication, database);
    const rows = READER_MAIL_NAMES.map((mail) => ({
      mail,
      placeholders: READER_MAILS[mail].map((name) => `{${name}}`),
      languages: words.filter((row) => row.mail === mail).map(({ language }) => language),
    }));
    printList(options, rows, asCells);
  });
}

async function show(mail: string, options: PublicationOptions): Promise<void> {
  const named = getReaderMail(mail);
  await withPublication(options, (parts, publication) => print(options, parts, publication, named));
}

async function set(
  mail: string,
  options: PublicationOptions & { readonly language: string } & Partial<MailWords>,
): Promise<void> {
  const { language, opening, closing } = options;
  if (opening === undefined && closing === undefined)
    throw new UsageError('Say what to change: --opening or --closing');
  const named = getReaderMail(mail);
  const given = {
    mail,
    language,
    ...(opening === undefined ? {} : { opening }),
    ...(closing === undefined ? {} : { closing }),
  };
  await withPublication(options, async (parts, publication) => {
    await parts.database.transaction((transaction) => setMailWords(publication, transaction, given));
    await print(options, parts, publication, named);
  });
}

async function reset(mail: string, options: PublicationOptions): Promise<void> {
  const named = getReaderMail(mail);
  await withPublication(options, async (parts, publication) => {
    await parts.database.transaction((transaction) => resetMailWords(publication, transaction, mail));
    await print(options, parts, publication, named);
  });
}

async function print(
  options: PublicationOptions,
  { database }: Parts,
  publication: Publication,
  mail: ReaderMail,
): Promise<void> {
  const words = await listMailWords(publication, database);
  printList(
    options,
    words.filter((row) => row.mail === mail),
    ({ language, opening, closing }) => ({ language, opening, closing }),
  );
}
