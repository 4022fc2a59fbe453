// `/dashboard/:publication/mails`: all mails to readers, when each is sent, and to which the publication has added words.
import type { FastifyReply } from 'fastify';
import { listMailWords, READER_MAIL_NAMES } from '../../models/publication/mail-words.ts';
import type { Service } from '../../service.ts';
import { languageName } from '../../views/language-name.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/mails/mails': DashboardData & {
      readonly mails: readonly {
        readonly href: string;
        readonly name: string;
        readonly when: string;
        /** The languages that have words of the publication; empty for none. */
        readonly languages: string;
      }[];
    };
  }
}

export async function showMails(service: Service, visit: Visit): Promise<FastifyReply> {
  const { session, language } = visit;
  const { t, tag } = language;
  const words = await listMailWords(session.publication, service.database);
  const list = new Intl.ListFormat(tag, { type: 'conjunction' });
  const mails = READER_MAIL_NAMES.map((mail) => ({
    href: pathOf(visit, `/mails/${mail}`),
    name: t(`dashboard.mail-name.${mail}`),
    when: t(`dashboard.mails.when.${mail}`),
    languages: list.format(words.filter((row) => row.mail === mail).map((row) => languageName(row.language, language))),
  }));
  return showDashboard(service, visit, 'dashboard/mails/mails', { mails });
}
