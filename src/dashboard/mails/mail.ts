// `/dashboard/:publication/mails/:mail`: what the publication adds to a mail, in each language. What was typed is shown
// in the preview, or sent to whoever typed it, before it is saved.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { baseOf, isPageLanguage, languagesOf, type PageLanguage } from '../../models/publication/languages.ts';
import {
  getReaderMail,
  listMailWords,
  resetMailWords,
  setMailWords,
  type ReaderMail,
} from '../../models/publication/mail-words.ts';
import { queueMessage } from '../../outbound/mail.ts';
import type { Service } from '../../service.ts';
import { TooManyRequests } from '../../site/errors.ts';
import { faulty, fieldOf, FRESH } from '../../site/form.ts';
import { actAndGo, formIdOf, runAct } from '../act.ts';
import { goTo } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import {
  byLanguage,
  changesOf,
  faultsOf,
  hasWords,
  languagesOn,
  readShown,
  readTyped,
  type WordsByLanguage,
} from './mail-fields.ts';
import { showMailPage, toPreview, type MailOnPage } from './mail-page.ts';

/** Our choice: enough to try words out, and nobody's inbox is filled by a stolen session. */
const TESTS_PER_HOUR = { count: 20, seconds: 3600 };

export async function showMail(service: Service, visit: Visit): Promise<FastifyReply> {
  const mail = mailOf(visit);
  const saved = await savedWords(service, visit, mail);
  const language = previewLanguage(visit, valueOf(visit.query, 'language') ?? '', saved);
  return showMailPage(service, visit, { mail, typed: saved, shown: saved, previewed: saved, language }, FRESH);
}

/** Saves what was changed. Or shows it in the preview or the fields of another language, or sends it as a test, and saves nothing. */
export async function submitMail(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const onPage = readForm(visit);
  const { mail, typed, shown } = onPage;
  const errors = faultsOf(visit.language, mail, typed);
  if (errors.length > 0) return showFaulty(service, visit, onPage, errors);
  const wanted = fieldOf(visit.form, 'do');
  if (wanted === 'preview' || fieldOf(visit.form, 'other_language') !== '')
    return showMailPage(service, visit, onPage, FRESH);
  if (wanted === 'test') return sendTestMail(service, visit, onPage);
  const changes = changesOf(typed, shown);
  const next = `/mails/${mail}`;
  if (changes.length === 0) return goTo(visit, next, 'saved');
  return actAndGo(service, visit, { path: next, done: 'saved' }, async (transaction) => {
    for (const change of changes) await setMailWords(visit.session.publication, transaction, { mail, ...change });
    return { name: 'mail-words.set', recordId: null, recordName: mail };
  });
}

/** Sends the mail as it was typed to whoever typed it. */
async function sendTestMail(service: Service, visit: FormVisit, onPage: MailOnPage): Promise<FastifyReply> {
  const { mail, typed, language } = onPage;
  const { publication, staffId, email } = visit.session;
  const limit = await service.limiter.count(`test mails ${staffId}`, TESTS_PER_HOUR);
  if (limit.isExceeded) throw new TooManyRequests(limit.resetsIn);
  const { subject, ...parts } = await toPreview(service, visit, mail, { words: typed[language], language });
  await runAct(service, visit, async (transaction) => {
    await queueMessage(publication, transaction, service.clock, service.secretKeys, {
      ...parts,
      to: email,
      subject: visit.language.t('dashboard.mails.test-subject', { subject }),
      purpose: 'mail_test',
      isAskedFor: true,
    });
    return { result: null, act: { name: 'mail-words.test', recordId: null, recordName: mail } };
  });
  return showMailPage(service, visit, { ...onPage, sentTo: email }, FRESH);
}

export function resetMail(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const mail = mailOf(visit);
  return actAndGo(service, visit, { path: `/mails/${mail}`, done: 'mail-words-reset' }, async (transaction) => {
    await resetMailWords(visit.session.publication, transaction, mail);
    return { name: 'mail-words.reset', recordId: null, recordName: mail };
  });
}

/** Throws NotFound. */
function mailOf({ request }: Visit): ReaderMail {
  return getReaderMail((request.params as { mail?: string }).mail ?? '');
}

async function savedWords({ database }: Service, visit: Visit, mail: ReaderMail): Promise<WordsByLanguage> {
  const rows = await listMailWords(visit.session.publication, database);
  return byLanguage((language) => rows.find((row) => row.mail === mail && row.language === language));
}

function readForm(visit: FormVisit): MailOnPage {
  const typed = readTyped(visit);
  const chosen = fieldOf(visit.form, 'other_language') || fieldOf(visit.form, 'language');
  const language = previewLanguage(visit, chosen, typed);
  return { mail: mailOf(visit), typed, shown: readShown(fieldOf(visit.form, 'shown')), previewed: typed, language };
}

/** Shows the language of the first fault; the preview stays as it was saved. */
function showFaulty(
  service: Service,
  visit: FormVisit,
  onPage: MailOnPage,
  errors: ReturnType<typeof faultsOf>,
): Promise<FastifyReply> {
  const language = errors[0]?.of ?? onPage.language;
  return showMailPage(service, visit, { ...onPage, language, previewed: onPage.shown }, faulty(errors));
}

/** The language that was chosen, else the publication's; another one where only that has words, as they are what one wants to see. */
function previewLanguage({ session }: Visit, chosen: string, words: WordsByLanguage): PageLanguage {
  if (isPageLanguage(chosen)) return chosen;
  const { publication } = session;
  const own = baseOf(publication.locale);
  const usual = isPageLanguage(own) ? own : (languagesOf(publication)[0] ?? 'en');
  const choices = languagesOn(publication, words);
  return hasWords(words[usual]) ? usual : (choices.find((language) => hasWords(words[language])) ?? usual);
}
