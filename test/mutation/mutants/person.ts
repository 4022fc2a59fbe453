// Faults by which the page of a person shows, changes or keeps what it must not.
import type { Mutant } from '../mutant.ts';

const onPage = { part: 'sqlite', tests: ['test/dashboard/person/person.test.ts'] } as const;
const ofMails = { part: 'sqlite', tests: ['test/dashboard/person/mails.test.ts'] } as const;

export const PERSON_MUTANTS: readonly Mutant[] = [
  {
    ...onPage,
    what: 'Notes about a person outlive them',
    file: 'src/models/lifecycle/erasure.ts',
    find: '  await removeNotes(publication, transaction, customerId);\n',
    replace: '',
  },
  {
    ...onPage,
    what: 'An editor changes the notes of others',
    file: 'src/models/people/note.ts',
    find: 'return isOwner || authorId === staffId;',
    replace: 'return isOwner || authorId !== undefined || staffId === authorId;',
  },
  {
    ...ofMails,
    what: 'The mails of an address’s former owner are shown to its next one',
    file: 'src/models/lifecycle/mails-of-person.ts',
    find: 'from: left?.createdAt ?? 0',
    replace: 'from: 0',
  },
  {
    ...ofMails,
    what: 'The mails of an address’s next owner are shown on the page of its former one',
    file: 'src/models/lifecycle/mails-of-person.ts',
    find: 'until: createdAt,',
    replace: 'until: Number.MAX_SAFE_INTEGER,',
  },
  {
    ...ofMails,
    what: 'An erasure empties the mails of the next owner of an address',
    file: 'src/models/lifecycle/erasure.ts',
    find: 'const until = owner === undefined ? now : createdAt;',
    replace: 'const until = owner === undefined || createdAt > 0 ? now : createdAt;',
  },
  {
    ...ofMails,
    what: 'A code that has expired can be sent again',
    file: 'src/dashboard/person/mails.ts',
    find: "return state === 'dead' ? 'over' : 'sent';",
    replace: "return state === 'dead' ? 'again' : 'sent';",
  },
  {
    ...ofMails,
    what: 'A mail is sent again to an address to which mails are stopped',
    file: 'src/dashboard/person/mails.ts',
    find: "isSentAgain && isStopped(mail, stopped, way === 'anew')",
    replace: "isSentAgain && isStopped(mail, stopped, way === 'anew') && mail.id === ''",
  },
];
