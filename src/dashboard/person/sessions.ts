// Where a person is signed in: the browsers, each with the applications that it signed in to.
import { listApplicationSignIns } from '../../models/sign-in/application-sign-in.ts';
import { listSessions } from '../../models/sign-in/session.ts';
import type { Service } from '../../service.ts';
import { browserText } from '../../views/browser-text.ts';
import { formatMoment } from '../../views/formats.ts';
import type { Visit } from '../visit.ts';
import type { PartFrame, PersonRow } from './part.ts';

interface Sessions {
  readonly sessions: readonly {
    readonly id: string;
    readonly browser: string;
    /** Empty where it is not known. */
    readonly network: string;
    readonly since: string;
    readonly seen: string;
    /** The names of the applications, separated by commas. */
    readonly applications: string;
  }[];
  /** Every application that they signed in to lately, in a session that may have ended. */
  readonly applications: readonly { readonly name: string; readonly at: string }[];
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/sessions': Sessions & PartFrame;
  }
}

/** Our choice: the newest are listed; "end all" ends the others, too. */
const SESSIONS_SHOWN = 25;

export async function readSessions({ database, clock }: Service, visit: Visit, { id }: PersonRow): Promise<Sessions> {
  const { publication } = visit.session;
  const { language } = visit;
  const moment = (at: number): string => formatMoment(at, language.tag, publication.timeZone);
  const [live, signIns] = await Promise.all([
    listSessions(publication, database, clock, { customerId: id, limit: SESSIONS_SHOWN }),
    listApplicationSignIns(publication, database, id),
  ]);
  // The latest sign-in of each application comes first.
  const latest = [...Map.groupBy(signIns, ({ applicationId }) => applicationId).values()].flatMap(
    ([first]) => first ?? [],
  );
  return {
    sessions: live.map((session) => ({
      id: session.id,
      browser: browserText(session.browser, language),
      network: session.network ?? '',
      since: moment(session.createdAt),
      seen: moment(session.seenAt),
      applications: signIns
        .filter(({ sessionId }) => sessionId === session.id)
        .map(({ name }) => name)
        .join(', '),
    })),
    applications: latest.map(({ name, at }) => ({ name, at: moment(at) })),
  };
}
