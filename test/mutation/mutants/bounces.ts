// Faults of bounces and complaints: what is taken in, and who is written to.
import type { Mutant } from '../mutant.ts';

const BOUNCES = { part: 'sqlite', tests: ['test/bounces/bounces.test.ts'] } as const;
const WEBHOOK = { part: 'sqlite', tests: ['test/bounces/webhook.test.ts'] } as const;
const READING = { part: 'unit', tests: ['test/bounces/reading.test.ts'] } as const;
const PERSON = { part: 'sqlite', tests: ['test/dashboard/person/mail-problem.test.ts'] } as const;

export const BOUNCES_MUTANTS: readonly Mutant[] = [
  {
    what: 'A mail that was queued before its address died is sent',
    file: 'src/outbound/send-mail.ts',
    find: "if (stopped !== undefined) return { result: 'refused', text: stopped };",
    replace: '',
    ...BOUNCES,
  },
  {
    what: 'A mail to a dead address is queued with its content',
    file: 'src/outbound/mail.ts',
    find: '    stopped,\n',
    replace: '',
    ...PERSON,
  },
  {
    what: 'After a complaint every mail is sent',
    file: 'src/models/outbox/mail-recipient.ts',
    find: 'isAskedFor !== true',
    replace: 'isAskedFor === false',
    ...BOUNCES,
  },
  {
    what: 'A proof of the address lifts a complaint',
    file: 'src/models/outbox/mail-problem.ts',
    find: "\n    .whereNot('kind', 'complaint')",
    replace: '',
    ...PERSON,
  },
  {
    what: 'A dead address stays dead when its owner proves it',
    file: 'src/models/people/email-code.ts',
    find: '  await liftBounces(publication, transaction, secretKeys, row.emailNormalized);\n',
    replace: '',
    ...PERSON,
  },
  {
    what: 'One soft bounce kills an address',
    file: 'src/models/outbox/mail-problem.ts',
    find: "kind !== 'soft_bounce' || softDays >= SOFT_BOUNCE_DAYS",
    replace: 'softDays >= 1',
    ...BOUNCES,
  },
  {
    what: 'Soft bounces of one day count as several days',
    file: 'src/models/outbox/mail-problem.ts',
    find: '(dayOf(known.lastAt) === dayOf(now.getTime()) ? 0 : 1)',
    replace: '1',
    ...BOUNCES,
  },
  {
    what: 'Soft bounces a year apart count as days in a row',
    file: 'src/models/outbox/mail-problem.ts',
    find: 'addSeconds(new Date(known.lastAt), SOFT_BOUNCE_GAP_SECONDS) >= now',
    replace: 'true',
    ...BOUNCES,
  },
  {
    what: 'A report that is replayed counts again',
    file: 'src/models/outbox/mail-report.ts',
    find: 'if (!(await MailReportRecord.add(publication, transaction, row))) return false;',
    replace: 'await MailReportRecord.add(publication, transaction, row);',
    ...WEBHOOK,
  },
  {
    what: "A server's answer is kept with the address in it",
    file: 'src/models/outbox/mail-report.ts',
    find: "    .replaceAll(/\\S*@\\S*/g, '…')\n",
    replace: '',
    ...BOUNCES,
  },
  {
    what: 'An erased person is still on the suppression list',
    file: 'src/models/lifecycle/erasure.ts',
    find: '    await removeMailProblems(publication, transaction, known);\n',
    replace: '',
    ...PERSON,
  },
  {
    what: "An erased person's reports keep the server's answer",
    file: 'src/models/lifecycle/erasure.ts',
    find: '    await eraseFromMailReports(publication, transaction, known);\n',
    replace: '',
    ...PERSON,
  },
  {
    what: 'A refusal of the sender is a bounce of the reader',
    file: 'src/outbound/mail-transport.ts',
    find: "command === 'RCPT TO' ||",
    replace: 'true ||',
    ...BOUNCES,
  },
  {
    what: 'A refusal by a policy kills an address',
    file: 'src/outbound/mail-status.ts',
    find: "new Set(['5', '6', '7'])",
    replace: "new Set(['5', '6'])",
    ...READING,
  },
  {
    what: 'Anybody can make up the address to which a mail comes back',
    file: 'src/outbound/bounce-address.ts',
    find: 'isEqualSecret(expected, mac)) ? id',
    replace: "isEqualSecret(expected, mac) || mac !== '') ? id",
    ...READING,
  },
  {
    what: 'A notice of a delay is a bounce',
    file: 'src/bounces/notification.ts',
    find: "=== 'failed')",
    replace: '!== undefined)',
    ...READING,
  },
  {
    what: 'The listener takes mail for any address',
    file: 'src/bounces/listener.ts',
    find: 'deliveryOf(base, secretKeys, address) === undefined\n    ?',
    replace: 'address === undefined\n    ?',
    ...BOUNCES,
  },
  {
    what: 'Whoever drips occupies the listener for ever',
    file: 'src/bounces/listener.ts',
    find: 'setTimeout(() => socket.destroy(), limits.conversation)',
    replace: 'setTimeout(() => undefined, limits.conversation)',
    ...BOUNCES,
  },
  {
    what: 'A webhook that nobody signed is taken in',
    file: 'src/webhooks/mail.ts',
    find: 'if (!mailService.isSigned(config, { headers: request.headers, body, now: clock.now() })) {',
    replace: 'if (mailService === undefined) {',
    ...WEBHOOK,
  },
  {
    what: 'A webhook of yesterday is taken in',
    file: 'src/outbound/standard-webhooks.ts',
    find: 'Math.abs(toUnixSeconds(now) - Number(timestamp)) <= TOLERANCE_SECONDS',
    replace: 'now !== undefined',
    ...WEBHOOK,
  },
  {
    what: 'A report of a mail service is taken in about another recipient than that of the mail',
    file: 'src/bounces/take-in.ts',
    find: 'if (recipient !== undefined && !recipientMacs(',
    replace: 'if (recipient === null && !recipientMacs(',
    ...WEBHOOK,
  },
];
