// The mails to a person: which one each was, whether it arrived, and whether it can be sent again.
import { valueOf } from '../../http/bodies/form.ts';
import {
  findStoppedAddresses,
  isStopped,
  mailSpansOf,
  type StoppedAddresses,
} from '../../models/lifecycle/mails-of-person.ts';
import { findLastAttempts, type DeliveryAttempt } from '../../models/outbox/delivery-attempt.ts';
import { listMailsTo, type SentMail } from '../../models/outbox/mail-log.ts';
import type { MailProblemKind } from '../../models/outbox/mail-problem.ts';
import { listMailReports } from '../../models/outbox/mail-report.ts';
import { findRefusals, isUnwanted } from '../../models/people/customer-mail-choice.ts';
import type { Service } from '../../service.ts';
import { formatMoment } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { isTextKey } from '../../views/text.ts';
import { toPosition } from '../paging.ts';
import { pathOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import type { PartFrame, PersonRow } from './part.ts';

interface MailOnPage {
  readonly id: string;
  readonly what: string;
  readonly when: string;
  readonly state: string;
  readonly isGood: boolean;
  readonly isBad: boolean;
  /** What the mail server said; empty for nothing. */
  readonly answer: string;
  /** When it is tried again; empty if it is not. */
  readonly next: string;
  /** What the button says; empty where it cannot be sent again. */
  readonly again: string;
  /** Why it is not sent again here; empty where it can be, and where its content is erased as that of all. */
  readonly never: string;
}

interface Mails {
  readonly mails: readonly MailOnPage[];
  /** Empty on the last page. */
  readonly older: string;
  /** When the person refused further invitations; empty where they did not. */
  readonly refused: string;
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/mails': Mails & PartFrame;
  }
}

const MAILS_SHOWN = 10;

/**
 * How a mail can be sent again. Our choice: as it is while its content is kept (`now`, before its retry; `again`, after
 * it was given up), and anew where the service can write it once more with what is true now (`anew`: receipts). A gift
 * gets a new code on the page of gifts. Nothing else: the content of a mail that was sent is erased, and a second code,
 * warning or reminder would say what no longer holds. Nor is anything sent to an address to which mails are stopped
 * (`stopped`), nor what its reader has refused (`refused`).
 */
type Way = 'now' | 'again' | 'anew' | 'gift' | 'over' | 'sent' | 'sending' | 'stopped' | 'refused';

/** @param isRefused whether the person does not want mails of this kind */
export function wayOf(mail: SentMail, now: number, stopped: StoppedAddresses, isRefused: boolean): Way {
  const way = wayOfMail(mail, now);
  const isSentAgain = way === 'now' || way === 'again' || way === 'anew';
  if (isSentAgain && isRefused) return 'refused';
  return isSentAgain && isStopped(mail, stopped, way === 'anew') ? 'stopped' : way;
}

function wayOfMail(mail: SentMail, now: number): Way {
  const { state, hasContent, uselessAfter, purpose, objectId } = mail;
  if (state === 'sending') return 'sending';
  if (hasContent) {
    if (uselessAfter !== null && uselessAfter <= now) return 'over';
    return state === 'waiting' ? 'now' : 'again';
  }
  if (purpose === 'paid' && objectId !== null) return 'anew';
  if (purpose === 'gift') return 'gift';
  return state === 'dead' ? 'over' : 'sent';
}

export async function readMails(service: Service, visit: Visit, person: PersonRow): Promise<Mails> {
  const { database, clock, secretKeys } = service;
  const { publication } = visit.session;
  const spans = await mailSpansOf(publication, database, secretKeys, person);
  const page = toPosition(valueOf(visit.query, 'mails'));
  const { objects, nextPage } = await listMailsTo(publication, database, { spans, limit: MAILS_SHOWN, page });
  const attempts = await findLastAttempts(
    publication,
    database,
    objects.map(({ id }) => id),
  );
  const reports = await listMailReports(
    publication,
    database,
    objects.map(({ id }) => id),
  );
  const refusals = await findRefusals(publication, database, person.id);
  const refusedAt = refusals.invitation;
  const cameBack = new Map(reports.map((report) => [report.deliveryId, report.kind]));
  const stopped = await findStoppedAddresses(publication, database, { spans, email: person.email, secretKeys });
  const now = clock.now().getTime();
  const known = ({ id, state }: SentMail) => ({
    attempt: attempts.get(id),
    cameBack: state === 'delivered' ? cameBack.get(id) : undefined,
  });
  return {
    mails: objects.map((mail) =>
      toOnPage(visit, mail, known(mail), wayOf(mail, now, stopped, isUnwanted(mail.purpose, refusals))),
    ),
    older: nextPage === null ? '' : `${pathOf(visit, `/people/${person.id}`)}?mails=${nextPage}#mails`,
    refused: refusedAt === undefined ? '' : formatMoment(refusedAt, visit.language.tag, publication.timeZone),
  };
}

interface KnownOfMail {
  readonly attempt: Pick<DeliveryAttempt, 'reason' | 'status'> | undefined;
  /** What was reported after the mail server had taken it. */
  readonly cameBack: MailProblemKind | undefined;
}

function toOnPage(
  { language, session }: Visit,
  mail: SentMail,
  { attempt, cameBack }: KnownOfMail,
  way: Way,
): MailOnPage {
  const { t, tag } = language;
  const moment = (at: number): string => formatMoment(at, tag, session.publication.timeZone);
  const { id, state, createdAt, dueAt, attempts } = mail;
  const isTried = state === 'waiting' && attempts > 0;
  const isSentAgain = way === 'now' || way === 'again' || way === 'anew';
  return {
    id,
    what: mailText(language, mail),
    when: moment(createdAt),
    state:
      cameBack === undefined
        ? t(isTried ? 'dashboard.reader.mail.retried' : `dashboard.reader.mail.${state}`, { count: attempts })
        : t(`dashboard.mail-problem.mail-${cameBack}`),
    isGood: state === 'delivered' && cameBack === undefined,
    isBad: state === 'dead' || cameBack !== undefined,
    // Our own refusal, since the address is on the suppression list, is the only end without an attempt.
    answer: state === 'dead' && attempts === 0 ? t('dashboard.mail-problem.stopped') : answerText(language, attempt),
    next: isTried ? moment(dueAt) : '',
    again: isSentAgain ? t(`dashboard.reader.mail.way-${way}`) : '',
    never:
      way === 'gift' || way === 'over' || way === 'stopped' || way === 'refused'
        ? t(`dashboard.reader.mail.way-${way}`)
        : '',
  };
}

/** Which mail it was. Our choice: one of a kind without words of its own is a mail. */
function mailText({ t }: Pick<Language, 't'>, { purpose }: Pick<SentMail, 'purpose'>): string {
  const key = `dashboard.mail-name.${purpose ?? ''}`;
  return isTextKey(key) ? t(key) : t('dashboard.mail-name.other');
}

function answerText({ t }: Language, attempt: Pick<DeliveryAttempt, 'reason' | 'status'> | undefined): string {
  if (attempt === undefined || attempt.reason === null) return '';
  const { reason, status } = attempt;
  return t(`dashboard.attempt.reason.${reason}`) + (status === null ? '' : ` (${status})`);
}
