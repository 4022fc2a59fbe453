// Faults of the mails that fall due by themselves.
import type { Mutant } from '../mutant.ts';

export const MAILS_MUTANTS: readonly Mutant[] = [
  {
    what: "In production mails are due by a sandbox's clock",
    file: 'src/payments/due.ts',
    find: 'statement<Row>(name, textBy(productionOffset))',
    replace: 'statement<Row>(name, textBy(testOffset))',
    part: 'sqlite',
    tests: ['test/mails/due-mails.test.ts'],
  },
  {
    what: 'Two workers that look at once both write a mail about a subscription',
    file: 'src/models/money/billing.ts',
    find: '    .where({ [mark]: from })\n',
    replace: '',
    part: 'sqlite',
    tests: ['test/mails/due-mails.test.ts'],
  },
  {
    what: 'A mail that cannot be written keeps the others from their turn',
    file: 'src/mails/due-mail.ts',
    find: '      onError(error);',
    replace: '      throw error;',
    part: 'sqlite',
    tests: ['test/mails/due-mails.test.ts'],
  },
  {
    what: "A due mail is in the publication's language, whatever the customer reads",
    file: 'src/mails/due-mail.ts',
    find: "{ 'accept-language': tag }",
    replace: '{}',
    part: 'sqlite',
    tests: ['test/mails/paid.test.ts'],
  },
  {
    what: 'A mail gets the words that another publication adds',
    file: 'src/models/publication/mail-words.ts',
    find: 'const found = await MailWordsRecord.find(publication, connection, { mail, language });',
    replace: 'const [found] = await MailWordsRecord.ofAll(connection, { mail, language });',
    part: 'sqlite',
    tests: ['test/mails/own-words.test.ts'],
  },
  {
    what: 'A placeholder that a mail does not have is kept in the words for it',
    file: 'src/models/publication/mail-words.ts',
    find: '  if (unknown !== undefined) {\n',
    replace: '  if (unknown === null) {\n',
    part: 'sqlite',
    tests: ['test/mails/own-words.test.ts', 'test/dashboard/mails/mails.test.ts'],
  },
  {
    what: 'What a reader is called is filled in once more',
    file: 'src/mails/own-words.ts',
    find: 'fillWords(paragraph, values)',
    replace: 'fillWords(fillWords(paragraph, values), values)',
    part: 'sqlite',
    tests: ['test/mails/own-words.test.ts'],
  },
];
