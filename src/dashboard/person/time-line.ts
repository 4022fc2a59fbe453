// What happened to a person, newest first: events, what staff and programs did, and notes.
import { valueOf } from '../../http/bodies/form.ts';
import type { Actor } from '../../models/act.ts';
import { listNewsletters } from '../../models/catalog/newsletter.ts';
import { listPlans } from '../../models/catalog/plan.ts';
import { listTimeLine, type TimeLineItem } from '../../models/lifecycle/time-line.ts';
import { logPendingEventsOf } from '../../models/outbox/event-log.ts';
import { listOauthApplications } from '../../models/sign-in/oauth-application.ts';
import type { Service } from '../../service.ts';
import { formatMoment } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { isTextKey, type TextKey } from '../../views/text.ts';
import { toPosition } from '../paging.ts';
import { pathOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { toldEvent, type Names } from './event-text.ts';
import type { PersonRow } from './part.ts';

interface TimeLine {
  readonly items: readonly {
    readonly when: string;
    readonly text: string;
    /** Who did it; empty for an event. */
    readonly by: string;
    /** Where more is shown; empty for nowhere. */
    readonly href: string;
  }[];
  /** Empty on the last page. */
  readonly older: string;
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/time-line': TimeLine;
  }
}

const ITEMS_SHOWN = 30;
const BY: Readonly<Record<Actor['kind'], TextKey>> = {
  staff: 'dashboard.audit.by-staff',
  api_key: 'dashboard.audit.by-api-key',
  command_line: 'dashboard.audit.by-command-line',
};

/** Events that wait for the log are moved there before, so that what was done just now is shown. */
export async function readTimeLine(service: Service, visit: Visit, { id }: Pick<PersonRow, 'id'>): Promise<TimeLine> {
  const { database, clock } = service;
  const { publication } = visit.session;
  await logPendingEventsOf(publication, database, clock);
  const page = toPosition(valueOf(visit.query, 'events'));
  const [{ objects, nextPage }, plans, applications, newsletters] = await Promise.all([
    listTimeLine(publication, database, { customerId: id, limit: ITEMS_SHOWN, page }),
    listPlans(publication, database),
    listOauthApplications(publication, database),
    listNewsletters(publication, database),
  ]);
  const names: Names = {
    plans: new Map(plans.map((plan) => [plan.id, plan.name])),
    applications: new Map(applications.map((application) => [application.id, application.name])),
    newsletters: new Map(newsletters.map(({ slug, name }) => [slug, name])),
  };
  const here = pathOf(visit, `/people/${id}`);
  return {
    items: objects.map((item) => ({
      when: formatMoment(item.createdAt, visit.language.tag, publication.timeZone),
      ...toShown(item, visit.language, names, here),
    })),
    older: nextPage === null ? '' : `${here}?events=${nextPage}#events`,
  };
}

function toShown(
  item: TimeLineItem,
  language: Language,
  names: Names,
  here: string,
): { text: string; by: string; href: string } {
  const { t } = language;
  if ('event' in item) {
    const { text, more } = toldEvent(item.event, language, names);
    return { text, by: '', href: more === '' ? '' : here + more };
  }
  if ('note' in item)
    return { text: item.note.text, by: t('dashboard.told.note', { name: item.note.authorName }), href: '' };
  const { act, actorKind, actorName, recordName } = item.act;
  const key = `dashboard.act.${act}`;
  const text = isTextKey(key) ? t(key) : act;
  const isMail = act === 'mail.resend' && recordName !== null;
  const mailKey = `dashboard.mail-name.${recordName ?? ''}`;
  const what = isMail && isTextKey(mailKey) ? t(mailKey) : recordName;
  return {
    text: what === null ? text : `${text}: ${what}`,
    by: actorKind === 'command_line' ? t(BY[actorKind]) : `${actorName}, ${t(BY[actorKind])}`,
    href: '',
  };
}
